import assert from "node:assert/strict";
import { test } from "node:test";
import { amexCalls } from "./amex/calls.ts";
import { cardCalls } from "./card/calls.ts";
import type { PayResult } from "./method-server.ts";
import { methodEntry } from "./registry.ts";

const [call] = cardCalls;
const paid = {
  msg: "Order 1 was processed.",
  orderAmount: 100,
  orderNumber: "0K3M9QX7T2VW8YZ4",
  statusCode: 200,
  webUrl: "http://localhost:3000",
  callbackUrl: null,
  mode: null,
  secure3DHtmlKey: null,
  paymentSessionId: null,
  signature: "s",
  externalOrderNumber: null,
};

test("each card method has its own address of Spec 7", () => {
  assert.deepEqual(
    methodEntry("card").calls.map((each) => each.path),
    ["POST /rest/pay/openGateway"],
  );
  assert.deepEqual(
    methodEntry("amex").calls.map((each) => each.path),
    ["POST /rest/pay/openAmexGateway"],
  );
  assert.deepEqual(
    amexCalls.map((each) => each.step),
    ["start"],
  );
});

test("a card session is the buyer's key and is presented once", () => {
  const browser = { colorDepth: 24 };
  const toInput = Object(call).toInput;
  assert.deepEqual(toInput({ sessionId: "SESSION1", orderNumber: "1" }, browser), {
    input: { sessionId: "SESSION1", browser },
    presentedKey: "SESSION1",
  });
});

const replies: readonly [PayResult, unknown][] = [
  [{ kind: "paid", result: paid }, paid],
  [
    { kind: "challenge", secure3DHtmlKey: "k", signature: "s", orderNumber: "1" },
    { secure3DHtmlKey: "k", signature: "s", orderNumber: "1" },
  ],
];

for (const [result, reply] of replies) {
  test(`the reply to a payment that ended in ${result.kind} has the shape of Spec 7`, () => {
    assert.deepEqual(call?.toReply(result), reply);
    assert.ok(call?.reply.safeParse(reply).success);
  });
}

test("an end that no card payment has is a bug", () => {
  assert.throws(
    () => call?.toReply({ kind: "redirect", url: "https://example.com", reference: "1" }),
    /cannot end/,
  );
});
