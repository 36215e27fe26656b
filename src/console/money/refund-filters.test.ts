/** Which refunds wait for a person. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isStuck, readRefundFilters } from "./refund-filters.ts";

test("a refund without an outcome for two days is stuck, one with an outcome never", () => {
  const now = new Date("2026-11-23T12:00:00Z");
  const at = (state: "pending" | "unknown" | "refunded" | "declined", createdAt: string): boolean =>
    isStuck({ state, createdAt }, now);
  assert.deepEqual(
    [
      at("pending", "2026-11-21T12:00:00Z"),
      at("pending", "2026-11-21T11:59:59Z"),
      at("unknown", "2026-11-01T00:00:00Z"),
      at("refunded", "2026-11-01T00:00:00Z"),
      at("declined", "2026-11-01T00:00:00Z"),
    ],
    [false, true, true, false, false],
  );
  assert.deepEqual(readRefundFilters({ state: "stuck" }), {});
  assert.deepEqual(readRefundFilters({ state: "declined" }), { state: "declined" });
});
