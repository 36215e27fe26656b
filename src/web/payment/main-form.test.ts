import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFields, type FieldTable } from "#core/fields.ts";
import { type DialCode, type MobileFault, saudiArabia } from "#core/phone/mobile.ts";
import { dialCodeText } from "../forms/dial-code-text.ts";
import ar from "../i18n/payment.ar.json" with { type: "json" };
import en from "../i18n/payment.en.json" with { type: "json" };
import { draftFields, isPayerMissing, mainFields, shownMobile, toPayer } from "./main-form.ts";
import type { PaymentOrder } from "./payment-order.ts";

const order = {
  orderNumber: "7QK4M2XPB9TNW3HC",
  transactionId: "t-1",
  signature: "s",
  emailSignature: null,
  client: { name: "", mobile: "", country: null },
} as PaymentOrder;

const kuwait: DialCode = ["KW", "965", 8, 8, ""];
const filled = {
  clientName: " سارة  أحمد ",
  clientMobile: "٠٥٠ ١٢٣ ٤٥٦٧",
  clientCountry: dialCodeText(saudiArabia),
};

function problems(values: Readonly<Record<string, string>>): string[] {
  return checkFields(mainFields, values).map(({ field, textKey }) => `${field}: ${textKey}`);
}

test("paying needs a name and a mobile that is valid in the chosen country", () => {
  for (const [values, expected] of [
    [{}, ["clientName: nameMissing", "clientMobile: mobileMissing"]],
    [filled, []],
    [{ ...filled, clientMobile: "123" }, ["clientMobile: mobileShort"]],
    [{ ...filled, clientMobile: "sara" }, ["clientMobile: mobileFormat"]],
    [{ ...filled, clientMobile: "0412345678" }, ["clientMobile: invalidMobile"]],
    [{ ...filled, clientCountry: dialCodeText(kuwait) }, ["clientMobile: mobileLong"]],
    [{ ...filled, clientCountry: dialCodeText(kuwait), clientMobile: "55123456" }, []],
    [{ ...filled, clientName: "123" }, ["clientName: nameInvalid"]],
    [{ ...filled, clientName: "王小明" }, ["clientName: notPrintable"]],
  ] as const) {
    assert.deepEqual(problems(values), expected, JSON.stringify(values));
  }
});

test("the delivery address may stay empty, and is checked when it is there", () => {
  assert.deepEqual(problems({ ...filled, shipmentCity: "7", shipmentAddress: "-" }), [
    "shipmentCity: cityInvalid",
    "shipmentAddress: addressInvalid",
  ]);
  assert.deepEqual(problems({ ...filled, shipmentCity: "الرياض", shipmentAddress: "شارع العليا 12" }), []);
});

test("every message of the table is in the translations", () => {
  const table: FieldTable = mainFields;
  const keys = Object.values(table).flatMap(({ requiredKey, rules }) => [
    ...(requiredKey === undefined ? [] : [requiredKey]),
    ...(rules ?? []).map(({ textKey }) => textKey),
    ...(["mobileFormat", "mobileShort", "mobileLong", "invalidMobile"] satisfies MobileFault[]),
  ]);
  assert.ok(keys.length > 0);
  for (const key of keys) for (const texts of [ar, en]) assert.ok(Object.hasOwn(texts, key), key);
});

test("the payer is what was typed, cleaned, with the order's proofs", () => {
  const payer = toPayer(
    order,
    { ...filled, shipmentCity: " " },
    { agreementAccepted: true, channel: "info" },
  );
  assert.deepEqual(payer, {
    orderNumber: order.orderNumber,
    transactionId: "t-1",
    signature: "s",
    emailSignature: null,
    clientName: "سارة أحمد",
    clientEmail: null,
    clientMobile: "+966501234567",
    clientCountryCode: "SA",
    shipmentCity: null,
    shipmentAddress: null,
    agreementAccepted: true,
    channel: "info",
  });
});

test("the mobile leaves in the form of the country that was chosen for it", () => {
  const payer = toPayer(
    order,
    {
      clientName: "Sara",
      clientMobile: "5512 3456",
      clientCountry: dialCodeText(kuwait),
      shipmentCity: " جدة ",
      shipmentAddress: "1",
    },
    { agreementAccepted: false, channel: "info" },
  );
  assert.deepEqual([payer.clientMobile, payer.clientCountryCode], ["+96555123456", "KW"]);
  assert.deepEqual([payer.shipmentCity, payer.shipmentAddress], ["جدة", "1"]);
});

test("a missing name or mobile asks for both, as the toast does", () => {
  assert.equal(isPayerMissing(filled), false);
  assert.equal(isPayerMissing({ ...filled, clientName: " " }), true);
  assert.equal(isPayerMissing({ clientName: "x" }), true);
});

test("a stored mobile is shown without the dial code that stands beside the field", () => {
  assert.equal(shownMobile("+966501234567", saudiArabia), "501234567");
  assert.equal(shownMobile("0501234567", saudiArabia), "501234567");
  assert.equal(shownMobile("+96555123456", saudiArabia), "+96555123456");
  assert.equal(shownMobile("", saudiArabia), "");
});

test("no field of the card is ever kept for later", () => {
  const allowed = ["clientName", "clientMobile", "clientCountry", "shipmentCity", "shipmentAddress"];
  assert.deepEqual([...draftFields].sort(), allowed.sort());
});
