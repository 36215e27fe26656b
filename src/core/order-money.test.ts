import assert from "node:assert/strict";
import { test } from "node:test";
import { amountDue, paymentsAmong } from "./order-money.ts";
import { orderStatuses, orderStatusFacts } from "./order-status.ts";

test("what is due is what the payments have left of the total, and nothing of a closed order", () => {
  for (const status of orderStatuses) {
    const { payable } = orderStatusFacts[status];
    assert.equal(amountDue({ status, total: 11_500, captured_total: 0 }), payable ? 11_500 : 0, status);
    assert.equal(amountDue({ status, total: 11_500, captured_total: 4_000 }), payable ? 7_500 : 0, status);
  }
});

test("payments are the attempts that settled their order, oldest first, as dates or as text", () => {
  const attempts = [
    { id: "late", settled_at: "2026-11-22T10:00:00.5+00:00" },
    { id: "tried", settled_at: null },
    { id: "early", settled_at: "2026-11-22T12:00:00+03:00" },
  ];
  const ids = (of: readonly { readonly id: string }[]) => of.map(({ id }) => id);
  assert.deepEqual(ids(paymentsAmong(attempts)), ["early", "late"]);
  const dated = attempts.map(({ id, settled_at: at }) => ({
    id,
    settled_at: at === null ? null : new Date(at),
  }));
  assert.deepEqual(ids(paymentsAmong(dated)), ["early", "late"]);
  assert.deepEqual(paymentsAmong([]), []);
});
