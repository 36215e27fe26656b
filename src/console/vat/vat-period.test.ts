/** Periods of the VAT return are whole months and quarters, whatever an address says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { latestPeriods, movedPeriod, readVatPeriod } from "./vat-period.ts";

const today = "2026-02-28";

test("an address names a month or a quarter; any other text is the month of today", () => {
  for (const [text, period, from, to] of [
    ["2026-11", "2026-11", "2026-11-01", "2026-11-30"],
    ["2028-02", "2028-02", "2028-02-01", "2028-02-29"],
    ["2026-Q4", "2026-Q4", "2026-10-01", "2026-12-31"],
    ["2026-13", "2026-02", "2026-02-01", "2026-02-28"],
    ["2026-Q5", "2026-02", "2026-02-01", "2026-02-28"],
    [undefined, "2026-02", "2026-02-01", "2026-02-28"],
  ] as const)
    assert.deepEqual(readVatPeriod(text, today), { text: period, from, to }, String(text));
});

test("periods continue over the end of a year, in both directions", () => {
  assert.equal(movedPeriod(readVatPeriod("2026-01", today), -1).text, "2025-12");
  assert.equal(movedPeriod(readVatPeriod("2026-Q1", today), -1).text, "2025-Q4");
  assert.equal(movedPeriod(readVatPeriod("2025-Q4", today), 1).text, "2026-Q1");
  assert.deepEqual(
    latestPeriods("quarters", 3, today).map(({ text }) => text),
    ["2026-Q1", "2025-Q4", "2025-Q3"],
  );
  assert.equal(latestPeriods("months", 3, today).at(-1)?.text, "2025-12");
});
