import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isSecretName, redactBody, redactDigits } from "./redact.ts";

const texts: readonly [string, string][] = [
  ["Declined card 5123450000000008.", "Declined card ***."],
  ["5123 4500 0000 0008 and 3718-816344-98004", "*** and ***"],
  ["123456789012", "***"],
  ["12345678901", "12345678901"],
  ["Approved 00, amount 1250.00", "Approved 00, amount 1250.00"],
  ["at 2026-11-20T08:30:00.123Z", "at 2026-11-20T08:30:00.123Z"],
];

for (const [text, expected] of texts) {
  test(`"${text}" is kept as "${expected}"`, () => assert.equal(redactDigits(text), expected));
}

test("no run of 12 to 19 digits survives, whatever stands around it", () => {
  const digits = fc.stringMatching(/^\d{12,19}$/);
  fc.assert(
    fc.property(fc.string(), digits, fc.string(), (before, run, after) => {
      assert.ok(!redactDigits(`${before}${run}${after}`).includes(run));
    }),
  );
});

test("a JSON body keeps its amounts and codes and loses its secrets at every depth", () => {
  const body = {
    order: { amount: "10.00", currency: "SAR" },
    session: { id: "SESSION0002816562472I0271878F98", version: "4302083301" },
    sourceOfFunds: {
      provided: { card: { number: "5123450000000008", securityCode: "100", expiry: { month: "01" } } },
    },
    list: [{ paymentToken: "abc", note: "card 5123450000000008" }],
    credentials: { password: "p", clientSecret: "s", apiKey: "k", smsOtp: 1234 },
    digits: 5123450000000008,
  };
  assert.deepEqual(JSON.parse(redactBody(JSON.stringify(body))), {
    order: { amount: "10.00", currency: "SAR" },
    session: { id: "***", version: "4302083301" },
    sourceOfFunds: { provided: { card: { number: "***", securityCode: "***", expiry: "***" } } },
    list: [{ paymentToken: "***", note: "card ***" }],
    credentials: { password: "***", clientSecret: "***", apiKey: "***", smsOtp: "***" },
    digits: "***",
  });
});

test("a body that is not JSON loses its digit runs", () => {
  assert.equal(redactBody("PAN=5123450000000008&x=1"), "PAN=***&x=1");
  assert.equal(redactBody(""), "");
});

test("names of headers and members that carry secrets are known", () => {
  for (const name of [
    "Authorization",
    "x-notification-secret",
    "X-API-Key",
    "Cookie",
    "cvv",
    "access_token",
    "OtpValue",
    "trandata",
  ]) {
    assert.ok(isSecretName(name), name);
  }
  for (const name of ["content-type", "amount", "gatewayCode", "transaction"])
    assert.ok(!isSecretName(name), name);
});
