import assert from "node:assert/strict";
import { test } from "node:test";
import { readQuantity } from "./quantity.ts";

test("a whole number is read in every script of digits, with what a keyboard puts around it", () => {
  for (const [text, qty] of [
    ["2", 2],
    ["٢٥", 25],
    ["۲۵", 25],
    [" 12 ", 12],
    ["3x", 3],
    ["007", 7],
  ] as const)
    assert.deepEqual(readQuantity(text), { kind: "whole", qty });
});

test("a part of a piece and a negative number are refused, and never read as other numbers", () => {
  for (const text of ["2.5", "2,5", "٢٫٥", "٢،٥", "۲٬۵", "2.", ".5", "-4", "\u22124", "+4", "1,000"])
    assert.deepEqual(readQuantity(text), { kind: "wrong" }, text);
});

test("nothing and zero are not a quantity yet", () => {
  for (const text of ["", "0", "٠", "x"]) assert.deepEqual(readQuantity(text), { kind: "empty" }, text);
});
