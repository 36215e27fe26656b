/** Plays spans of load on a stage and adds them up. */
import { type Course, type Ending, payOnce } from "./buyer.ts";
import { addUp, type SpanFigures } from "./figures.ts";
import { beginAtRate } from "./open-loop.ts";
import { keepReading } from "./readers.ts";
import type { Stage } from "./stage.ts";

export type Player = {
  /** Offers payments at a rate for so long, waits for their ends, and says what it came to. */
  readonly play: (span: {
    readonly name: string;
    readonly perSecond: number;
    readonly seconds: number;
  }) => Promise<SpanFigures>;
  /** Every payment so far. */
  readonly endings: readonly Ending[];
};

/** @param random gives numbers from 0 to 1 */
export async function openPlayer(
  { target, watch }: Pick<Stage, "target" | "watch">,
  random: () => number,
): Promise<Player> {
  const endings: Ending[] = [];
  const first = await payOnce(target);
  endings.push(first.ending);
  const { kind, orderNumber: paidOrder } = first.ending;
  if (kind !== "paid" || paidOrder === null)
    throw new Error(`the first payment failed: ${JSON.stringify(first)}`);
  return {
    endings,
    play: async ({ name, perSecond, seconds }) => {
      const end = new AbortController();
      const reading = keepReading(target, { paidOrder, end: end.signal });
      const stopWatching = watch();
      const paying = beginAtRate(target, { perSecond, durationMs: seconds * 1_000, random });
      const begun: { readonly courses: readonly Promise<Course>[] } = await paying;
      // Figures are of the time in which payments began; those under way are waited for afterwards.
      const usage = await stopWatching();
      end.abort();
      const [reads, courses] = [await reading, await Promise.all(begun.courses)];
      endings.push(...courses.map(({ ending }) => ending));
      return addUp({ name, seconds, courses, reads, usage });
    },
  };
}
