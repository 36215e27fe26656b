import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblem } from "#core/problem.ts";
import { Secret } from "#core/secret/secret.ts";
import { appleToken } from "#test/wallet-tokens.ts";
import type { StartCall } from "../method-server.ts";
import { applePayCalls, readAppleToken } from "./calls.ts";

const [call] = applePayCalls;
assert.ok(call?.step === "start");
const { body, toInput, toReply }: StartCall = call;

/** The payload of Spec 3 and 7, and nothing else. */
const packet = {
  orderNumber: "7K3M9Q2XW4HTBZ6N",
  clientName: "نورة العتيبي",
  clientMobile: "0551234567",
  clientCountryCode: "sa",
  shipmentCity: "الرياض",
  shipmentAddress: "طريق الملك فهد 1",
  emailSignature: null,
};
const token = appleToken();

test("the call stands at the address of Spec 7", () => {
  assert.equal(call.path, "POST /rest/pay/apple/processPayment");
});

test("the payload of Spec 7 is taken as it is, the packet's fields where the guards look for them", () => {
  const read = body.parse({ paymentPacket: packet, paymentToken: token, total: 115 });
  assert.deepEqual(read, { ...packet, paymentToken: token, total: 115 });
});

test("what the guards ask for may stand in the packet, too", () => {
  const guards = { transactionId: "t", signature: "s", agreementAccepted: true, channel: "applePay" };
  const sent = { paymentPacket: { ...packet, ...guards }, paymentToken: token, total: "115.00" };
  const read = Object(body.parse(sent));
  assert.deepEqual(
    [read.transactionId, read.signature, read.agreementAccepted, read.channel, read.total],
    ["t", "s", true, "applePay", 115],
  );
});

for (const [what, change] of [
  ["an unknown member", { amount: 1 }],
  ["no total", { total: undefined }],
  ["a total that is no amount", { total: "115,00" }],
  ["no token", { paymentToken: undefined }],
  ["an unknown member of the packet", { paymentPacket: { ...packet, amount: 1 } }],
  ["no order number", { paymentPacket: { ...packet, orderNumber: undefined } }],
] as const) {
  test(`a body with ${what} is refused`, () => {
    const sent = { paymentPacket: packet, paymentToken: token, total: 115, ...change };
    assert.equal(body.safeParse(sent).success, false);
  });
}

test("the gateway is sent the encrypted part alone, as a secret, and the token counts once", () => {
  const sent = body.parse({ paymentPacket: packet, paymentToken: token, total: 115 });
  const { input, presentedKey } = toInput(sent as never, undefined);
  const { paymentToken } = Object(input);
  assert.ok(paymentToken instanceof Secret);
  assert.deepEqual(JSON.parse(paymentToken.reveal()), token.paymentData);
  assert.match(presentedKey ?? "", /^applepay:[\w-]{43}$/);
});

test("a token stays the same token, whatever is done to its text", () => {
  const { paymentData } = token;
  const { header } = paymentData;
  const shouted = {
    ...paymentData,
    header: { ...header, transactionId: header.transactionId.toUpperCase() },
  };
  const forms = [
    token,
    paymentData,
    JSON.stringify(token),
    Buffer.from(JSON.stringify(paymentData, null, 2)).toString("base64"),
    { ...paymentData, more: 1 },
    shouted,
  ];
  const identities = new Set(forms.map((form) => readAppleToken(form).identity));
  assert.equal(identities.size, 1);
  assert.notEqual(readAppleToken(appleToken()).identity, readAppleToken(token).identity);
});

for (const [what, wrong] of [
  ["without Apple's number of the payment", { ...token.paymentData, header: {} }],
  ["of an unknown version", { ...token.paymentData, version: "EC_v9" }],
  ["with something else than base64", { ...token.paymentData, data: "<script>" }],
  ["of Google Pay", { protocolVersion: "ECv2", signature: "s", signedMessage: "m" }],
] as const) {
  test(`a token ${what} is refused before any request is sent`, () => {
    assert.throws(
      () => readAppleToken(wrong),
      (thrown) => isProblem(thrown) && thrown.code === "payment_token_invalid",
    );
  });
}

test("a payment that waits for something else is a bug", () => {
  assert.throws(
    () => toReply({ kind: "redirect", url: "https://x", reference: "r" }),
    /cannot end in redirect/,
  );
});
