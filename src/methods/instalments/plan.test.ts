import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { dueDate, planOf } from "./plan.ts";

const plans: readonly [number, string, readonly number[]][] = [
  [115, "SAR", [28.75, 28.75, 28.75, 28.75]],
  [100.03, "SAR", [25, 25, 25, 25.03]],
  [0.03, "SAR", [0, 0, 0, 0.03]],
  [1.005, "KWD", [0.251, 0.251, 0.251, 0.252]],
];

for (const [total, currency, expected] of plans) {
  test(`${total} ${currency} are paid as ${expected.join(", ")}, from today and then monthly`, () => {
    assert.deepEqual(
      planOf(total, currency),
      expected.map((amount, months) => ({ months, amount })),
    );
  });
}

test("the parts of every total sum to it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (halalas) => {
      const parts = planOf(halalas / 100, "SAR").map(({ amount }) => Math.round(amount * 100));
      assert.equal(parts.length, 4);
      assert.equal(
        parts.reduce((sum, part) => sum + part, 0),
        halalas,
      );
    }),
  );
});

test("a part is due on the same day of its month in Riyadh, or on the last one", () => {
  for (const [now, months, day] of [
    ["2026-11-20T12:00:00Z", 1, "2026-12-20"],
    ["2026-11-20T12:00:00Z", 3, "2027-02-20"],
    ["2026-11-30T21:30:00Z", 1, "2027-01-01"],
    ["2026-11-30T12:00:00Z", 3, "2027-02-28"],
    ["2027-10-31T12:00:00Z", 4, "2028-02-29"],
  ] as const) {
    assert.equal(dueDate(months, Date.parse(now)).slice(0, 10), day, `${now} and ${months} months`);
  }
});
