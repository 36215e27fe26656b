/** What a wrong body of prepareSession gets, over HTTP (Spec 7 and 8). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, issueInvoice, post, startTestApp } from "#test/app-harness.ts";

const card = {
  cardNumber: cards.frictionless,
  expiryYear: "39",
  expiryMonth: "01",
  nameOnCard: "NOURA",
  cvv: "100",
};

/** Changes to a complete card (undefined: left out), the code, and the wrong fields as "path code". */
const wrongCards: readonly [string, Readonly<Record<string, unknown>>, string, readonly string[]][] = [
  ["a numeric number", { cardNumber: 5123456789012346 }, "card_number_invalid", ["cardNumber invalid_type"]],
  ["no number", { cardNumber: undefined }, "card_number_invalid", ["cardNumber invalid_type"]],
  ["a null for the number", { cardNumber: null }, "card_number_invalid", ["cardNumber invalid_type"]],
  ["a number of 31 digits", { cardNumber: "5".repeat(31) }, "card_number_invalid", ["cardNumber too_big"]],
  ["a numeric year", { expiryYear: 39 }, "expiry_year_invalid", ["expiryYear invalid_type"]],
  ["a numeric month", { expiryMonth: 1 }, "expiry_month_invalid", ["expiryMonth invalid_type"]],
  ["no security code", { cvv: undefined }, "security_code_invalid", ["cvv invalid_type"]],
  ["no name", { nameOnCard: undefined }, "validation_failed", ["nameOnCard invalid_type"]],
  ["an unknown field", { amount: 1 }, "validation_failed", ["amount unrecognized_keys"]],
  [
    "an unknown field that is no name",
    { "4508750015741019": 1 },
    "validation_failed",
    [" unrecognized_keys"],
  ],
  ["another kind of card", { cardType: "gold" }, "validation_failed", ["cardType invalid_value"]],
  ["a numeric order number", { orderNumber: 7 }, "validation_failed", ["orderNumber invalid_type"]],
  [
    "several wrong fields: the first of the form has the code",
    { cvv: 100, expiryYear: 39, amount: 1 },
    "expiry_year_invalid",
    ["expiryYear invalid_type", "cvv invalid_type", "amount unrecognized_keys"],
  ],
  [
    "a wrong name beside a wrong security code, which the form has first",
    { cvv: 100, nameOnCard: 1 },
    "security_code_invalid",
    ["nameOnCard invalid_type", "cvv invalid_type"],
  ],
];

test("a wrong field of a card is named, in the words of Spec 8, and what was sent is not repeated", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  for (const [name, changes, code, fields] of wrongCards) {
    const reply = await post(app, "/rest/pay/prepareSession?lang=en", { orderNumber, ...card, ...changes });
    assert.deepEqual([reply.statusCode, reply.json().code], [422, code], `${name}: ${reply.body}`);
    const named = reply
      .json()
      .fields.map((field: { path: string; code: string }) => `${field.path} ${field.code}`);
    assert.deepEqual(named.toSorted(), fields.toSorted(), name);
    assert.doesNotMatch(reply.body, /5123|5555|4508|gold/, name);
  }
  const numeric = await post(app, "/rest/pay/prepareSession?lang=en", {
    orderNumber,
    ...card,
    cardNumber: 1,
  });
  assert.equal(numeric.json().error, "Card number invalid or missing.");
});

test("without any card field the body is that of hosted mode", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  for (const [body, path] of [
    [{ orderNumber, amount: 1 }, "amount"],
    [{ cardType: "card" }, "orderNumber"],
  ] as const) {
    const reply = await post(app, "/rest/pay/prepareSession", body);
    assert.equal(reply.json().code, "validation_failed");
    assert.deepEqual(
      reply.json().fields.map((field: { path: string }) => field.path),
      [path],
    );
  }
  assert.equal((await post(app, "/rest/pay/prepareSession", { orderNumber })).statusCode, 200);
});
