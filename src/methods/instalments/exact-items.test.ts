import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { minor } from "#core/money.ts";
import { quantity, wholeQuantity } from "#core/pricing/quantity.ts";
import { exactItems } from "./exact-items.ts";

test("a line that can be divided keeps its quantity, any other becomes one piece", () => {
  const lines = [
    { title: "تمر", qty: wholeQuantity(2), lineTotal: minor(11_500) },
    { title: "كيس", qty: wholeQuantity(3), lineTotal: minor(50) },
    { title: "هدية", qty: wholeQuantity(4), lineTotal: minor(0) },
    { title: "هيل", qty: quantity(500), lineTotal: minor(4_000) },
  ];
  assert.deepEqual(exactItems(lines), [
    { reference: "L1", title: "تمر", quantity: 2, unitPrice: 5_750, total: 11_500 },
    { reference: "L2", title: "3 × كيس", quantity: 1, unitPrice: 50, total: 50 },
    { reference: "L3", title: "هدية", quantity: 4, unitPrice: 0, total: 0 },
    { reference: "L4", title: "0.5 × هيل", quantity: 1, unitPrice: 4_000, total: 4_000 },
  ]);
});

test("titles are cut to what the services take, and stay one line", () => {
  const [item] = exactItems([{ title: `a\n${"ب".repeat(400)}`, qty: wholeQuantity(1), lineTotal: minor(1) }]);
  assert.equal(item?.title.length, 255);
  assert.ok(!item?.title.includes("\n"));
});

test("whatever the lines, quantity times price is each line's total to the halala", () => {
  const line = fc.record({
    title: fc.string({ minLength: 1 }),
    qty: fc.integer({ min: 1, max: 100_000_000 }).map(quantity),
    lineTotal: fc.integer({ min: 0, max: 1_000_000_000 }).map(minor),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
      const items = exactItems(lines);
      assert.deepEqual(
        items.map(({ quantity, unitPrice }) => quantity * unitPrice),
        lines.map(({ lineTotal }) => lineTotal),
      );
    }),
  );
});
