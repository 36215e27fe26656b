import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblem } from "#core/problem.ts";
import type { StartCall } from "../method-server.ts";
import { a2aCalls } from "./calls.ts";
import { accountNumberOf } from "./method.ts";

const [call] = a2aCalls as readonly StartCall[];
assert.ok(call);

/** The payload of Spec 7, and nothing beside it. */
const payload = {
  waslOrderNumber: "0123456789ABCDEF",
  orderNumber: "0123456789ABCDEF",
  clientEmail: "noura@example.com",
  mobile: "0551234567",
  clientName: "نورة العتيبي",
};

const toInput = (change: object = {}) =>
  call.toInput(call.body.parse({ ...payload, ...change }) as never, undefined);

test("the payload of Spec 7 is read, and its mobile is the payer's where the form sends none", () => {
  const { clientMobile, clientCountryCode } = Object(call.body.parse(payload));
  assert.deepEqual([clientMobile, clientCountryCode], ["0551234567", "SA"]);
  const input = { mobile: "+966551234567", email: "noura@example.com" };
  assert.deepEqual(toInput(), { input, presentedKey: null });
});

test("the call stands at the address of Spec 7 and knows no other fields", () => {
  assert.equal(call.path, "POST /rest/pay/a2a/authorize");
  assert.ok(!call.body.safeParse({ ...payload, total: 1 }).success);
});

const wrong: readonly [object, string, string][] = [
  [{ mobile: " " }, "mobile", "mobileMissing"],
  [{ mobile: "123" }, "mobile", "mobileInvalid"],
  [{ clientEmail: null }, "clientEmail", "emailMissing"],
  [{ clientEmail: "noura@" }, "clientEmail", "emailInvalid"],
];

for (const [change, path, code] of wrong) {
  test(`${JSON.stringify(change)} is refused with ${code}`, () => {
    assert.throws(
      () => toInput(change),
      (error) => {
        assert.ok(isProblem(error));
        assert.deepEqual(
          error.fields?.map((field) => [field.path, field.code]),
          [[path, code]],
        );
        return true;
      },
    );
  });
}

test("the reply has the IBAN as paymentSessionId, the account, the bank in both languages and the end", () => {
  const details = {
    accountNumber: "900000000000123",
    bankNameAr: "بنك",
    bankNameEn: "Bank",
    beneficiaryName: "شركة",
    amount: "150.50",
    currency: "SAR",
    expiresAt: "2026-08-15T10:00:00.000Z",
  };
  const reference = "SA5399000900000000000123";
  const reply = call.toReply({ kind: "reference_issued", reference, details });
  assert.deepEqual(reply, {
    paymentSessionId: reference,
    accountNumber: "900000000000123",
    bankName: { ar: "بنك", en: "Bank" },
    beneficiaryName: "شركة",
    amount: 150.5,
    received: 0,
    remaining: 150.5,
    currency: "SAR",
    expiresAt: "2026-08-15T10:00:00.000Z",
  });
  const inParts = call.toReply({
    kind: "reference_issued",
    reference,
    details: { ...details, received: "50.20" },
  });
  assert.partialDeepStrictEqual(inParts, { amount: 150.5, received: 50.2, remaining: 100.3 });
  assert.ok(call.reply.safeParse(reply).success);
  const endless = call.toReply({
    kind: "reference_issued",
    reference,
    details: { ...details, expiresAt: "" },
  });
  assert.equal(Object(endless).expiresAt, null);
  const { accountNumber: _, ...others } = details;
  const bare = call.toReply({ kind: "reference_issued", reference, details: others });
  assert.equal(Object(bare).accountNumber, reference.slice(-15));
});

test("any other end of the call is a bug", () => {
  assert.throws(() => call.toReply({ kind: "redirect", url: "u", reference: "r" }), /cannot end in redirect/);
});

test("the account number is the server's, else the last fifteen characters of the session id", () => {
  const paymentSessionId = "SA5399000900000000000123";
  assert.equal(accountNumberOf({ paymentSessionId, accountNumber: "42" }), "42");
  for (const accountNumber of ["", null])
    assert.equal(accountNumberOf({ paymentSessionId, accountNumber }), "900000000000123");
});
