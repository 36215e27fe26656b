import assert from "node:assert/strict";
import { test } from "node:test";
import { wrongFields } from "./gateway-fields.ts";

test("the gateway's names of a field, in its script and in its API, come to the same code, in the order of the form", () => {
  const ofScript = ["nameOnCard", "securityCode", "expiryYear", "expiryMonth", "cardNumber", "issuer"];
  const ofApi = ["nameOnCard", "securityCode", "expiry.year", "expiry.month", "number"];
  const codes = [
    "card_number_invalid",
    "expiry_month_invalid",
    "expiry_year_invalid",
    "security_code_invalid",
    "validation_failed",
  ];
  assert.deepEqual(
    wrongFields(ofScript).map(({ code }) => code),
    codes,
  );
  assert.deepEqual(
    wrongFields(ofApi).map(({ code }) => code),
    codes,
  );
  assert.deepEqual(wrongFields(["toString", ""]), []);
});
