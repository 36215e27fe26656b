import assert from "node:assert/strict";
import { test } from "node:test";
import { readInitialized, readSessionUpdate } from "./session-steps.ts";
import ar from "./strings.ar.json" with { type: "json" };
import en from "./strings.en.json" with { type: "json" };

const both = { isMadaAllowed: true, isCreditCardAllowed: true };

function ok(card: object) {
  return { status: "ok", session: { id: "S" }, sourceOfFunds: { type: "CARD", provided: { card } } };
}

const visa = { brand: "VISA", scheme: "VISA", number: "411111xxxxxx1111", securityCode: "xxx" };

test("an update that the gateway took lets the payment continue", () => {
  assert.deepEqual(readSessionUpdate(ok(visa), both), { kind: "updated" });
  assert.deepEqual(readSessionUpdate({ status: "ok", session: { id: "S" } }, both), { kind: "updated" });
});

test("a brand that the order does not take is shown at the number", () => {
  const onlyMada = { isMadaAllowed: true, isCreditCardAllowed: false };
  const onlyCredit = { isMadaAllowed: false, isCreditCardAllowed: true };
  const mada = { ...visa, localBrand: "MADA" };
  for (const [card, brands, textKey] of [
    [mada, onlyCredit, "madaNotAllowed"],
    [visa, onlyMada, "creditNotAllowed"],
  ] as const) {
    assert.deepEqual(readSessionUpdate(ok(card), brands), {
      kind: "fields",
      problems: [{ field: "number", textKey }],
    });
  }
  assert.deepEqual(readSessionUpdate(ok(mada), onlyMada), { kind: "updated" });
  assert.deepEqual(readSessionUpdate(ok({ brand: "AMEX", securityCode: "xxxx" }), null), { kind: "updated" });
});

test("an empty security code is found although the gateway says ok", () => {
  const { securityCode: _, ...withoutCode } = visa;
  assert.deepEqual(readSessionUpdate(ok(withoutCode), both), {
    kind: "fields",
    problems: [{ field: "securityCode", textKey: "securityCodeInvalid" }],
  });
});

test("wrong fields are reported in the order of the form, with the texts of the specification", () => {
  const errors = {
    securityCode: "invalid",
    expiryYear: "missing",
    cardNumber: "invalid",
    expiryMonth: "invalid",
  };
  const update = readSessionUpdate({ status: "fields_in_error", errors }, both);
  assert.equal(update.kind, "fields");
  assert.deepEqual(
    update.kind === "fields" && update.problems.map(({ field, textKey }) => [field, en[textKey]]),
    [
      ["number", "Card number invalid or missing."],
      ["expiryMonth", "Expiry month is invalid or missing."],
      ["expiryYear", "Expiry year invalid or missing."],
      ["securityCode", "Security code invalid."],
    ],
  );
});

test("every other status ends the try with a text of our own, never with the gateway's", () => {
  for (const [result, textKey, isSessionSpent] of [
    [{ status: "request_timeout", errors: { message: "GW-1 timeout" } }, "requestTimeout", false],
    [{ status: "system_error", errors: { message: "GW-2 stack" } }, "systemError", true],
    [{ status: "fields_in_error", errors: { giftCard: "invalid" } }, "sessionUpdateFailed", false],
    [{ status: "fields_in_error" }, "sessionUpdateFailed", false],
    [{ session: { id: "S" } }, "sessionUpdateFailed", true],
    [{ status: "brand_new" }, "sessionUpdateFailed", true],
    [undefined, "sessionUpdateFailed", true],
    ["ok", "sessionUpdateFailed", true],
  ] as const) {
    assert.deepEqual(
      readSessionUpdate(result, both),
      { kind: "failed", textKey, isSessionSpent },
      JSON.stringify(result),
    );
  }
});

test("the fields are ready only when the gateway says so", () => {
  assert.equal(readInitialized({ status: "ok" }), null);
  assert.equal(readInitialized({ status: "request_timeout" }), "requestTimeout");
  assert.equal(readInitialized({ status: "system_error", message: "x" }), "systemError");
  for (const result of [undefined, null, {}, "ok"])
    assert.equal(readInitialized(result), "hostedSessionNotInitialized");
});

test("the texts of Spec 8 stand in the translations word for word", () => {
  for (const [key, text] of [
    ["madaNotAllowed", "Mada card is not allowed"],
    ["creditNotAllowed", "Credit card is not allowed"],
    ["requestTimeout", "Request timeout"],
    ["systemError", "System error"],
    ["sessionUpdateFailed", "Session update failed"],
    ["providedDataInvalid", "provided data are invalid"],
    ["hostedSessionNotInitialized", "Hosted session not initialized"],
    ["paymentSessionNotReady", "Payment session not ready"],
    ["errorProcessingCard", "Error processing card."],
  ] as const) {
    assert.equal(en[key], text);
    assert.match(ar[key], /\p{Script=Arabic}/u);
  }
});
