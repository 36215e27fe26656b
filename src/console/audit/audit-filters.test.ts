import assert from "node:assert/strict";
import { test } from "node:test";
import { auditQuery, readAuditFilters } from "./audit-filters.ts";

test("an address narrows the log down by who acted, what it is about and days of Riyadh, and by nothing else", () => {
  const filters = { actor: "person 3", kind: "money", from: "2026-11-01", to: "2026-11-30" };
  assert.deepEqual(readAuditFilters({ ...filters, other: 1 }), filters);
  assert.deepEqual(
    readAuditFilters({ actor: "person 0", kind: "everything", from: "2026-13-01", to: 20261130 }),
    {},
  );
  assert.deepEqual(auditQuery(readAuditFilters(filters)), {
    actor: "person 3",
    kind: "money",
    since: "2026-11-01T00:00:00+03:00",
    before: "2026-12-01T00:00:00+03:00",
    limit: 50,
  });
});
