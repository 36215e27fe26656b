/** What happens in the world of one seed: who does what, when, and what fails. A list, so that it can be shortened. */
import {
  type OtpMethod,
  type RedirectMethod,
  type ReferenceMethod,
  redirectMethods,
  referenceMethods,
  type WalletMethod,
} from "#methods/allowed.ts";
import type { Flow } from "#methods/flow.ts";
import type { Outage, Rates } from "./network.ts";
import { createRandom, type Random } from "./random.ts";
import { rushes } from "./rushes.ts";
import { outages, upkeep } from "./troubles.ts";

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
  readonly wallet: OtpMethod;
  readonly presses: number;
  readonly thinksMs: number;
  readonly polls: number;
};
/** A wallet of the buyer's device gives one token; the page may send it twice. */
export type DeviceStep = OfOrder & {
  readonly kind: "device";
  readonly wallet: WalletMethod;
  readonly isApproved: boolean;
  readonly presses: number;
  readonly polls: number;
};
/** A payment on a page of the provider. Its kind keeps an older word: names of steps are made of it, and kept seeds draw by them. */
export type RedirectStep = OfOrder & {
  readonly kind: "instalments";
  readonly method: RedirectMethod;
  readonly choice: "approve" | "cancel" | "leave";
  readonly thinksMs: number;
  readonly returns: number;
  readonly polls: number;
};
export type ReferenceStep = OfOrder & {
  readonly kind: "reference";
  readonly method: ReferenceMethod;
  /** After this the bill is paid; null: never. */
  readonly paysAfterMs: number | null;
};
/** Orders one piece from the product link of the world. */
export type CheckoutStep = OfOrder & {
  readonly kind: "checkout";
  readonly presses: number;
  readonly withCoupon: boolean;
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
    /** Its clock is so far ahead of the others' from then on, or behind; set right when it dies and when faults are over. */
    | { readonly kind: "clock"; readonly aheadMs: number }
    | ({ readonly kind: "outage" } & Outage)
    /** Dies at the n-th thing that it does from then on, before or after it is done. */
    | { readonly kind: "crash"; readonly turns: number; readonly isAfter: boolean; readonly downMs: number }
  );
export type Step =
  | CheckoutStep
  | CardStep
  | CodeStep
  | DeviceStep
  | RedirectStep
  | ReferenceStep
  | MerchantStep
  | NodeStep
  | (OfOrder & { readonly kind: "status"; readonly times: number });

/** Pieces of the product, and how often its coupon may be used; null: there is none. */
export type SalePlan = { readonly pieces: number; readonly couponUses: number | null };

export type Plan = {
  readonly seed: number;
  readonly nodes: number;
  readonly orders: number;
  /** What buyers order from; null: the orders are invoices. */
  readonly sale: SalePlan | null;
  /** The shop has a unit that stamps its tax documents. */
  readonly isStamped: boolean;
  /** The shop's server takes webhooks, its buyers texts, itself mails. */
  readonly isTold: boolean;
  /** Milliseconds that orders may be paid for; null without an end. */
  readonly expiresAfterMs: number | null;
  readonly rates: Rates;
  readonly steps: readonly Step[];
};

/** The plan of a seed. */
export function planOf(seed: number): Plan {
  const random = createRandom(`plan ${seed}`);
  const nodes = random.chance(0.5) ? 2 : 1;
  const rush = random.chance(0.15) ? "refunds" : random.chance(0.06) ? "late money" : null;
  const orders = rush === "refunds" ? random.whole(6, 8) : rush === null && random.chance(0.2) ? 2 : 1;
  const rates = {
    request: random.pick([0, 0.03, 0.1, 0.25]),
    message: random.pick([0, 0.2, 0.6, 1]),
  };
  const draft = { random, nodes, orders };
  const sale = rush === null && random.chance(0.25) ? salePlan(random) : null;
  const begun = rush === null ? (sale === null ? mixed(draft) : sold(draft)) : rushes[rush](draft);
  const lengthMs = Math.max(...begun.map(({ at }) => at)) + random.pick([5_000, 60_000, 150_000]);
  const steps = [...begun, ...upkeep(draft, lengthMs), ...outages(draft, begun)]
    .toSorted((a, b) => a.at - b.at)
    .map((step, index) => ({ ...step, id: `${index + 1}:${step.kind}` }));
  // By any of the clocks, which differ by 20 seconds, it is still to come when the invoice is issued.
  const expiresAfterMs = random.chance(0.1) ? random.whole(25_000, 90_000) : null;
  const isStamped = random.chance(0.2);
  const isTold = random.chance(0.2);
  return { seed, nodes, orders, sale, isStamped, isTold, expiresAfterMs, rates, steps };
}

function salePlan(random: Random): SalePlan {
  return { pieces: random.whole(1, 2), couponUses: random.chance(0.6) ? random.whole(1, 2) : null };
}

export type Draft = { readonly random: Random; readonly nodes: number; readonly orders: number };

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
      withCoupon: random.chance(0.7),
    };
  });
  const paid = mixed({ ...draft, orders: orders + 1 });
  return [...checkouts, ...paid.map((step) => ({ ...step, at: step.at + 3_000 }))];
}

/** Their order is part of every plan: one that is added changes the worlds of all seeds. */
const deviceWallets = Object.keys({
  applepay: true,
  googlepay: true,
} satisfies Record<WalletMethod, true>) as WalletMethod[];

/** The same of wallets with a code; by one that is false here no plan pays, and kept seeds play the same worlds. */
const isPlayed: Readonly<Record<OtpMethod, boolean>> = { stcpay: true, urpay: true };
const codeWallets = (Object.keys(isPlayed) as OtpMethod[]).filter((wallet) => isPlayed[wallet]);

type BuyerKind = (CardStep | CodeStep | DeviceStep | RedirectStep | ReferenceStep)["kind"];

/** By which steps each flow is paid, as often as they are drawn; a flow that is added has its own. Kept seeds draw by the order. */
const kindsOfFlows: Readonly<Record<Flow, readonly [BuyerKind, ...BuyerKind[]]>> = {
  card: ["card", "card", "card"],
  otp: ["code", "code"],
  wallet: ["device"],
  redirect: ["instalments"],
  reference: ["reference"],
};
const drawnKinds = Object.values(kindsOfFlows).flat();

function buyerStep(random: Random, place: OfOrder): Step {
  const thinksMs = random.pick([500, 4_000, 20_000, 130_000]) * random.part();
  const polls = random.chance(0.3) ? 7 : 0;
  const presses = random.chance(0.2) ? 2 : 1;
  const returns = random.pick([0, 1, 1, 2]);
  const kind = random.pick(drawnKinds);
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
      return { ...place, kind, wallet: random.pick(codeWallets), presses, thinksMs, polls };
    case "device": {
      const wallet = random.pick(deviceWallets);
      return { ...place, kind, wallet, isApproved: random.chance(0.85), presses, polls };
    }
    case "instalments": {
      const choice = random.pick(["approve", "approve", "approve", "cancel", "leave"] as const);
      return { ...place, kind, method: random.pick(redirectMethods), choice, thinksMs, returns, polls };
    }
    case "reference": {
      const paysAfterMs = random.pick([5_000, 60_000, 5 * 60_000, 3 * 60 * 60_000, null]);
      return { ...place, kind, method: random.pick(referenceMethods), paysAfterMs };
    }
  }
}

function merchantStep(random: Random, place: OfOrder): Step {
  if (random.chance(0.35)) return { ...place, kind: "cancel" };
  if (random.chance(0.2)) return { ...place, kind: "status", times: random.whole(1, 4) };
  const calls = random.pick([1, 1, 2]);
  return { ...place, kind: "refund", amount: random.pick(["all", "part"]), calls };
}

function many<T>(what: T, times: number): T[] {
  return Array.from({ length: times }, () => what);
}
