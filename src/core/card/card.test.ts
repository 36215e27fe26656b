import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  cardBrand,
  cardDigits,
  cardNumberLength,
  groupCardNumber,
  isCardNumber,
  isSecurityCode,
} from "./card.ts";
import type { CardBrand } from "./card-brands.ts";

/** Test cards that the card gateway publishes, by brand. */
const testCards: Readonly<Record<CardBrand, readonly string[]>> = {
  mada: [
    "5297410588409146",
    "5433570000000008",
    "4228180191362993",
    "4860940000000008",
    "4860940000000024",
  ].concat(["9682090000000007", "9682090000000031", "4464040000000007", "5588480000000003"]),
  visa: ["4508750015741019", "4012000033330026", "4440000009900010", "4440000042200014"],
  mastercard: [
    "5123450000000008",
    "2223000000000007",
    "5111111111111118",
    "2223000000000023",
    "5555555555000018",
  ],
  amex: ["371881634498004", "371881127160004", "371881245560002", "371881911767006"],
};

test("every published test card has its brand, its length and a right check digit", () => {
  for (const [brand, numbers] of Object.entries(testCards)) {
    for (const number of numbers) {
      assert.equal(cardBrand(number), brand, number);
      assert.ok(isCardNumber(number), number);
    }
  }
});

test("the two published mada test cards with a wrong check digit show as mada and are refused as numbers", () => {
  for (const number of ["5433579999990250", "8736469999990336"]) {
    assert.equal(cardBrand(number), "mada");
    assert.ok(!isCardNumber(number));
  }
});

test("the prefixes of the specification give its brands, mada before Visa and Mastercard", () => {
  for (const [prefix, brand] of [
    ["4", "visa"],
    ["51", "mastercard"],
    ["55", "mastercard"],
    ["34", "amex"],
    ["37", "amex"],
    ["5067", "mada"],
    ["4576", "mada"],
    ["4011", "mada"],
    ["4012", "visa"],
    ["2221", "mastercard"],
    ["2720", "mastercard"],
    ["2220", null],
    ["2721", null],
    ["50", null],
    ["56", null],
    ["33", null],
    ["35", null],
    ["36", null],
    ["38", null],
    ["6", null],
    ["", null],
  ] as const) {
    assert.equal(cardBrand(prefix), brand, prefix);
  }
});

test("a brand shows as soon as the digits point to it and mada as soon as its prefix is there", () => {
  assert.deepEqual(
    ["4", "45", "457", "4576", "45761"].map((digits) => cardBrand(digits)),
    ["visa", "visa", "visa", "mada", "mada"],
  );
  assert.equal(cardBrand("2"), null);
});

test("a card number has the length of its brand and a right check digit", () => {
  for (const number of [
    "",
    "4508750015741018",
    "450875001574101",
    "45087500157410190",
    "3718816344980040",
    "37188163449800",
    "4508 7500 1574 1019",
    "٤٥٠٨٧٥٠٠١٥٧٤١٠١٩",
    "abcdefghijklmnop",
  ]) {
    assert.ok(!isCardNumber(number), number);
  }
  assert.equal(cardNumberLength("amex"), 15);
  assert.equal(cardNumberLength(null), 16);
  assert.ok(isCardNumber("6011003179988686"), "the gateway decides about brands that are not in the table");
});

test("what was typed or pasted becomes digits, at most as many as the card has", () => {
  assert.equal(cardDigits("4508 7500-1574.1019"), "4508750015741019");
  assert.equal(cardDigits("٤٥٠٨ ۷۵۰۰"), "45087500");
  assert.equal(cardDigits("450875001574101999"), "4508750015741019");
  assert.equal(cardDigits("3718816344980049"), "371881634498004");
  assert.equal(cardDigits("name"), "");
});

test("digits are grouped as on the card while they are typed", () => {
  for (const [digits, grouped] of [
    ["", ""],
    ["4", "4"],
    ["45087", "4508 7"],
    ["4508750015741019", "4508 7500 1574 1019"],
    ["37188", "3718 8"],
    ["37188163449", "3718 816344 9"],
    ["371881634498004", "3718 816344 98004"],
  ] as const) {
    assert.equal(groupCardNumber(digits), grouped);
  }
});

test("grouping and reading back lose no digit", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 16 }), (digits) => {
      const kept = cardDigits(digits);
      assert.equal(cardDigits(groupCardNumber(kept)), kept);
    }),
  );
});

test("American Express has a four-digit security code, others three", () => {
  assert.ok(isSecurityCode("1000", "amex"));
  assert.ok(isSecurityCode("100", "visa"));
  assert.ok(isSecurityCode("١٠٠", "mada"));
  for (const [code, brand] of [
    ["100", "amex"],
    ["1000", "visa"],
    ["", null],
    ["10a", null],
  ] as const) {
    assert.ok(!isSecurityCode(code, brand), `${brand} ${code}`);
  }
});
