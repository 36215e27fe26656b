import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { maximumMinor, minor } from "../money.ts";
import { parseQuantity, priceOf, quantity, quantityText, wholeQuantity, wholeUnits } from "./quantity.ts";

test("quantities are read and written exactly, with up to three decimals", () => {
  for (const [text, thousandths, written] of [
    ["1", 1_000, "1"],
    ["0.5", 500, "0.5"],
    ["0.001", 1, "0.001"],
    ["12.120", 12_120, "12.12"],
    ["100000", 100_000_000, "100000"],
  ] as const) {
    assert.equal(parseQuantity(text), thousandths);
    assert.equal(quantityText(thousandths), written);
  }
  for (const text of [
    "0",
    "0.000",
    "0.0005",
    "-1",
    "+1",
    "1e3",
    "1,5",
    ".5",
    "5.",
    "",
    "100000.001",
    "٢",
    " 1",
  ])
    assert.equal(parseQuantity(text), null, text);
});

test("every quantity survives being written and read", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000_000 }), (thousandths) => {
      assert.equal(parseQuantity(quantityText(thousandths)), thousandths);
    }),
  );
});

test("what no line can sell is a bug", () => {
  for (const value of [0, -1, 0.5, Number.NaN, 100_000_001]) assert.throws(() => quantity(value), RangeError);
  assert.throws(() => wholeQuantity(1.5), RangeError);
  assert.throws(() => wholeQuantity(100_001), RangeError);
});

test("only quantities without a fraction are whole units", () => {
  assert.equal(wholeUnits(wholeQuantity(7)), 7);
  assert.equal(wholeUnits(quantity(7_001)), null);
});

test("a price is rounded half up once, and one that is too large is none", () => {
  assert.equal(priceOf(quantity(500), minor(1_001)), 501);
  assert.equal(priceOf(quantity(1), minor(499)), 0);
  assert.equal(priceOf(quantity(333), minor(10_000)), 3_330);
  assert.equal(priceOf(wholeQuantity(100_000), minor(maximumMinor / 100_000)), maximumMinor);
  assert.equal(priceOf(wholeQuantity(100_000), minor(maximumMinor / 100_000 + 1)), null);
  assert.equal(priceOf(quantity(100_000_000), minor(maximumMinor)), null);
});
