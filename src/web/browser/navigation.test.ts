import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeResult } from "#core/payment-result.ts";
import { checkingAddress, escapeFrame, resultAddress, threeDSecureAddress } from "./navigation.ts";

const order = { orderNumber: "7QK4M2XPB9TNW3HC", webUrl: "https://pay.example" };

function messageOf(address: string) {
  const url = new URL(address, "https://pay.example");
  return { path: url.pathname, message: decodeResult(url.searchParams.get("msg") ?? "") };
}

test("the result page gets what the server said, in any script", () => {
  const result = {
    msg: "اكتملت عملية دفع الطلب",
    orderAmount: 1150,
    orderNumber: order.orderNumber,
    statusCode: 200,
    webUrl: order.webUrl,
    callbackUrl: null,
    mode: null,
    secure3DHtmlKey: null,
    paymentSessionId: null,
    signature: "a+b/c==",
    externalOrderNumber: null,
  };
  const { path, message } = messageOf(resultAddress(result));
  assert.equal(path, "/pay/displayPayment");
  assert.equal(message?.msg, result.msg);
  assert.equal(message?.signature, result.signature);
  assert.equal(message?.statusCode, 200);
});

test("a payment in doubt leads to the result page with the status of one that is being checked", () => {
  const { path, message } = messageOf(checkingAddress(order));
  assert.equal(path, "/pay/displayPayment");
  assert.deepEqual(message, { orderNumber: order.orderNumber, statusCode: 202 });
});

test("the 3-D Secure page is on the order's own host and its key survives the address", () => {
  const address = new URL(threeDSecureAddress(order, { secure3DHtmlKey: "k+/&=", signature: "s&t" }));
  assert.equal(address.origin + address.pathname, "https://pay.example/rest/pay/get3DPage/7QK4M2XPB9TNW3HC");
  assert.equal(address.searchParams.get("key"), "k+/&=");
  assert.equal(address.searchParams.get("signature"), "s&t");
});

test("a page inside a frame moves the window around it to itself; any other page stays", () => {
  const moves: string[] = [];
  const top = { location: { assign: (address: string) => moves.push(address) } };
  const framed = { top, self: {}, location: { href: "https://pay.example/pay/displayPayment" } };
  assert.equal(escapeFrame(framed as unknown as Window), true);
  assert.deepEqual(moves, ["https://pay.example/pay/displayPayment"]);
  const alone = { self: top, top, location: framed.location };
  assert.equal(escapeFrame(alone as unknown as Window), false);
  assert.equal(moves.length, 1);
});
