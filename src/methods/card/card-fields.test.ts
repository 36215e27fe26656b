import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardMethod } from "#core/card/card-brands.ts";
import { checkFields } from "#core/fields.ts";
import { cardFields, toCardData } from "./card-fields.ts";
import en from "./strings.en.json" with { type: "json" };

const now = { year: 2026, month: 11 };

const visa = {
  number: "4111 1111 1111 1111",
  expiry: "05/29",
  securityCode: "123",
  nameOnCard: "SARA AHMED",
};
const amex = { ...visa, number: "3714 496353 98431", securityCode: "1234" };

function messages(kind: CardMethod, values: Readonly<Record<string, string>>): string[] {
  const texts: Readonly<Record<string, string>> = en;
  return checkFields(cardFields(kind, now), values).map(
    ({ field, textKey }) => `${field}: ${texts[textKey]}`,
  );
}

test("each wrong field of a card begins with the text of the specification, then says what is wrong", () => {
  for (const [change, expected] of [
    [{}, []],
    [{ number: "" }, ["number: Card number invalid or missing. Enter the digits on the front of the card."]],
    [
      { number: "4111 1111 1111 1112" },
      ["number: Card number invalid or missing. One of the digits is wrong; compare them with the card."],
    ],
    [{ number: "4111" }, ["number: Card number invalid or missing. Some of its digits are missing."]],
    [{ expiry: "" }, ["expiry: Expiry month is invalid or missing. Enter month and year as on the card."]],
    [
      { expiry: "05" },
      ["expiry: Expiry month is invalid or missing. It takes two digits each for month and year."],
    ],
    [{ expiry: "13/29" }, ["expiry: Expiry month is invalid or missing. Months go from 01 to 12."]],
    [{ expiry: "00/29" }, ["expiry: Expiry month is invalid or missing. Months go from 01 to 12."]],
    [
      { expiry: "10/26" },
      ["expiry: Expiry month is invalid or missing. This card has expired. Use another one."],
    ],
    [{ expiry: "11/26" }, []],
    [{ expiry: "05/76" }, []],
    [
      { expiry: "05/25" },
      ["expiry: Expiry year invalid or missing. This card has expired. Use another one."],
    ],
    [
      { expiry: "05/77" },
      ["expiry: Expiry year invalid or missing. It is too far ahead; compare it with the card."],
    ],
    [
      { securityCode: "" },
      ["securityCode: Security code invalid. Enter the 3 digits on the back of the card."],
    ],
    [{ securityCode: "12" }, ["securityCode: Security code invalid. It has 3 digits."]],
    [
      { securityCode: "1234" },
      ["securityCode: Security code invalid. It has 3 digits, and 4 only on American Express."],
    ],
    [{ nameOnCard: " " }, ["nameOnCard: Name on card is missing."]],
    [{ nameOnCard: "SARA 41111111" }, ["nameOnCard: Name on card is missing."]],
    [
      { number: "4111x111 1111 1111" },
      ["number: Card number invalid or missing. One of the digits is wrong; compare them with the card."],
    ],
    [{ number: "٤١١١ ١١١١ ١١١١ ١١١١", expiry: "٠٥/٢٩", securityCode: "١٢٣" }, []],
  ] as const) {
    assert.deepEqual(messages("card", { ...visa, ...change }), expected, JSON.stringify(change));
  }
});

test("the American Express panel takes its fifteen digits and four-digit code, and no other card", () => {
  assert.deepEqual(messages("amex", amex), []);
  assert.deepEqual(messages("amex", { ...amex, securityCode: "123" }), [
    "securityCode: Security code invalid. It has 4 digits on American Express.",
  ]);
  assert.deepEqual(messages("amex", { ...amex, securityCode: "" }), [
    "securityCode: Security code invalid. Enter the 4 digits on the front of the card.",
  ]);
  assert.deepEqual(messages("amex", { ...amex, number: "3" }), [
    "number: Card number invalid or missing. Some of its digits are missing.",
  ]);
  assert.deepEqual(messages("amex", { ...visa, securityCode: "1234" }), [
    "number: Card number invalid or missing. This is not an American Express card.",
  ]);
});

test("the form of the other cards sends one of American Express to its own panel", () => {
  assert.deepEqual(messages("card", amex), [`number: ${en.amexElsewhere}`]);
});

test("the card leaves as the gateway expects it, whatever digits it was typed in", () => {
  assert.deepEqual(
    toCardData({ ...visa, number: "٤١١١-١١١١-١١١١-١١١١", expiry: "٠٥/٢٩", securityCode: " ١٢٣ " }, now),
    {
      cardNumber: "4111111111111111",
      expiryYear: "29",
      expiryMonth: "05",
      nameOnCard: "SARA AHMED",
      cvv: "123",
    },
  );
  assert.equal(toCardData({ ...visa, nameOnCard: "  SARA \u202e AHMED " }, now)?.nameOnCard, "SARA AHMED");
  assert.equal(toCardData({ ...visa, expiry: "05/25" }, now), null);
  assert.equal(toCardData({}, now), null);
});
