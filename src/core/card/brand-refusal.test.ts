import assert from "node:assert/strict";
import { test } from "node:test";
import { brandRefusal } from "./brand-refusal.ts";

test("the session's brand decides which flag of the order counts", () => {
  const both = { isMadaAllowed: true, isCreditCardAllowed: true };
  const onlyMada = { isMadaAllowed: true, isCreditCardAllowed: false };
  const onlyCredit = { isMadaAllowed: false, isCreditCardAllowed: true };
  for (const [card, order, expected] of [
    [{ brand: "VISA", localBrand: "MADA" }, both, null],
    [{ brand: "VISA", localBrand: "MADA" }, onlyMada, null],
    [{ brand: "VISA", localBrand: "mada" }, onlyCredit, "madaNotAllowed"],
    [{ brand: "MADA" }, onlyCredit, "madaNotAllowed"],
    [{ brand: "VISA" }, both, null],
    [{ brand: "VISA", localBrand: null }, onlyMada, "creditNotAllowed"],
    [{ brand: "MASTERCARD" }, onlyCredit, null],
    [{}, onlyMada, "creditNotAllowed"],
    [{}, onlyCredit, null],
  ] as const) {
    assert.equal(brandRefusal(card, order), expected, JSON.stringify([card, order]));
  }
});
