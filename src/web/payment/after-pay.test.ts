import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeResult } from "#core/payment-result.ts";
import { type ProblemCode, problemStatuses } from "#core/problem.ts";
import { type AfterPay, afterPay, simplePageWays } from "./after-pay.ts";
import { frameWays } from "./frame-ways.ts";
import type { PaymentOrder } from "./payment-order.ts";

const order = { orderNumber: "7QK4M2XPB9TNW3HC", webUrl: "https://pay.example" } as PaymentOrder;

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

function refused(code: ProblemCode | "unknown", text: string | null = "Words of the server"): AfterPay {
  return afterPay({ kind: "refused", refusal: { code, text, fields: [] } }, order);
}

/** Status in the address of the result page, or null for every other move. */
function resultStatus(next: AfterPay): number | null {
  if (next.kind !== "leave" || !next.address.startsWith("/pay/displayPayment?")) return null;
  const { searchParams } = new URL(next.address, order.webUrl);
  return decodeResult(searchParams.get("msg") ?? "")?.statusCode ?? null;
}

test("a paid order leads to the result page with the server's result", () => {
  assert.equal(resultStatus(afterPay({ kind: "result", result }, order)), 200);
});

test("an order that says itself why it is not paid is shown again: its form could only be refused", () => {
  const closed = { ...result, statusCode: 400, closed: true } as const;
  assert.deepEqual(afterPay({ kind: "result", result: closed }, order), { kind: "reload_page" });
});

test("the result of a wallet stands for three seconds before the page continues, on the simple page for two", () => {
  for (const [ways, delayMs] of [
    [undefined, 3_000],
    [frameWays({ query: "", language: "en" }), 3_000],
    [simplePageWays, 2_000],
  ] as const) {
    const next = afterPay({ kind: "result", result, stands: true }, order, ways);
    assert.equal(next.kind === "leave" && next.delayMs, delayMs);
  }
});

const callbackUrl = "https://shop.example/done?order=1";

test("a wallet's result that names the shop's address leads there after the same while", () => {
  const next = afterPay({ kind: "result", result: { ...result, callbackUrl }, stands: true }, order);
  assert.deepEqual(next, { kind: "leave", address: callbackUrl, delayMs: 3_000 });
});

test("everything else leads to our result page first, which knows the shop's address, too", () => {
  for (const [change, stands] of [
    [{ statusCode: 200 }, undefined],
    // The shop gets no message of a payment that is still being checked.
    [{ statusCode: 202 }, true],
  ] as const) {
    const outcome = { kind: "result", result: { ...result, callbackUrl, ...change } } as const;
    const next = afterPay(stands ? { ...outcome, stands } : outcome, order);
    assert.equal(resultStatus(next), change.statusCode, JSON.stringify(change));
  }
});

test("a payment inside of the shop's own page does not put the shop's page into the frame", () => {
  const outcome = { kind: "result", result: { ...result, callbackUrl }, stands: true } as const;
  const ways = frameWays({ query: "", language: "en" });
  assert.equal(resultStatus(afterPay(outcome, order, ways)), 200);
});

test("whatever may have been charged leads to the result page that checks, never to a second try", () => {
  assert.equal(
    resultStatus(afterPay({ kind: "result", result: { ...result, statusCode: 202 } }, order)),
    202,
  );
  assert.equal(resultStatus(afterPay({ kind: "unknown" }, order)), 202);
  for (const code of [
    "payment_in_progress",
    "outcome_unknown",
    "idempotency_in_progress",
    "internal",
  ] as const) {
    assert.equal(resultStatus(refused(code)), 202, code);
  }
});

test("a declined payment is shown in the server's words and the form stays", () => {
  for (const next of [
    refused("payment_declined", "There is not enough money on this card."),
    afterPay(
      {
        kind: "result",
        result: { ...result, statusCode: 400, msg: "There is not enough money on this card." },
      },
      order,
    ),
  ]) {
    assert.deepEqual(next, { kind: "message", message: { text: "There is not enough money on this card." } });
  }
});

test("a service that cannot be reached is shown, and its method marked; no other refusal marks one", () => {
  assert.deepEqual(refused("gateway_unavailable", "Not available now."), {
    kind: "message",
    message: { text: "Not available now." },
    isMethodDown: true,
  });
  assert.ok(!("isMethodDown" in refused("payment_declined")));
});

test("words that may not be shown become the general text", () => {
  const general = { kind: "message", message: { key: "errorProcessingCard" } };
  assert.deepEqual(refused("unknown", null), general);
  assert.deepEqual(refused("payment_declined", "java.lang.NullPointerException"), general);
  const leaking = { ...result, statusCode: 400, msg: "at JAVA.util.List" };
  assert.deepEqual(afterPay({ kind: "result", result: leaking }, order), general);
});

test("3-D Secure follows after half a second, at the address of the contract", () => {
  assert.deepEqual(afterPay({ kind: "challenge", secure3DHtmlKey: "k", signature: "s" }, order), {
    kind: "leave",
    address: "https://pay.example/rest/pay/get3DPage/7QK4M2XPB9TNW3HC?key=k&signature=s",
    delayMs: 500,
  });
});

test("refusals about the state of the order have their own way out", () => {
  for (const [code, expected] of [
    ["order_already_paid", { kind: "reload_page" }],
    ["order_cancelled", { kind: "reload_page" }],
    ["order_refunded", { kind: "reload_page" }],
    ["order_changed", { kind: "reload_order", message: { key: "orderChanged" } }],
    ["signature_invalid", { kind: "reload_order", message: { text: "Words of the server" } }],
    ["qr_expired", { kind: "leave", address: "/pay/error/expired-qr?order=7QK4M2XPB9TNW3HC", delayMs: 0 }],
    [
      "country_not_allowed",
      { kind: "leave", address: "/pay/error/not-allowed-country?order=7QK4M2XPB9TNW3HC", delayMs: 0 },
    ],
    ["agreement_required", { kind: "agreement" }],
    ["client_required", { kind: "payer" }],
  ] as const) {
    assert.deepEqual(refused(code), expected, code);
  }
});

test("every code that exists leads somewhere, and none that is certain pretends to be in doubt", () => {
  const inDoubt = new Set(["payment_in_progress", "outcome_unknown", "idempotency_in_progress", "internal"]);
  for (const code of Object.keys(problemStatuses) as ProblemCode[]) {
    assert.equal(resultStatus(refused(code)) === 202, inDoubt.has(code), code);
  }
});

test("steps that a panel shows itself are passed on", () => {
  assert.deepEqual(afterPay({ kind: "next_step" }, order), { kind: "next_step" });
  assert.deepEqual(afterPay({ kind: "fields", field: "card-number" }, order), {
    kind: "fields",
    field: "card-number",
  });
  assert.deepEqual(afterPay({ kind: "redirect", url: "https://tamara.example/x" }, order), {
    kind: "leave",
    address: "https://tamara.example/x",
    delayMs: 0,
  });
  assert.deepEqual(afterPay({ kind: "offline" }, order), { kind: "message", message: { key: "offline" } });
  assert.deepEqual(afterPay({ kind: "failed", text: "System error", field: "x" }, order), {
    kind: "message",
    message: { text: "System error" },
    field: "x",
  });
});
