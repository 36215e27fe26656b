/** Plans that cause what chance alone seldom does: three coincidences that belong together. */
import type { Draft, Step } from "./plan.ts";

/** A step is named when all are there. */
const id = "";

/** Jobs of all processes in turn, as their loops would have them. */
function jobsAt({ nodes }: Draft, moments: readonly number[]): Step[] {
  return moments.map((at, index) => ({ id, at, node: index % nodes, kind: "jobs" }));
}

/** Several orders that are paid and given back at the same time through one account, which is slow for minutes. */
function refundRush(draft: Draft): Step[] {
  const { random, nodes, orders } = draft;
  // Tabby knows a refund that it is sent twice; at Tamara it would be made twice.
  const method = random.pick(["tamara", "tamara", "tamara", "tabby"] as const);
  const atPaid = random.pick([15_000, 30_000]);
  const answers = random.pick(["refused", "refused", "refused", "status_500"] as const);
  const isBad = random.chance(0.8);
  const bad = { id, node: 0, kind: "outage", provider: method, isOfMoney: true } as const;
  const collected = [4_000, 4_500, 10_000, 10_500];
  // What is not made at first is due together later, and then each takes its time.
  const troubles: Step[] = [
    { ...bad, at: atPaid, fault: answers, forMs: 3_000 },
    { ...bad, at: atPaid + 3_100, fault: "slow", forMs: 300_000 },
    ...jobsAt(
      draft,
      Array.from({ length: 40 }, (_, index) => atPaid + 6_000 + index * 5_000),
    ),
  ];
  const buyers = Array.from({ length: orders }, (_, order) => order).flatMap((order): Step[] => {
    const node = random.whole(0, nodes - 1);
    const calm = { id, order, node, thinksMs: 300, returns: 1, polls: 0 };
    const refund = { id, order, node, kind: "refund", amount: "all", calls: 1 } as const;
    return [
      { ...calm, at: 0, kind: "instalments", method, choice: "approve" },
      // All of them are due again at about the same time, so that one process finds them together.
      { ...refund, at: atPaid + random.whole(0, 60) },
    ];
  });
  return [...buyers, ...jobsAt(draft, collected), ...(isBad ? troubles : [])];
}

/** A card payment is held up on its way for minutes, its repetition finds the gateway busy, and the buyer pays otherwise. */
function lateMoney(draft: Draft): Step[] {
  const { random, nodes } = draft;
  const node = random.whole(0, nodes - 1);
  const outage = { id, node: 0, kind: "outage", provider: "mpgs", isOfMoney: true } as const;
  const calm = { id, order: 0, node, presses: 1, thinksMs: 500, returns: 1, polls: 7 };
  const busy = random.pick(["status_503", "refused"] as const);
  return [
    { ...calm, at: 0, kind: "card", card: "frictionless", choice: "approve" },
    { ...outage, at: 0, fault: "late", forMs: 4_000 },
    { ...outage, at: random.pick([66_000, 76_000, 90_000]), fault: busy, forMs: 60_000 },
    ...jobsAt(draft, [62_000, 70_000, 78_000, 84_000, 91_000, 98_000, 108_000]),
    { ...calm, at: random.whole(100_000, 125_000), kind: "code", wallet: "stcpay" },
    ...jobsAt(draft, [130_000, 150_000, 175_000]),
  ];
}

export const rushes = { refunds: refundRush, "late money": lateMoney } as const;
