/** What happens in the world of one seed: who does what, when, and what fails. A list, so that it can be shortened. */
import { type Outage, type Rates, requestFaults } from "./network.ts";
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
  readonly wallet: "stcpay" | "urpay";
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
/** Orders one piece from the product link of the world. */
export type CheckoutStep = OfOrder & { readonly kind: "checkout"; readonly presses: number };
export type MerchantStep = OfOrder &
  (
    | { readonly kind: "cancel" }
    | { readonly kind: "refund"; readonly amount: "all" | "part"; readonly calls: number }
  );
export type NodeStep = At &
  (
    | { readonly kind: "jobs" }
    | { readonly kind: "pause"; readonly forMs: number }
    | ({ readonly kind: "outage" } & Outage)
    /** Dies at the n-th thing that it does from then on, before or after it is done. */
    | { readonly kind: "crash"; readonly turns: number; readonly isAfter: boolean; readonly downMs: number }
  );
export type Step =
  | CheckoutStep
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
  /** Pieces of the product that the orders are made of, by buyers; null: they are invoices. */
  readonly pieces: number | null;
  /** The shop has a unit that stamps its tax documents. */
  readonly isStamped: boolean;
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
    request: random.pick([0, 0.03, 0.1, 0.25]),
    message: random.pick([0, 0.2, 0.6, 1]),
  };
  const draft = { random, nodes, orders };
  const pieces = !isRefundRush && random.chance(0.25) ? random.whole(1, 2) : null;
  const begun = isRefundRush ? refundRush(draft) : pieces === null ? mixed(draft) : sold(draft);
  const lengthMs = Math.max(...begun.map(({ at }) => at)) + random.pick([5_000, 60_000, 150_000]);
  const steps = [...begun, ...upkeep(draft, lengthMs), ...outages(draft, begun)]
    .toSorted((a, b) => a.at - b.at)
    .map((step, index) => ({ ...step, id: `${index + 1}:${step.kind}` }));
  const expiresAfterMs = random.chance(0.1) ? random.whole(10_000, 90_000) : null;
  const isStamped = random.chance(0.2);
  return { seed, nodes, orders, pieces, isStamped, expiresAfterMs, rates, steps };
}

type Draft = { readonly random: Random; readonly nodes: number; readonly orders: number };

const id = "";

/** Buyers and their merchant, in any order. */
function mixed({ random, nodes, orders }: Draft): Step[] {
  let at = 0;
  return Array.from({ length: random.whole(1, 4) + orders - 1 }, (_, index) => {
    at += random.pick([0, 30, 400, 3_000, 15_000, 65_000, 120_000]) * random.part();
    const place = { id, at: Math.round(at), node: random.whole(0, nodes - 1), order: index % orders };
    const isBuyer = index < orders || random.chance(0.6);
    return isBuyer ? buyerStep(random, place) : merchantStep(random, place);
  });
}

/** The same, after all buyers have ordered from one product link, and one who comes too late or not. */
function sold(draft: Draft): Step[] {
  const { random, nodes, orders } = draft;
  const checkouts = Array.from({ length: orders + 1 }, (_, order): Step => {
    const at = random.pick([0, 0, 20, 2_000]);
    return {
      id,
      at,
      node: random.whole(0, nodes - 1),
      order,
      kind: "checkout",
      presses: random.chance(0.3) ? 2 : 1,
    };
  });
  const paid = mixed({ ...draft, orders: orders + 1 });
  return [...checkouts, ...paid.map((step) => ({ ...step, at: step.at + 3_000 }))];
}

function buyerStep(random: Random, place: OfOrder): Step {
  const thinksMs = random.pick([500, 4_000, 20_000, 130_000]) * random.part();
  const polls = random.chance(0.3) ? 7 : 0;
  const presses = random.chance(0.2) ? 2 : 1;
  const returns = random.pick([0, 1, 1, 2]);
  const kind = random.pick(["card", "card", "card", "code", "code", "instalments", "reference"] as const);
  switch (kind) {
    case "card": {
      const card = random.pick<CardStep["card"]>([
        ...many("frictionless" as const, 5),
        ...many("challenge" as const, 3),
        "rejected",
      ]);
      const choice = random.chance(0.8) ? "approve" : "leave";
      return { ...place, kind, card, presses, thinksMs, choice, returns, polls };
    }
    case "code":
      return { ...place, kind, wallet: random.pick(["stcpay", "urpay"]), presses, thinksMs, polls };
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
  const atPaid = random.pick([15_000, 30_000]);
  const answers = random.pick(["status_500", "refused", "slow", "answer_lost"] as const);
  const isBad = random.chance(0.6);
  const bad = { id, node: 0, kind: "outage", provider: method, isOfMoney: true } as const;
  const collected = [4_000, 10_000].flatMap((at): Step[] => [
    { id, at, node: 0, kind: "jobs" },
    { id, at: at + 500, node: nodes - 1, kind: "jobs" },
  ]);
  // What is not made at first is due together later, and then each takes its time.
  const troubles: Step[] = [
    { ...bad, at: atPaid, fault: answers, forMs: 3_000 },
    { ...bad, at: atPaid + 3_100, fault: "slow", forMs: 300_000 },
  ];
  const buyers = Array.from({ length: orders }, (_, order) => order).flatMap((order): Step[] => {
    const node = random.whole(0, nodes - 1);
    const calm = { id, order, node, thinksMs: 300, returns: 1, polls: 0 };
    const refund = { id, order, node, kind: "refund", amount: "all", calls: 1 } as const;
    return [
      { ...calm, at: 0, kind: "instalments", method, choice: "approve" },
      { ...refund, at: atPaid + random.whole(0, 500) },
    ];
  });
  return [...buyers, ...collected, ...(isBad ? troubles : [])];
}

const providers: Readonly<Record<string, string>> = {
  card: "mpgs",
  stcpay: "stcpay",
  urpay: "urpay",
  tamara: "tamara",
  tabby: "tabby",
  sadad: "moyasar",
  a2a: "viban",
};

/** Providers that are bad for a while, mostly when somebody pays there or their money goes back. */
function outages({ random }: Draft, begun: readonly Step[]): Step[] {
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

function many<T>(what: T, times: number): T[] {
  return Array.from({ length: times }, () => what);
}

/** What our processes do by themselves, and what happens to them. */
function upkeep({ random, nodes }: Draft, lengthMs: number): Step[] {
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
      const forMs = random.pick([5_000, 30_000, 100_000]);
      steps.push({ id, at: random.whole(0, lengthMs / 2), node, kind: "pause", forMs });
    }
  }
  return steps;
}
