import assert from "node:assert/strict";
import test from "node:test";
import { bodyDigest } from "./digest.ts";

const body = (number: string, securityCode: string, amount = "1.00") => ({
  order: { amount },
  sourceOfFunds: { provided: { card: { number, securityCode } } },
});

test("a digest cannot be used to guess a card number or a security code", () => {
  // Both share their first six and last four digits: what may be kept of a number.
  const digest = bodyDigest(body("5123450000000008", "100"));
  assert.equal(bodyDigest(body("5123459999990008", "999")), digest);
});

test("everything else makes a digest different", () => {
  const digest = bodyDigest(body("5123450000000008", "100"));
  assert.notEqual(bodyDigest(body("5123450000000008", "100", "1.01")), digest);
  assert.notEqual(bodyDigest(body("5123450000000016", "100")), digest);
  assert.notEqual(bodyDigest({ a: { b: 1 } }), bodyDigest({ a: [["b", 1]] }));
});
