import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readPercent, standardVatBps } from "./percent.ts";
import { percentText } from "./pricing.ts";

const cases: readonly (readonly [text: string, bps: number | null])[] = [
  ["0", 0],
  ["5", 500],
  ["15", 1_500],
  ["15.0", 1_500],
  ["15.00", 1_500],
  ["2.5", 250],
  ["0.01", 1],
  ["100", 10_000],
  ["100.00", 10_000],
  ["100.01", null],
  ["150", null],
  ["1000", null],
  ["15.005", null],
  ["15.", null],
  [".5", null],
  ["-1", null],
  ["+1", null],
  ["1e1", null],
  ["15%", null],
  [" 15", null],
  ["١٥", null],
  ["", null],
];

test("a percentage is read exactly or not at all", () => {
  for (const [text, bps] of cases) assert.equal(readPercent(text), bps, text);
});

test("what is written is read back", () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 10_000 }), (bps) => readPercent(percentText(bps)) === bps));
});

test("the standard rate is 15 %", () => {
  assert.equal(percentText(standardVatBps), "15.00");
});
