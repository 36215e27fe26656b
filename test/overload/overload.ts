/**
 * `npm run overload -- [--minutes 10] [--rate 20] [--ramp 2,40] [--over 2] [--over-minutes 2] [--pool 10]`: how many whole card payments a
 * second one process takes, what is short first, and what happens to those beyond it. Rises from the first number of `--ramp`
 * to the second, by a fourth every 20 seconds, until a step is not held; holds `--rate` (or four fifths of what was held) for
 * `--minutes`; offers `--over` times what was held; goes back. Then everything is compared. Ends with 1 when something is half made, lost,
 * taken twice or in doubt. All processes share this machine: read the cores that each used.
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { endOnSignals } from "#bench/lib/interruption.ts";
import { findWrong } from "./checks.ts";
import { isHeld, type SpanFigures, stepsOf, tableOf } from "./figures.ts";
import { openPlayer, type Player } from "./play.ts";
import { openStage } from "./stage.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    rate: { type: "string" },
    ramp: { type: "string", default: "2,60" },
    over: { type: "string", default: "2" },
    "over-minutes": { type: "string", default: "2" },
    pool: { type: "string", default: "10" },
  },
});
const step = { factor: 1.25, seconds: 20 } as const;
const warmUp = { perSecond: 3, seconds: 15 } as const;
/** A step is held when 95 of 100 buyers are through with all of their requests in this time. */
const mostPaymentMs = 3_000;
const heldShare = 0.8;

endOnSignals();
await using stage = await openStage({ DATABASE_POOL_SIZE: values.pool });
const player = await openPlayer(stage, Math.random);
const spans: SpanFigures[] = [];
const found = await run(player);
console.log(
  `\n${cpus().length} cores, load now ${loadavg()
    .map((each) => each.toFixed(1))
    .join(" ")}\n`,
);
console.log(tableOf(spans));
for (const span of spans.filter(({ name }) => !name.startsWith("ramp"))) {
  console.log(`\n${span.name}: ${JSON.stringify(span.failed)}\n${stepsOf(span)}`);
}
console.log(`\nHalf made, lost, doubled, in doubt: ${found.length}`);
for (const what of found.slice(0, 20)) console.log(`  ${what}`);
process.exitCode = found.length > 0 ? 1 : 0;

async function run(played: Player): Promise<readonly string[]> {
  await played.play({ name: "warm-up", ...warmUp });
  const held = await rise(played);
  const rate = values.rate === undefined ? held * heldShare : Number(values.rate);
  await note(played, { name: "hold", perSecond: rate, seconds: Number(values.minutes) * 60 });
  const overSeconds = Number(values["over-minutes"]) * 60;
  await note(played, { name: "over", perSecond: held * Number(values.over), seconds: overSeconds });
  await note(played, { name: "after", perSecond: rate, seconds: 30 });
  return await findWrong(stage.installation, played.endings);
}

/** The rate of the last step that was held. */
async function rise(played: Player): Promise<number> {
  const [first = 2, last = first] = values.ramp.split(",").map(Number);
  let held = first;
  for (let rate = first; rate <= last; rate *= step.factor) {
    const span = await note(played, {
      name: `ramp ${rate.toFixed(1)}`,
      perSecond: rate,
      seconds: step.seconds,
    });
    if (!isHeld(span, mostPaymentMs)) break;
    held = rate;
  }
  return held;
}

async function note(played: Player, span: Parameters<Player["play"]>[0]): Promise<SpanFigures> {
  const figures = await played.play(span);
  spans.push(figures);
  console.log(tableOf([figures]).split("\n").at(-1));
  return figures;
}
