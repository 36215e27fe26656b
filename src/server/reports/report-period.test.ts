import assert from "node:assert/strict";
import { test } from "node:test";
import { monthsOf } from "./report-period.ts";

test("a period is added up by its calendar months, each day in one of them", () => {
  assert.deepEqual(monthsOf({ from: "2027-12-30", to: "2028-03-01" }), [
    { from: "2027-12-30", to: "2027-12-31" },
    { from: "2028-01-01", to: "2028-01-31" },
    { from: "2028-02-01", to: "2028-02-29" },
    { from: "2028-03-01", to: "2028-03-01" },
  ]);
  assert.deepEqual(monthsOf({ from: "2026-11-22", to: "2026-11-22" }), [
    { from: "2026-11-22", to: "2026-11-22" },
  ]);
});

test("no period has more months than the calendar: not at its end, and none where it ends before it begins", () => {
  assert.deepEqual(monthsOf({ from: "9999-11-30", to: "9999-12-31" }), [
    { from: "9999-11-30", to: "9999-11-30" },
    { from: "9999-12-01", to: "9999-12-31" },
  ]);
  assert.deepEqual(monthsOf({ from: "2026-11-01", to: "2026-09-30" }), []);
});
