/** Days of Saudi banks. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { bankDayAfter } from "./bank-day.ts";

test("Friday and Saturday are no days of a bank: what falls on them arrives on Sunday", () => {
  // 2026-11-26 is a Thursday.
  const cases: readonly (readonly [day: string, count: number, arrives: string])[] = [
    ["2026-11-26", 0, "2026-11-26"],
    ["2026-11-26", 1, "2026-11-29"],
    ["2026-11-27", 0, "2026-11-29"],
    ["2026-11-27", 1, "2026-11-29"],
    ["2026-11-28", 2, "2026-11-30"],
    ["2026-11-22", 5, "2026-11-29"],
    ["2026-12-31", 1, "2027-01-03"],
  ];
  for (const [day, count, arrives] of cases)
    assert.equal(bankDayAfter(day, count), arrives, `${day} ${count}`);
});
