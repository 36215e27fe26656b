import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblem } from "#core/problem.ts";
import type { StartCall } from "../method-server.ts";
import { sadadCalls } from "./calls.ts";

const [call] = sadadCalls as readonly StartCall[];
assert.ok(call);

/** The payload of Spec 7, and nothing beside it. */
const payload = {
  waslOrderNumber: "0123456789ABCDEF",
  orderNumber: "0123456789ABCDEF",
  clientEmail: null,
  mobile: "0551234567",
  clientName: "نورة العتيبي",
  firstName: "نورة",
  nationalId: "1000000008",
  lastName: "العتيبي",
};

const read = (change: object = {}) => call.body.safeParse({ ...payload, ...change });
const toInput = (change: object = {}) =>
  call.toInput(call.body.parse({ ...payload, ...change }) as never, undefined);

test("the payload of Spec 7 is read, and its mobile is the payer's where the form sends none", () => {
  const { clientMobile, clientCountryCode } = Object(read().data);
  assert.deepEqual([clientMobile, clientCountryCode], ["0551234567", "SA"]);
});

test("the form's own mobile and country stay the payer's", () => {
  const { clientMobile, clientCountryCode, mobile } = Object(
    read({ clientMobile: "+97150123456", clientCountryCode: "AE" }).data,
  );
  assert.deepEqual([clientMobile, clientCountryCode, mobile], ["+97150123456", "AE", "0551234567"]);
});

test("the two order numbers must be one order's, however they are typed", () => {
  assert.ok(read({ waslOrderNumber: "0123-4567-89ab-cdef" }).success);
  assert.ok(read({ waslOrderNumber: undefined }).success);
  const other = read({ waslOrderNumber: "1123456789ABCDEF" });
  assert.deepEqual(other.error?.issues[0]?.path, ["waslOrderNumber"]);
});

test("an unknown field is refused", () => {
  assert.ok(!read({ amount: 1 }).success);
});

const wrong: readonly [object, string, string][] = [
  [{ mobile: "" }, "mobile", "mobileMissing"],
  [{ mobile: "+97150123456" }, "mobile", "mobileInvalid"],
  [{ nationalId: " " }, "nationalId", "nationalIdMissing"],
  [{ nationalId: "1000000000" }, "nationalId", "nationalIdInvalid"],
  [{ nationalId: "3000000004" }, "nationalId", "nationalIdInvalid"],
  [{ firstName: "" }, "firstName", "firstNameMissing"],
  [{ firstName: "R2D2" }, "firstName", "firstNameInvalid"],
  [{ lastName: "" }, "lastName", "lastNameMissing"],
  [{ lastName: "<b>" }, "lastName", "lastNameInvalid"],
];

for (const [change, path, code] of wrong) {
  test(`${JSON.stringify(change)} is refused with ${code}`, () => {
    assert.throws(
      () => toInput(change),
      (error) =>
        isProblem(error) &&
        error.fields?.length === 1 &&
        error.fields[0]?.path === path &&
        error.fields[0].code === code,
    );
  });
}

test("Arabic digits are digits, and the national id goes nowhere", () => {
  const start = toInput({ nationalId: "١٠٠٠٠٠٠٠٠٨", mobile: "٠٥٥١٢٣٤٥٦٧" });
  assert.deepEqual(start, { input: undefined, presentedKey: null });
});

test("the reply has the bill's number as paymentSessionId, the biller, the amount and its end", () => {
  const details = {
    billerCode: "901",
    billerName: "Rosom",
    amount: "150.50",
    currency: "SAR",
    expiresAt: "2026-08-15T20:59:59.999Z",
  };
  const reply = call.toReply({ kind: "reference_issued", reference: "0471234567890", details });
  assert.deepEqual(reply, {
    paymentSessionId: "0471234567890",
    billerCode: "901",
    billerName: "Rosom",
    amount: 150.5,
    currency: "SAR",
    expiresAt: "2026-08-15T20:59:59.999Z",
    lastDay: "2026-08-15",
  });
  assert.ok(call.reply.safeParse(reply).success);
  const open = call.toReply({
    kind: "reference_issued",
    reference: "1",
    details: { ...details, expiresAt: "" },
  });
  assert.deepEqual([Object(open).expiresAt, Object(open).lastDay], [null, null]);
});
