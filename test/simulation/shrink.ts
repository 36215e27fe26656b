/** Makes a history that goes wrong as short as it can: steps and faults go, one after another, while it still does. */
import type { Plan } from "./plan.ts";
import { type Outcome, runPlan } from "./run-seed.ts";
import type { Stage } from "./stage.ts";

export type Shrunk = {
  readonly plan: Plan;
  /** Faults of the network that do not happen. */
  readonly without: ReadonlySet<string>;
  readonly outcome: Outcome;
};

/** The most histories that are tried. */
const mostTries = 150;

/**
 * The shortest history that still has a problem, as far as it is found by leaving out: halves of the steps first, then
 * single ones, then faults.
 */
export async function shrink(stage: Stage, plan: Plan): Promise<Shrunk> {
  let best: Shrunk = { plan, without: new Set(), outcome: await runPlan(stage, plan) };
  let tries = 0;
  const keepIfWrong = async (candidate: Pick<Shrunk, "plan" | "without">): Promise<boolean> => {
    tries += 1;
    const outcome = await runPlan(stage, candidate.plan, candidate.without);
    if (outcome.problems.length > 0) best = { ...candidate, outcome };
    return outcome.problems.length > 0;
  };
  if (best.outcome.problems.length === 0) return best;
  for (
    let size = Math.ceil(best.plan.steps.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < best.plan.steps.length && tries < mostTries; ) {
      const steps = best.plan.steps.toSpliced(from, size);
      const isShorter = await keepIfWrong({ plan: { ...best.plan, steps }, without: best.without });
      if (!isShorter) from += size;
    }
  }
  for (const fault of faultsIn(best.outcome.history)) {
    if (tries >= mostTries) break;
    await keepIfWrong({ plan: best.plan, without: new Set([...best.without, fault]) });
  }
  return best;
}

/** The names of the faults that a history tells of. */
function faultsIn(history: readonly string[]): string[] {
  return history.flatMap((line) => {
    const [, request] = /(\S+ request \d+): .*: \w+, \w+$/.exec(line) ?? [];
    const [, message] = /(message \d+) to /.exec(line) ?? [];
    return [request, message].filter((name) => name !== undefined);
  });
}
