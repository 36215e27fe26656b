import assert from "node:assert/strict";
import { test } from "node:test";
import { renewedUntil } from "./renewed-until.ts";

test("an invoice is given as long again as it had, a day at least and thirty days at most", () => {
  const createdAt = "2026-11-01T10:00:00.000Z";
  const now = Date.parse("2026-11-20T08:00:30Z");
  const until = (expiresAt: string | null) => renewedUntil({ createdAt, expiresAt }, now);
  assert.equal(until("2026-11-04T10:00:00.000Z"), "2026-11-23T08:01:00.000Z");
  assert.equal(until("2026-11-01T10:15:00.000Z"), "2026-11-21T08:01:00.000Z");
  assert.equal(until("2027-11-01T10:00:00.000Z"), "2026-12-20T08:01:00.000Z");
});
