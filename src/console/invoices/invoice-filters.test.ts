import assert from "node:assert/strict";
import { test } from "node:test";
import { dayEnd, dayStart, listQuery, readInvoiceFilters } from "./invoice-filters.ts";

test("an address gives filters, and what is none of them is left out", () => {
  assert.deepEqual(readInvoiceFilters({ show: "unpaid", from: "2026-11-01", to: "2026-11-23", client: 4 }), {
    show: "unpaid",
    from: "2026-11-01",
    to: "2026-11-23",
    client: 4,
  });
  assert.deepEqual(
    readInvoiceFilters({ show: "all", from: "1448-06-03x", to: "2026-13-01", client: "x" }),
    {},
  );
  assert.deepEqual(readInvoiceFilters({ from: "9999-12-01", to: "9999-12-31" }), {}, "no call takes them");
});

test("a period begins at midnight in Riyadh and holds its last day", () => {
  assert.equal(new Date(dayStart("2026-11-23")).toISOString(), "2026-11-22T21:00:00.000Z");
  assert.equal(new Date(dayEnd("2026-12-31")).toISOString(), "2026-12-31T21:00:00.000Z");
  assert.equal(new Date(dayEnd("2028-02-28")).toISOString(), "2028-02-28T21:00:00.000Z");
});

test("unpaid asks for all statuses that can be paid, overdue for the due date", () => {
  assert.deepEqual(listQuery({ show: "unpaid" }), { status: ["CREATED", "PENDING"], limit: 25 });
  assert.deepEqual(listQuery({ show: "overdue" }), { overdue: "true", limit: 25 });
});
