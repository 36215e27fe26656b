import assert from "node:assert/strict";
import { test } from "node:test";
import { occurrenceFrom, occurrenceOf, type Recurrence } from "./recurrence.ts";

const days = (recurrence: Recurrence, count: number) =>
  Array.from({ length: count }, (_, index) => occurrenceOf(recurrence, index));

test("months from the 31st end with shorter months and come back to the 31st", () => {
  assert.deepEqual(days({ every: "month", interval: 1, startsOn: "2026-12-31" }, 5), [
    ...["2026-12-31", "2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30"],
  ]);
  assert.equal(occurrenceOf({ every: "month", interval: 1, startsOn: "2027-12-31" }, 2), "2028-02-29");
});

test("weeks, several months and years are counted from the first day", () => {
  assert.deepEqual(days({ every: "week", interval: 2, startsOn: "2026-12-24" }, 3), [
    ...["2026-12-24", "2027-01-07", "2027-01-21"],
  ]);
  assert.deepEqual(days({ every: "month", interval: 3, startsOn: "2026-11-30" }, 3), [
    ...["2026-11-30", "2027-02-28", "2027-05-30"],
  ]);
  assert.deepEqual(days({ every: "year", interval: 1, startsOn: "2028-02-29" }, 5), [
    ...["2028-02-29", "2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"],
  ]);
});

test("what was missed is left out, and a day itself is not", () => {
  const monthly = { every: "month", interval: 1, startsOn: "2026-01-31" } as const;
  assert.deepEqual(occurrenceFrom(monthly, { index: 1, day: "2026-04-30" }), { index: 3, day: "2026-04-30" });
  assert.deepEqual(occurrenceFrom(monthly, { index: 1, day: "2026-05-01" }), { index: 4, day: "2026-05-31" });
  assert.deepEqual(occurrenceFrom(monthly, { index: 5, day: "2026-01-01" }), { index: 5, day: "2026-06-30" });
});
