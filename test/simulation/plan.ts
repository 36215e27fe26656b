/** What happens in the world of one seed: who does what, when, and what fails. A list, so that it can be shortened. */
import type { Rates } from "./network.ts";
import { createRandom, type Random } from "./random.ts";

type At = {
  /** Names the step in the history, and draws its faults. */
  readonly id: string;
  /** Milliseconds after the beginning. */
  readonly at: number;
  /** Which of our processes it goes to. */
  readonly node: number;
};
type OfOrder = At & { readonly order: number };

export type CardStep = OfOrder & {
  readonly kind: "card";
  readonly card: "frictionless" | "challenge" | "rejected";
  /** Times that the button is pressed at once, and tabs that are open. */
  readonly presses: number;
  /** At the bank: how long the buyer takes, what they choose, how often the page of the result is loaded. */
  readonly thinksMs: number;
  readonly choice: "approve" | "leave";
  readonly returns: number;
  readonly polls: number;
};
export type CodeStep = OfOrder & {
  readonly kind: "code";
  readonly presses: number;
  readonly thinksMs: number;
  readonly polls: number;
};
export type InstalmentStep = OfOrder & {
  readonly kind: "instalments";
  readonly method: "tamara" | "tabby";
  readonly choice: "approve" | "cancel" | "leave";
  readonly thinksMs: number;
  readonly returns: number;
  readonly polls: number;
};
export type ReferenceStep = OfOrder & {
  readonly kind: "reference";
  readonly method: "sadad" | "a2a";
  /** After this the bill is paid; null: never. */
  readonly paysAfterMs: number | null;
};
export type MerchantStep = OfOrder &
  (
    | { readonly kind: "cancel" }
    | { readonly kind: "refund"; readonly amount: "all" | "part"; readonly calls: number }
  );
export type NodeStep = At &
  (
    | { readonly kind: "jobs" }
    | { readonly kind: "pause"; readonly forMs: number }
    /** Dies at the n-th thing that it does from then on, before or after it is done. */
    | { readonly kind: "crash"; readonly turns: number; readonly isAfter: boolean; readonly downMs: number }
  );
export type Step =
  | CardStep
  | CodeStep
  | InstalmentStep
  | ReferenceStep
  | MerchantStep
  | NodeStep
  | (OfOrder & { readonly kind: "status"; readonly times: number });

export type Plan = {
  readonly seed: number;
  readonly nodes: number;
  readonly orders: number;
  /** Milliseconds that orders may be paid for; null without an end. */
  readonly expiresAfterMs: number | null;
  readonly rates: Rates;
  readonly steps: readonly Step[];
};

/** The plan of a seed. */
export function planOf(seed: number): Plan {
  const random = createRandom(`plan ${seed}`);
  const nodes = random.chance(0.5) ? 2 : 1;
  const isRefundRush = random.chance(0.15);
  const orders = isRefundRush ? random.whole(2, 4) : random.chance(0.2) ? 2 : 1;
  const rates = {
    request: random.pick([0, 0.05, 0.15, 0.35]),
    message: random.pick([0, 0.2, 0.6, 1]),
  };
  const draft = { random, nodes, orders };
  const begun = isRefundRush ? refundRush(draft) : mixed(draft);
  const lengthMs = Math.max(...begun.map(({ at }) => at)) + random.pick([5_000, 60_000, 150_000]);
  const steps = [...begun, ...upkeep(draft, lengthMs)]
    .toSorted((a, b) => a.at - b.at)
    .map((step, index) => ({ ...step, id: `${index + 1}:${step.kind}` }));
  const expiresAfterMs = random.chance(0.1) ? random.whole(10_000, 90_000) : null;
  return { seed, nodes, orders, expiresAfterMs, rates, steps };
}

type Draft = { readonly random: Random; readonly nodes: number; readonly orders: number };

const id = "";

/** Buyers and their merchant, in any order. */
function mixed({ random, nodes, orders }: Draft): Step[] {
  let at = 0;
  return Array.from({ length: random.whole(1, 4) + orders - 1 }, (_, index) => {
    at += random.pick([0, 30, 400, 3_000, 15_000, 65_000, 90_000]) * random.part();
    const place = { id, at: Math.round(at), node: random.whole(0, nodes - 1), order: index % orders };
    const isBuyer = index < orders || random.chance(0.6);
    return isBuyer ? buyerStep(random, place) : merchantStep(random, place);
  });
}

function buyerStep(random: Random, place: OfOrder): Step {
  const thinksMs = random.pick([500, 4_000, 20_000, 130_000]) * random.part();
  const polls = random.chance(0.3) ? 7 : 0;
  const presses = random.chance(0.2) ? 2 : 1;
  const returns = random.pick([0, 1, 1, 2]);
  const kind = random.pick(["card", "card", "card", "code", "code", "instalments", "reference"] as const);
  switch (kind) {
    case "card": {
      const card = random.pick(["frictionless", "frictionless", "challenge", "rejected"] as const);
      const choice = random.chance(0.8) ? "approve" : "leave";
      return { ...place, kind, card, presses, thinksMs, choice, returns, polls };
    }
    case "code":
      return { ...place, kind, presses, thinksMs, polls };
    case "instalments": {
      const choice = random.pick(["approve", "approve", "approve", "cancel", "leave"] as const);
      return { ...place, kind, method: random.pick(["tamara", "tabby"]), choice, thinksMs, returns, polls };
    }
    case "reference": {
      const paysAfterMs = random.pick([5_000, 60_000, 5 * 60_000, 3 * 60 * 60_000, null]);
      return { ...place, kind, method: random.pick(["sadad", "a2a"]), paysAfterMs };
    }
  }
}

function merchantStep(random: Random, place: OfOrder): Step {
  if (random.chance(0.35)) return { ...place, kind: "cancel" };
  if (random.chance(0.2)) return { ...place, kind: "status", times: random.whole(1, 4) };
  const calls = random.pick([1, 1, 2]);
  return { ...place, kind: "refund", amount: random.pick(["all", "part"]), calls };
}

/** Several orders that are paid and given back at the same time through one account. */
function refundRush({ random, nodes, orders }: Draft): Step[] {
  const method = random.pick(["tamara", "tabby"] as const);
  const atPaid = random.pick([8_000, 30_000]);
  return Array.from({ length: orders }, (_, order) => order).flatMap((order): Step[] => {
    const node = random.whole(0, nodes - 1);
    const calm = { id, order, node, thinksMs: 300, returns: 1, polls: 0 };
    const refund = { id, order, node, kind: "refund", amount: "all", calls: 1 } as const;
    return [
      { ...calm, at: 0, kind: "instalments", method, choice: "approve" },
      { ...refund, at: atPaid + random.whole(0, 500) },
    ];
  });
}

/** What our processes do by themselves, and what happens to them. */
function upkeep({ random, nodes }: Draft, lengthMs: number): Step[] {
  const steps: Step[] = [];
  const pauseMs = random.pick([1_500, 6_000, 25_000]);
  for (let node = 0; node < nodes; node += 1) {
    for (let at = random.whole(500, pauseMs); at < lengthMs; at += random.whole(pauseMs / 2, pauseMs * 2))
      if (steps.length < 40) steps.push({ id, at, node, kind: "jobs" });
    if (random.chance(0.4)) {
      const [at, turns] = [random.whole(0, lengthMs / 2), random.whole(0, random.pick([5, 40, 120]))];
      const [isAfter, downMs] = [random.chance(0.5), random.pick([1_000, 15_000, 60_000])];
      steps.push({ id, at, node, kind: "crash", turns, isAfter, downMs });
    }
    if (random.chance(0.15)) {
      const forMs = random.pick([5_000, 30_000, 100_000]);
      steps.push({ id, at: random.whole(0, lengthMs / 2), node, kind: "pause", forMs });
    }
  }
  return steps;
}
