import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblem } from "#core/problem.ts";
import { googleToken } from "#test/wallet-tokens.ts";
import type { StartCall } from "../method-server.ts";
import { googlePayCalls, readGoogleToken } from "./calls.ts";

const [call] = googlePayCalls;
assert.ok(call?.step === "start");
const { body, reply, toInput, toReply }: StartCall = call;

/** The payload of Spec 7, and nothing else: here the address is `shippingAddress`. */
const packet = {
  orderNumber: "7K3M9Q2XW4HTBZ6N",
  clientName: "نورة العتيبي",
  clientMobile: "0551234567",
  shipmentCity: "الرياض",
  shippingAddress: "طريق الملك فهد 1",
};
const token = googleToken();
const encoded = Buffer.from(token).toString("base64");

test("the call stands at the address of Spec 7", () => {
  assert.equal(call.path, "POST /rest/pay/google/processPayment");
});

test("the payload of Spec 7 is taken as it is, the shipping address as the shipment's", () => {
  const { shippingAddress, ...rest } = packet;
  const read = body.parse({ paymentPacket: packet, paymentToken: encoded, total: 115 });
  assert.deepEqual(read, { ...rest, shipmentAddress: shippingAddress, paymentToken: encoded, total: 115 });
});

test("the gateway is sent the token letter for letter as Google wrote it", () => {
  for (const paymentToken of [encoded, token, encodeURIComponent(token)]) {
    const sent = body.parse({ paymentPacket: packet, paymentToken, total: 115 });
    const { input, presentedKey } = toInput(sent as never, { colorDepth: 24 });
    assert.equal(Object(input).paymentToken.reveal(), token);
    assert.deepEqual(Object(input).browser, { colorDepth: 24 });
    assert.match(presentedKey ?? "", /^googlepay:[\w-]{43}$/);
  }
});

test("a token stays the same token, whatever is put around its signed message", () => {
  const { identity } = readGoogleToken(token);
  assert.equal(readGoogleToken({ ...JSON.parse(token), signature: "other" }).identity, identity);
  assert.equal(readGoogleToken(JSON.stringify(JSON.parse(token), null, 2)).identity, identity);
  assert.notEqual(readGoogleToken(googleToken()).identity, identity);
});

for (const [what, wrong] of [
  ["without a signed message", { protocolVersion: "ECv2", signature: "s" }],
  ["of Apple Pay", { version: "EC_v1", data: "ZGF0YQ==", signature: "cw==", header: {} }],
  ["that is no JSON", "token"],
] as const) {
  test(`a token ${what} is refused before any request is sent`, () => {
    assert.throws(
      () => readGoogleToken(wrong),
      (thrown) => isProblem(thrown) && thrown.code === "payment_token_invalid",
    );
  });
}

test("a card's own number that its bank asks about is answered as openGateway answers", () => {
  const challenge = { secure3DHtmlKey: "key", signature: "sig", orderNumber: packet.orderNumber };
  assert.deepEqual(reply.parse(toReply({ kind: "challenge", ...challenge })), challenge);
});
