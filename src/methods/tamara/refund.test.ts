import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import type { HttpResult } from "#core/ports.ts";
import { toSend } from "../provider-run.ts";
import { broken, context, json, order, orderId, providerOf } from "./documented-examples.ts";

type Listed = { readonly id?: string; readonly amount: number };

/** The order's refunds before a refund of 10.00 under "rf0001", what we know of, and whether it is sent. */
const lists: readonly [string, readonly Listed[], number, "sent" | "found"][] = [
  ["nothing", [], 0, "sent"],
  ["our own id", [{ id: "rf0001", amount: 10 }], 0, "found"],
  ["the id of another refund", [{ id: "rf0000", amount: 10 }], 10, "sent"],
  ["refunds without ids that we know of", [{ amount: 10 }], 10, "sent"],
  ["a refund without id that we do not know of", [{ amount: 5 }, { amount: 10 }], 5, "found"],
  ["a refund of another amount that we do not know of", [{ amount: 20 }], 0, "sent"],
  [
    "the id of another refund beside something that we do not know of",
    [{ id: "rf0000", amount: 10 }, { amount: 20 }],
    10,
    "sent",
  ],
  ["part of it that we do not know of", [{ amount: 10 }], 5, "sent"],
];

for (const [what, refunds, knownRiyals, expected] of lists) {
  test(`a refund where the order shows ${what} is ${expected}`, async () => {
    const sar = (amount: number) => ({ amount, currency: "SAR" });
    const shown = {
      ...order,
      refunded_amount: sar(refunds.reduce((sum, { amount }) => sum + amount, 0)),
      transactions: {
        ...order.transactions,
        refunds: refunds.map(({ id, amount }) => ({
          refund_id: "r1",
          total_amount: sar(amount),
          ...(id && { merchant_refund_id: id }),
        })),
      },
    };
    const answer = { order_id: orderId, refund_id: "r1", refunded_amount: sar(10) };
    const { provider, requests } = providerOf(json(shown), json(answer));
    const refund = toSend({
      id: "rf0001",
      amount: minor(1_000),
      refundedBefore: minor(knownRiyals * 100),
    });
    assert.deepEqual(await provider.refund?.(context, refund), {
      kind: "refunded",
      reference: "r1",
      amount: 1_000,
      currency: "SAR",
    });
    assert.equal(requests.length, expected === "sent" ? 2 : 1);
  });
}

const once = toSend({ id: "rf0001", amount: minor(1_000) });
const refusal = json({ message: "no", errors: [{ error_code: "refund_too_large" }] }, 400);
const tenRiyals = { amount: 10, currency: "SAR" };
const made = {
  ...order,
  refunded_amount: tenRiyals,
  transactions: {
    ...order.transactions,
    refunds: [{ refund_id: "r1", total_amount: tenRiyals, merchant_refund_id: "rf0001" }],
  },
};

const ends: readonly [string, readonly HttpResult[], string][] = [
  ["refused", [refusal, json(order)], "declined"],
  ["refused because an earlier sending went through", [refusal, json(made)], "refunded"],
  ["refused by an order that then does not answer", [refusal, broken], "unknown"],
  ["not answered", [broken], "unknown"],
  ["not sent", [{ kind: "not_sent", reason: "ECONNREFUSED" }], "not_sent"],
  [
    "answered for another order",
    [json({ order_id: "x", refund_id: "r", refunded_amount: tenRiyals })],
    "unknown",
  ],
];

for (const [what, answers, kind] of ends) {
  test(`a refund that is ${what} is ${kind}`, async () => {
    const { provider, requests } = providerOf(json(order), ...answers);
    assert.equal((await provider.refund?.(context, once))?.kind, kind);
    assert.equal(requests.length, 1 + answers.length);
  });
}

test("a refund of an order that does not answer is not sent", async () => {
  const { provider, requests } = providerOf(broken);
  assert.equal((await provider.refund?.(context, once))?.kind, "not_sent");
  assert.equal(requests.length, 1);
});
