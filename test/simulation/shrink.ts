/** Makes a history that goes wrong as short as it can: steps and faults go, one after another, while it still does. */
import type { Plan } from "./plan.ts";
import type { Outcome } from "./run-seed.ts";

export type Shrunk = {
  readonly plan: Plan;
  /** Faults of the network that do not happen. */
  readonly without: ReadonlySet<string>;
  readonly outcome: Outcome;
};

/** The most histories that are tried. */
const mostTries = 150;

/** Plays a plan without some of its faults, in a world that no earlier one has left anything behind for. */
export type Play = (plan: Plan, without: ReadonlySet<string>) => Promise<Outcome>;

/**
 * The shortest history that still has a problem of the same kind, as far as it is found by leaving out: halves of the steps
 * first, then single ones, then faults.
 */
export async function shrink(play: Play, plan: Plan): Promise<Shrunk> {
  let best: Shrunk = { plan, without: new Set(), outcome: await play(plan, new Set()) };
  const kinds = new Set(best.outcome.problems.map(kindOf));
  let tries = 0;
  const keepIfWrong = async (candidate: Pick<Shrunk, "plan" | "without">): Promise<boolean> => {
    tries += 1;
    const outcome = await play(candidate.plan, candidate.without);
    const isWrong = outcome.problems.some((problem) => kinds.has(kindOf(problem)));
    if (isWrong) best = { ...candidate, outcome };
    return isWrong;
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

/** Problems of one kind differ in names and numbers alone. */
function kindOf(problem: string): string {
  return problem.replaceAll(/[0-9A-Za-z_-]{16,}|[\d.]+/g, "…");
}

/** The names of the faults that a history tells of. */
function faultsIn(history: readonly string[]): string[] {
  return history.flatMap((line) => {
    const [, request] = /(\S+ request \d+): .*: \w+, \w+$/.exec(line) ?? [];
    const [, message] = /(message \d+) to /.exec(line) ?? [];
    return [request, message].filter((name) => name !== undefined);
  });
}
