/**
 * `npm run fuzz -- --inputs 100000 --seed 1 [--from N] [--lanes 12] [--minutes 30] [--only "pay by card,refund"]`: changes one thing in valid requests, sends them to a server
 * process of its own, and tells how far it is. What goes wrong is printed as a shortest example; the command then ends
 * with 1. `--seed 1 --from 4711 --inputs 1` sends one input again.
 */
import { parseArgs } from "node:util";
import { runFuzz } from "./run-fuzz.ts";

const { values } = parseArgs({
  options: {
    inputs: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "1" },
    /** Inputs under way at the same time. */
    lanes: { type: "string", default: "12" },
    /** The run ends after so long, with what it has sent by then. */
    minutes: { type: "string" },
    /** Names of stories, divided by commas. */
    only: { type: "string" },
  },
});

function wholeNumber(name: "inputs" | "seed" | "from" | "lanes"): number {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${name} is not a number: ${values[name]}`);
  return number;
}

const report = await runFuzz({
  inputs: wholeNumber("inputs"),
  seed: wholeNumber("seed"),
  from: wholeNumber("from"),
  lanes: wholeNumber("lanes"),
  ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
  ...(values.only !== undefined && { only: new Set(values.only.split(",")) }),
  say: console.log,
});
console.log(JSON.stringify({ ...report, faults: report.faults.length }, null, 1));
process.exitCode = report.faults.length === 0 ? 0 : 1;
