/**
 * `npm run bench [bytes] [server] [pages] [cold] [growth] [-- --rounds 5 --seconds 3]`: measures, prints, compares with
 * goals.json and keeps the run in results/. Without names it measures everything. Ends with status 1 when a goal that
 * must be met is missed; interrupted, it ends what it has started. How and why is in README.md.
 */
import { parseArgs } from "node:util";
import { evaluateGoals, readGoals } from "./lib/goals.ts";
import { endOnSignals } from "./lib/interruption.ts";
import { type BenchOptions, type Figures, mergeFigures, type Part } from "./lib/part.ts";
import { describeMachine, keepRun, printGoals, printPart } from "./lib/report.ts";

const parts: Readonly<Record<string, () => Promise<{ readonly run: Part }>>> = {
  bytes: () => import("./parts/bytes.ts"),
  server: () => import("./parts/server.ts"),
  pages: () => import("./parts/pages.ts"),
  cold: () => import("./parts/cold.ts"),
  growth: () => import("./parts/growth.ts"),
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "5" }, seconds: { type: "string", default: "3" } },
});
const names = positionals.length > 0 ? positionals : Object.keys(parts);
const unknown = names.filter((name) => !Object.hasOwn(parts, name));
const options: BenchOptions = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
if (unknown.length > 0 || !(options.rounds >= 1) || !(options.seconds > 0)) {
  console.error(`Usage: npm run bench [${Object.keys(parts).join("] [")}] [-- --rounds 5 --seconds 3]`);
  process.exit(2);
}

endOnSignals();
const startedAt = new Date();
const machine = describeMachine();
console.log(machine.join(", "));
const measured: Figures[] = [];
for (const name of names) {
  const part = await parts[name]?.();
  if (!part) continue;
  console.log(`\n${name}`);
  const result = await part.run(options);
  printPart(result);
  measured.push(result.figures);
}
const figures = mergeFigures(measured);
const verdicts = evaluateGoals(readGoals(), figures);
printGoals(verdicts);
console.log(`\nKept in ${await keepRun({ startedAt, machine, options, names, figures, verdicts })}`);
process.exitCode = verdicts.some(({ verdict }) => verdict === "missed") ? 1 : 0;
