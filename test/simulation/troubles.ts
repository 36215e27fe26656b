/** What goes wrong in a plan beside its network, and what processes do by themselves. */
import { simulatorsOfMethods } from "../simulators-of-methods.ts";
import { requestFaults } from "./network.ts";
import type { Draft, Step } from "./plan.ts";

/** Time servers keep clocks far closer together; what is due may come so much later when one is set right. */
export const longestClockStepMs = 20_000;

/** A step is named when all are there. */
const id = "";

// No card of American Express is paid by in a plan: the kept seeds draw from this list.
const { amex: _, ...ofMethods } = simulatorsOfMethods;
const providers: Readonly<Record<string, string>> = { ...ofMethods, webhooks: "webhooks", texts: "unifonic" };

/** Providers that are bad for a while, mostly when somebody pays there or their money goes back. */
export function outages({ random }: Draft, begun: readonly Step[]): Step[] {
  const count = random.pick([0, 0, 1, 2, 3]);
  return Array.from({ length: count }, () => {
    const near = random.pick(begun);
    const name = "method" in near ? near.method : "wallet" in near ? near.wallet : near.kind;
    const provider = providers[name] ?? random.pick(Object.values(providers));
    const at = Math.max(0, near.at + random.pick([-500, 200, 1_000, 40_000, 75_000]));
    const forMs = random.pick([2_000, 20_000, 60_000]);
    const isOfMoney = random.chance(0.6);
    return { id, at, node: 0, kind: "outage", provider, fault: random.pick(requestFaults), forMs, isOfMoney };
  });
}

/** What our processes do by themselves, and what happens to them. */
export function upkeep({ random, nodes }: Draft, lengthMs: number): Step[] {
  const steps: Step[] = [];
  const pauseMs = random.pick([2_000, 8_000, 25_000]);
  for (let node = 0; node < nodes; node += 1) {
    for (let at = random.whole(500, pauseMs); at < lengthMs; at += random.whole(pauseMs / 2, pauseMs * 2))
      if (steps.length < 8 * (node + 1)) steps.push({ id, at, node, kind: "jobs" });
    if (random.chance(0.4)) {
      const [at, turns] = [random.whole(0, lengthMs / 2), random.whole(0, random.pick([5, 40, 120]))];
      const [isAfter, downMs] = [random.chance(0.5), random.pick([1_000, 15_000, 60_000])];
      steps.push({ id, at, node, kind: "crash", turns, isAfter, downMs });
    }
    if (random.chance(0.15)) {
      const aheadMs = random.pick([300, 2_000, longestClockStepMs]) * (random.chance(0.5) ? 1 : -1);
      steps.push({ id, at: random.whole(0, lengthMs / 2), node, kind: "clock", aheadMs });
    }
    if (random.chance(0.15)) {
      const forMs = random.pick([5_000, 30_000, 100_000]);
      steps.push({ id, at: random.whole(0, lengthMs / 2), node, kind: "pause", forMs });
    }
  }
  return steps;
}
