import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblem } from "#core/problem.ts";
import { isPayable, requireOpen } from "./order-open.ts";

test("an order may be paid until the very millisecond of its expiry, and not in it", () => {
  const order = { status: "PENDING", expires_at: new Date(1_000_000) } as const;
  assert.doesNotThrow(() => requireOpen(order, 999_999));
  assert.ok(isPayable(order, 999_999));
  for (const now of [1_000_000, 1_000_001]) {
    assert.throws(
      () => requireOpen(order, now),
      (thrown) => isProblem(thrown) && thrown.code === "link_expired",
    );
    assert.ok(!isPayable(order, now));
  }
  assert.doesNotThrow(() => requireOpen({ ...order, expires_at: null }, Number.MAX_SAFE_INTEGER));
});

test("an order whose status takes no payment is refused by its own word, whatever its time", () => {
  const order = { status: "CANCELLED", expires_at: null } as const;
  assert.throws(
    () => requireOpen(order, 0),
    (thrown) => isProblem(thrown) && thrown.code === "order_cancelled",
  );
  assert.ok(!isPayable(order, 0));
});
