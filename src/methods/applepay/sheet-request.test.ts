import assert from "node:assert/strict";
import { test } from "node:test";
import type { Payer } from "#web/payment/panel.ts";
import { sheetRequest, withContact } from "./sheet-request.ts";

const order = { total: 115, currencyName: "SAR", shopName: "متجر النخيل", needsDelivery: false };
const known = { clientName: "نورة", clientMobile: "+966551234567" };

test("the request is the one of Spec 9, with the total in full", () => {
  assert.deepEqual(sheetRequest(order, 6, known), {
    countryCode: "SA",
    currencyCode: "SAR",
    supportedNetworks: ["masterCard", "visa", "mada"],
    merchantCapabilities: ["supports3DS"],
    total: { label: "متجر النخيل", amount: "115.00" },
  });
  const dinars = { ...order, total: 5.125, currencyName: "KWD" };
  assert.equal(sheetRequest(dinars, 6, known).total.amount, "5.125");
});

for (const [version, networks] of [
  [6, ["masterCard", "visa", "mada"]],
  [5, ["masterCard", "visa", "mada"]],
  [4, ["masterCard", "visa"]],
  [1, ["masterCard", "visa"]],
] as const) {
  test(`version ${version} is asked for the networks that it knows`, () => {
    assert.deepEqual(sheetRequest(order, version, known).supportedNetworks, networks);
  });
}

const asked: readonly [string, boolean, typeof known, readonly string[] | undefined][] = [
  ["an invoice whose client is known", false, known, undefined],
  ["a product that is delivered", true, known, ["name", "phone", "postalAddress"]],
  ["an invoice without a client", false, { clientName: "", clientMobile: "" }, ["name", "phone"]],
  ["an invoice without a mobile", false, { ...known, clientMobile: "" }, ["phone"]],
];

for (const [what, needsDelivery, payer, fields] of asked) {
  test(`for ${what} the sheet asks for ${fields?.join(", ") ?? "nothing"}`, () => {
    const request = sheetRequest({ ...order, needsDelivery }, 6, payer);
    assert.deepEqual(request.requiredShippingContactFields, fields);
  });
}

const payer: Payer = {
  orderNumber: "7K3M9Q2XW4HTBZ6N",
  transactionId: "t",
  signature: "s",
  emailSignature: null,
  clientName: "",
  clientEmail: null,
  clientMobile: "",
  clientCountryCode: "SA",
  shipmentCity: null,
  shipmentAddress: null,
  agreementAccepted: false,
  channel: "applePay",
};
const contact = {
  givenName: "Noura",
  familyName: "Alotaibi",
  phoneNumber: "055 123 4567",
  addressLines: ["King Fahd Rd 1", "Flat 2"],
  locality: "Riyadh",
  countryCode: "SA",
};

test("what the page does not know, the sheet tells", () => {
  assert.deepEqual(withContact(payer, contact, true), {
    ...payer,
    clientName: "Noura Alotaibi",
    clientMobile: "055 123 4567",
    clientCountryCode: "sa",
    shipmentCity: "Riyadh",
    shipmentAddress: "King Fahd Rd 1, Flat 2",
  });
});

test("what the page knows stays, but a product goes to where the sheet says", () => {
  const typed = { ...payer, ...known, shipmentCity: "جدة", shipmentAddress: "شارع" };
  assert.deepEqual(withContact(typed, contact, true), {
    ...typed,
    shipmentCity: "Riyadh",
    shipmentAddress: "King Fahd Rd 1, Flat 2",
  });
  assert.deepEqual(withContact(typed, contact, false), typed);
  assert.deepEqual(withContact(typed, {}, true), typed);
  assert.deepEqual(withContact(typed, undefined, true), typed);
});

test("a number of another country goes to the server as it is, with that country", () => {
  const { clientMobile, clientCountryCode } = withContact(
    payer,
    { ...contact, phoneNumber: " +965 5512 3456 ", countryCode: "KW" },
    false,
  );
  assert.deepEqual([clientMobile, clientCountryCode], ["+965 5512 3456", "kw"]);
});
