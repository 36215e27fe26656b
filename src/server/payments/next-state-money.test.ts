/** When money that a provider states counts for the order: its amount and its currency are looked at, always both. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import type { Outcome } from "#core/outcome.ts";
import { attemptRow } from "#test/attempt-row.ts";
import type { LockedOrder } from "../orders/order-moves.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { nextState } from "./next-state.ts";

const now = Date.UTC(2026, 10, 22, 9);
const order: LockedOrder = {
  id: 1,
  order_number: "5K7Q2M9XAB3CD4EF",
  merchant_id: 1,
  status: "PENDING",
  source: "api",
  version: 1,
  currency: "SAR",
  total: 11_500,
  captured_total: 0,
  expires_at: null,
  buyer_erased_at: null,
  has_digital: false,
};

const attempt = (state: AttemptRow["state"]): AttemptRow =>
  attemptRow(new Date(now), { method: "a2a", provider: "a2a", state });

const captured = (amount: number, currency: string, mayExceed: boolean): Outcome => ({
  kind: "captured",
  reference: "credit-1",
  money: { amount: minor(amount), currency },
  ...(mayExceed && { mayExceed: true }),
});

const cases = [
  { amount: 11_500, currency: "SAR", mayExceed: false, to: "captured" },
  { amount: 11_500, currency: "AED", mayExceed: false, to: "surplus" },
  { amount: 11_499, currency: "SAR", mayExceed: false, to: "surplus" },
  { amount: 11_501, currency: "SAR", mayExceed: false, to: "surplus" },
  { amount: 11_501, currency: "SAR", mayExceed: true, to: "captured" },
  { amount: 11_499, currency: "SAR", mayExceed: true, to: "surplus" },
  { amount: 11_500, currency: "AED", mayExceed: true, to: "surplus" },
  { amount: 99_999, currency: "AED", mayExceed: true, to: "surplus" },
] as const;

for (const state of ["offered", "in_flight", "unknown", "awaiting_buyer"] as const) {
  for (const { amount, currency, mayExceed, to } of cases) {
    const sum = `${amount} ${currency}${mayExceed ? ", where more may be sent," : ""}`;
    test(`${sum} for an attempt of 11500 SAR that is ${state} makes it ${to}`, () => {
      const next = nextState(attempt(state), order, captured(amount, currency, mayExceed), "check", now);
      assert.equal(next?.to, to);
      assert.equal(next?.settles === true, to === "captured", "it pays the order");
      const isExact = amount === 11_500 && currency === "SAR";
      assert.equal(next?.isRaised === true, !isExact, "somebody is to look at it");
      assert.equal(next?.set?.received_amount, isExact || currency !== "SAR" ? null : amount);
    });
  }
}

test("the right sum does not pay an order that has another total or currency by now", () => {
  for (const other of [{ total: 11_501 }, { currency: "AED" }]) {
    const edited = { ...order, ...other };
    const next = nextState(attempt("unknown"), edited, captured(11_500, "SAR", false), "check", now);
    assert.equal(next?.to, "surplus");
  }
});

test("the right sum pays no order that is not open any more, however live its attempt", () => {
  for (const status of orderStatuses.filter((each) => !orderStatusFacts[each].payable))
    for (const state of ["offered", "in_flight", "unknown", "awaiting_buyer"] as const) {
      const closed = { ...order, status };
      const next = nextState(attempt(state), closed, captured(11_500, "SAR", false), "check", now);
      assert.deepEqual([next?.to, next?.settles === true], ["surplus", false], `${status}, ${state}`);
    }
});
