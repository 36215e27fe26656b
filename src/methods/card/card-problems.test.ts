import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblemCode } from "#core/problem.ts";
import { cardProblemOf, cardProblems } from "./card-problems.ts";
import en from "./strings.en.json" with { type: "json" };

test("a refusal about one field of the card is shown at that field, any other is not", () => {
  for (const [code, field, text] of [
    ["card_number_invalid", "number", "Card number invalid or missing."],
    ["expiry_year_invalid", "expiryYear", "Expiry year invalid or missing."],
    ["expiry_month_invalid", "expiryMonth", "Expiry month is invalid or missing."],
    ["security_code_invalid", "securityCode", "Security code invalid."],
    ["mada_not_allowed", "number", "Mada card is not allowed"],
    ["credit_not_allowed", "number", "Credit card is not allowed"],
  ] as const) {
    const problem = cardProblemOf(code);
    assert.deepEqual([problem?.field, problem && en[problem.textKey]], [field, text], code);
  }
  for (const code of ["payment_declined", "session_invalid", "validation_failed", "toString", "unknown"])
    assert.equal(cardProblemOf(code), null, code);
});

test("every code of the table is one of the contract's", () => {
  assert.deepEqual(
    Object.keys(cardProblems).filter((code) => !isProblemCode(code)),
    [],
  );
});
