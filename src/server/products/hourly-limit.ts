/**
 * How often one caller may do something in an hour. Counted in memory: this shapes traffic, it proves nothing and
 * guards nothing that can be guessed.
 */
import { hourMs } from "#core/hourly-limit.ts";
import { Problem } from "#core/problem.ts";

const rememberedCallers = 10_000;

export type HourlyLimit = {
  /**
   * Runs work that counts when it `counts`, and not when it fails.
   * @throws Problem `rate_limited` when the caller has done it often enough in the hour since the first time
   */
  readonly run: <T>(caller: string, work: () => Promise<T>, counts: (result: T) => boolean) => Promise<T>;
};

/** Makes a limit of `most` per caller and hour. */
export function createHourlyLimit(most: number, now: () => number): HourlyLimit {
  const callers = new Map<string, { count: number; until: number }>();
  return {
    run: async (caller, work, counts) => {
      const known = callers.get(caller);
      const entry = known && known.until > now() ? known : { count: 0, until: now() + hourMs };
      if (entry.count >= most) {
        const retryAfterSeconds = Math.ceil((entry.until - now()) / 1000);
        throw new Problem("rate_limited", { retryAfterSeconds });
      }
      if (callers.size >= rememberedCallers) callers.clear();
      callers.set(caller, entry);
      // Counted first and given back, so that many at once count as many.
      entry.count += 1;
      let isCounted = false;
      try {
        const result = await work();
        isCounted = counts(result);
        return result;
      } finally {
        if (!isCounted) entry.count -= 1;
      }
    },
  };
}
