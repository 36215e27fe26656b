import assert from "node:assert/strict";
import { test } from "node:test";
import { maxTokenLength } from "#contract/payment.ts";
import { isProblem } from "#core/problem.ts";
import { readTokenJson } from "./encoded-token.ts";

const value = { signature: "MEUCIQ+/=", signedMessage: '{"tag":"\u003d"}', name: "نورة" };
const text = '{"signature":"MEUCIQ+/=","signedMessage":"{\\"tag\\":\\"\\u003d\\"}","name":"نورة"}';
const base64 = Buffer.from(text).toString("base64");

const forms: readonly [string, unknown][] = [
  ["its text", text],
  ["its text with white space around", ` ${text}\n`],
  ["its text in base64", base64],
  ["its text in base64 for addresses", Buffer.from(text).toString("base64url")],
  ["its text percent-encoded", encodeURIComponent(text)],
];

for (const [what, token] of forms) {
  test(`a token is read from ${what}, and its text stays as the wallet wrote it`, () => {
    assert.deepEqual(readTokenJson(token), { text, value });
  });
}

test("a token is read from the object itself", () => {
  assert.deepEqual(readTokenJson(value), { text: JSON.stringify(value), value });
});

const refused: readonly [string, unknown][] = [
  ["nothing", ""],
  ["words", "not a token"],
  ["half of one", text.slice(0, 20)],
  ["a list", "[1]"],
  ["a number", "17"],
  ["a wrong percent sign", "%7B%zz"],
  ["base64 of words", Buffer.from("words").toString("base64")],
  ["a list as object", [1]],
  ["null", null],
  ["too much", JSON.stringify({ data: "x".repeat(maxTokenLength) })],
];

for (const [what, token] of refused) {
  test(`${what} is no token`, () => {
    assert.throws(
      () => readTokenJson(token),
      (thrown) => isProblem(thrown) && thrown.code === "payment_token_invalid",
    );
  });
}
