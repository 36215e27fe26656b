/** Plots of money by day. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SalesReport } from "#contract/reports.ts";
import { plotDays, plotPeriod } from "./day-sums.ts";

const row = (period: string, gross: string, currency = "SAR"): SalesReport["rows"][number] => ({
  period,
  method: "card",
  account: "mpgs-cards",
  currency,
  payments: 1,
  gross,
  refunds: "0.00",
  fees: "0.00",
  net: gross,
});

test("a week begins on Sunday, has its days to come, and each day stands beside the one a week before", () => {
  const days = plotDays("week", "2026-11-24", [
    row("2026-11-24", "10.10"),
    row("2026-11-24", "0.20"),
    row("2026-11-17", "3.00"),
    row("2026-11-24", "99.00", "USD"),
  ]);
  assert.deepEqual(
    days.map(({ day, taken, takenBefore }) => [day, taken, takenBefore]),
    [
      ["2026-11-22", 0, 0],
      ["2026-11-23", 0, 0],
      ["2026-11-24", 1030, 300],
      ["2026-11-25", null, 0],
      ["2026-11-26", null, 0],
      ["2026-11-27", null, 0],
      ["2026-11-28", null, 0],
    ],
  );
});

test("a month stands beside the one before, whose days that it lacks are nothing", () => {
  assert.deepEqual(plotPeriod("2026-03-31"), { from: "2026-02-01", to: "2026-03-31" });
  assert.deepEqual(plotPeriod("2026-01-05"), { from: "2025-12-01", to: "2026-01-05" });
  const march = plotDays("month", "2026-03-31", [row("2026-02-28", "5.00"), row("2026-03-01", "7.00")]);
  assert.equal(march.length, 31);
  assert.deepEqual(
    [march[0]?.taken, march[27]?.dayBefore, march[27]?.takenBefore, march[28]?.dayBefore],
    [700, "2026-02-28", 500, null],
  );
});
