import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeResult } from "#core/payment-result.ts";
import { afterPay } from "./after-pay.ts";
import { frameWays } from "./frame-ways.ts";
import type { PayOutcome } from "./panel.ts";
import type { PaymentOrder } from "./payment-order.ts";

const order = { orderNumber: "7QK4M2XPB9TNW3HC", webUrl: "https://pay.example" } as PaymentOrder;
const ways = frameWays({ query: "w=640&b=000&n=A%26B", language: "en" });

function leavesTo(outcome: PayOutcome): URL {
  const next = afterPay(outcome, order, ways);
  assert.equal(next.kind, "leave");
  return new URL(next.kind === "leave" ? next.address : "", order.webUrl);
}

const result = {
  msg: "Order 7QK4M2XPB9TNW3HC was processed.",
  orderAmount: 1150,
  orderNumber: order.orderNumber,
  statusCode: 200,
  webUrl: order.webUrl,
  callbackUrl: null,
  mode: null,
  secure3DHtmlKey: null,
  paymentSessionId: null,
  signature: "signed",
  externalOrderNumber: null,
};

test("results and doubts stay in the frame and keep its look and language", () => {
  for (const [outcome, status] of [
    [{ kind: "result", result }, 200],
    [{ kind: "unknown" }, 202],
    [{ kind: "refused", refusal: { code: "payment_in_progress", text: "Wait", fields: [] } }, 202],
  ] as const) {
    const { pathname, searchParams } = leavesTo(outcome);
    const message = decodeResult(searchParams.get("msg") ?? "");
    assert.deepEqual(
      [pathname, message?.mode, message?.statusCode],
      ["/pay/displayPayment", "frame", status],
    );
    assert.equal(searchParams.get("frame"), "w=640&b=000&n=A%26B");
    assert.equal(searchParams.get("lang"), "en");
  }
});

test("the bank's page knows of the frame, so that its return finds back", () => {
  const { pathname, searchParams } = leavesTo({ kind: "challenge", secure3DHtmlKey: "k", signature: "s" });
  assert.equal(pathname, "/rest/pay/get3DPage/7QK4M2XPB9TNW3HC");
  assert.deepEqual(
    ["key", "signature", "frame", "lang"].map((name) => searchParams.get(name)),
    ["k", "s", "w=640&b=000&n=A%26B", "en"],
  );
});

test("error pages may not be framed: their words stay in the form", () => {
  for (const code of ["link_expired", "country_not_allowed", "three_ds_not_enabled"] as const) {
    const next = afterPay({ kind: "refused", refusal: { code, text: "Words", fields: [] } }, order, ways);
    assert.deepEqual(next, { kind: "message", message: { text: "Words" } }, code);
  }
});
