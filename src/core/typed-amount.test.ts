import assert from "node:assert/strict";
import { test } from "node:test";
import { readTypedAmount } from "./typed-amount.ts";

test("an amount is the same in every writing of digits, decimals and thousands", () => {
  const writings = [
    ["1234.5", "1234.5"],
    ["١٢٣٤٫٥", "1234.5"],
    ["١٬٢٣٤٫٥٠", "1234.50"],
    ["۱۲۳۴٫۵", "1234.5"],
    ["1,234.50", "1234.50"],
    ["1 234,50", "1234.50"],
    ["١٢،٥٠", "12.50"],
    ["100,000", "100000"],
    ["\u200f345\u200f", "345"],
    ["\u2066345.00\u2069 ر.س", "345.00"],
    ["SAR 345", "345"],
    ["345 ريال", "345"],
    ["185", "185"],
    [".5", "0.5"],
    ["٫٥", "0.5"],
    ["170", "170"],
  ] as const;
  for (const [typed, read] of writings) assert.equal(readTypedAmount(typed, "SAR"), read, typed);
});

test("what is no amount is refused, never cut to one that was not meant", () => {
  for (const typed of [
    "",
    "0",
    "0.00",
    "1,2,3",
    "12,34,5",
    "1.234.567",
    "-5",
    "5 6x",
    "1e3",
    "1.005",
    "1,0000",
  ])
    assert.equal(readTypedAmount(typed, "SAR"), null, typed);
  assert.equal(readTypedAmount("1.005", "KWD"), "1.005");
});
