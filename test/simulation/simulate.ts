/**
 * `npm run simulate -- --seeds 1000 [--from N] [--workers 2]`: plays seeds one after another, in as many processes as
 * are wanted, and tells how far it is. A seed that goes wrong is made as short as it can and printed; the command then
 * ends with 1. `--from 4711 --seeds 1` plays one seed again, `--only 12,4711` a list; `--history` prints what happened in it.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { planOf } from "./plan.ts";
import { runPlan } from "./run-seed.ts";
import { type Play, shrink } from "./shrink.ts";
import { openStage } from "./stage.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1000" },
    from: { type: "string", default: "1" },
    workers: { type: "string", default: "1" },
    /** Every n-th seed: what one of several workers plays. */
    step: { type: "string", default: "1" },
    /** Numbers with commas: these seeds alone. */
    only: { type: "string" },
    history: { type: "boolean", default: false },
    /** Says which seed went wrong, and looks for no shorter history. */
    brief: { type: "boolean", default: false },
    "keep-going": { type: "boolean", default: false },
  },
});
const only = values.only?.split(",").map(Number);
const count = only?.length ?? wholeNumber("seeds");
const from = wholeNumber("from");
const workers = wholeNumber("workers");
const step = wholeNumber("step");

/** Every life of a process is an application of its own, so that most of what is made is soon garbage. */
const quickly = ["--max-semi-space-size=64"];

/** The rows of all earlier worlds stay in the database, which is never vacuumed: after so many it is slower than a new one. */
const seedsOfStage = 250;

process.exitCode = process.send ? await inThisProcess() : await inWorkers();

function wholeNumber(name: "seeds" | "from" | "workers" | "step"): number {
  const number = Number(values[name]);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${name} is not a number: ${values[name]}`);
  return number;
}

/** Each worker has a database of its own and plays every n-th seed. */
async function inWorkers(): Promise<number> {
  const exits = Array.from({ length: workers }, async (_, index) => {
    const own = Math.ceil((count - index) / workers);
    const args = ["--seeds", String(own), "--from", String(from + index), "--step", String(workers)];
    if (values["keep-going"]) args.push("--keep-going");
    if (values.history) args.push("--history");
    if (values.brief) args.push("--brief");
    if (only) args.push("--only", only.filter((_, place) => place % workers === index).join(","));
    const [code] = await once(fork(import.meta.filename, args, { execArgv: quickly }), "exit");
    return code === 0;
  });
  return (await Promise.all(exits)).every(Boolean) ? 0 : 1;
}

async function inThisProcess(): Promise<number> {
  let stage = await openStage();
  const renew = async (): Promise<void> => {
    await stage[Symbol.asyncDispose]();
    stage = await openStage();
  };
  const startedAt = performance.now();
  let wrong = 0;
  for (let played = 0; played < count; played += 1) {
    const seed = only?.[played] ?? from + played * step;
    const outcome = await runPlan(stage, planOf(seed));
    if (values.history) console.log(outcome.history.join("\n"));
    if (outcome.problems.length > 0) {
      wrong += 1;
      // What a world that stopped has left behind must not be the next one's.
      await renew();
      await tell(seed, outcome.problems, async (plan, without) => {
        const again = await runPlan(stage, plan, without);
        if (again.problems.length > 0) await renew();
        return again;
      });
      if (!values["keep-going"]) break;
    }
    if ((played + 1) % seedsOfStage === 0) await renew();
    if ((played + 1) % 100 === 0 || played + 1 === count) {
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      console.log(`${played + 1} of ${count} seeds, up to ${seed}: ${wrong} wrong, ${seconds} s`);
    }
  }
  await stage[Symbol.asyncDispose]();
  return wrong === 0 ? 0 : 1;
}

async function tell(seed: number, problems: readonly string[], play: Play): Promise<void> {
  console.log(`seed ${seed}: ${problems.join("; ")}`);
  if (values.brief) return;
  const { plan, outcome } = await shrink(play, planOf(seed));
  if (outcome.problems.length === 0) {
    console.log(`seed ${seed} went well when it was played again: something outside the world decided`);
    return;
  }
  console.log(
    `The shortest history that goes wrong, ${plan.steps.length} of ${planOf(seed).steps.length} steps:`,
  );
  console.log(outcome.history.join("\n"));
  console.log(outcome.problems.join("\n"));
}
