import assert from "node:assert/strict";
import test from "node:test";
import { identifyCard, isCardNumber, issuerBehaviour, maskNumber, passesLuhn, testCards } from "./cards.ts";

test("every published test card is taken, also the two that fail the check digit rule", () => {
  assert.deepEqual(
    testCards.filter((card) => !isCardNumber(card.number)),
    [],
  );
  const wrong = testCards.filter((card) => !passesLuhn(card.number)).map((card) => card.number);
  assert.deepEqual(wrong, ["5433579999990250", "8736469999990336"]);
});

test("a number with one digit changed fails the check digit rule", () => {
  assert.equal(isCardNumber("5123450000000009"), false);
});

const brands: readonly (readonly [string, string, string, string | undefined])[] = [
  ["5123450000000008", "MASTERCARD", "CREDIT", undefined],
  ["2223000000000007", "MASTERCARD", "CREDIT", undefined],
  ["4508750015741019", "VISA", "CREDIT", undefined],
  ["371881634498004", "AMEX", "CHARGE", undefined],
  ["30123400000000", "DINERS_CLUB", "CREDIT", undefined],
  ["3528000000000007", "JCB", "CREDIT", undefined],
  ["6011003179988686", "DISCOVER", "CREDIT", undefined],
  ["5000000000000000005", "MAESTRO", "CREDIT", undefined],
  ["5297410588409146", "MASTERCARD", "DEBIT", "MADA"],
  ["5433579999990250", "MASTERCARD", "DEBIT", "MADA"],
  ["4228180191362993", "VISA", "DEBIT", "MADA"],
  ["4860940000000008", "VISA", "DEBIT", "MADA"],
  ["9682090000000007", "LOCAL_BRAND_ONLY", "DEBIT", "MADA"],
  ["8736469999990336", "LOCAL_BRAND_ONLY", "DEBIT", "MADA"],
];
for (const [number, brand, fundingMethod, localBrand] of brands) {
  test(`${maskNumber(number)} is ${localBrand ?? brand} ${fundingMethod}`, () => {
    const card = identifyCard(number);
    assert.deepEqual([card.brand, card.fundingMethod, card.localBrand], [brand, fundingMethod, localBrand]);
  });
}

test("a card that is in no table is challenged", () => {
  assert.equal(issuerBehaviour("4111111111111111").behaviour, "challenge");
});

test("masking keeps the length and shows six and four digits", () => {
  assert.equal(maskNumber("371881634498004"), "371881xxxxx8004");
});
