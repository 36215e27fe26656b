/** What each answer about an order means, and the calls that bring them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import type { HttpResult } from "#core/ports.ts";
import { toSend } from "../provider-run.ts";
import {
  attemptId,
  broken,
  checkoutId,
  checkoutUrl,
  context,
  input,
  json,
  money,
  order,
  orderId,
  providerOf,
} from "./documented-examples.ts";

test("every call goes to its documented address with the token", async () => {
  const { provider, requests, body } = providerOf(
    json({ order_id: orderId, checkout_id: checkoutId, checkout_url: checkoutUrl, status: "new" }),
    json(order),
    json({ order_id: orderId, status: "authorised", authorized_amount: { amount: 115.5, currency: "SAR" } }),
    json({
      order_id: orderId,
      capture_id: "c",
      status: "fully_captured",
      captured_amount: { amount: 115.5, currency: "SAR" },
    }),
    json(order),
    json({
      order_id: orderId,
      cancel_id: "x",
      status: "canceled",
      canceled_amount: { amount: 115.5, currency: "SAR" },
    }),
    json(order),
    json({
      order_id: orderId,
      refund_id: "r",
      capture_id: "c",
      status: "partially_refunded",
      refunded_amount: { amount: 10, currency: "SAR" },
    }),
    json({ ...order, status: "new" }),
    json({ order_was_voided: true, captured_amount: [] }),
  );
  await provider.start(context, input);
  await provider.check(context);
  await provider.confirm?.(context, undefined);
  await provider.capture?.(context);
  await provider.cancel?.(context);
  await provider.refund?.(context, toSend({ id: "rf0001", amount: minor(1_000) }));
  await provider.cancel?.(context);
  assert.deepEqual(
    requests.map(({ method, url }) => `${method} ${url.replace("https://api.tamara.co", "")}`),
    [
      "POST /checkout",
      `GET /orders/${orderId}`,
      `POST /orders/${orderId}/authorise`,
      "POST /payments/capture",
      `GET /orders/${orderId}`,
      `POST /orders/${orderId}/cancel`,
      `GET /orders/${orderId}`,
      `POST /payments/simplified-refund/${orderId}`,
      `GET /orders/${orderId}`,
      `POST /checkout/${checkoutId}/void?order_id=${orderId}`,
    ],
  );
  for (const { headers } of requests) assert.equal(headers?.["authorization"], "Bearer api-token");
  assert.equal(requests[2]?.body, undefined);
  assert.deepEqual(body(3), {
    order_id: orderId,
    total_amount: { amount: 115.5, currency: "SAR" },
    shipping_info: { shipped_at: "2026-11-20T08:30:10.000Z", shipping_company: "N/A" },
  });
  assert.deepEqual(body(5), { total_amount: { amount: 115.5, currency: "SAR" } });
  assert.deepEqual(body(7), {
    total_amount: { amount: 10, currency: "SAR" },
    comment: "7K3M9Q2XW4HTBZ6N",
    merchant_refund_id: "rf0001",
  });
});

/** What a question makes of an order: status and amounts in, outcome out. */
const standings: readonly [string, object, Outcome][] = [
  ["new", {}, { kind: "pending", reference: orderId }],
  ["on_hold", {}, { kind: "pending", reference: orderId }],
  ["approved", {}, { kind: "ready", reference: orderId, data: { orderId } }],
  ["declined", {}, { kind: "declined", reason: "rejected_by_provider", providerCode: "declined" }],
  ["authorised", {}, { kind: "authorised", reference: orderId, money }],
  ["canceled", {}, { kind: "closed", as: "cancelled", providerCode: "canceled" }],
  ["expired", {}, { kind: "closed", as: "expired", providerCode: "expired" }],
  [
    "updated",
    { canceled_amount: { amount: 15.5, currency: "SAR" } },
    { kind: "authorised", reference: orderId, money: { amount: minor(10_000), currency: "SAR" } },
  ],
  [
    "partially_captured",
    { captured_amount: { amount: 50, currency: "SAR" } },
    { kind: "captured", reference: orderId, money: { amount: minor(5_000), currency: "SAR" } },
  ],
  [
    "fully_captured",
    { captured_amount: { amount: 115.5, currency: "SAR" } },
    { kind: "captured", reference: orderId, money },
  ],
  [
    "fully_captured",
    { captured_amount: [{ amount: "115.50", currency: "SAR" }] },
    { kind: "captured", reference: orderId, money },
  ],
  [
    "partially_refunded",
    {
      captured_amount: { amount: 115.5, currency: "SAR" },
      refunded_amount: { amount: 15.5, currency: "SAR" },
    },
    { kind: "captured", reference: orderId, money: { amount: minor(10_000), currency: "SAR" } },
  ],
  [
    "fully_refunded",
    {
      captured_amount: { amount: 115.5, currency: "SAR" },
      refunded_amount: { amount: 115.5, currency: "SAR" },
    },
    { kind: "closed", as: "cancelled", providerCode: "fully_refunded" },
  ],
  ["brewing", {}, { kind: "pending", reference: orderId }],
  ["toString", {}, { kind: "pending", reference: orderId }],
  [
    "fully_captured",
    { captured_amount: null },
    { kind: "unknown", why: "the order's amounts cannot be read" },
  ],
  [
    "fully_captured",
    { captured_amount: { amount: 115.505, currency: "SAR" } },
    { kind: "unknown", why: "the order's amounts cannot be read" },
  ],
  [
    "updated",
    { canceled_amount: { amount: 15.5, currency: "AED" } },
    { kind: "unknown", why: "the order's amounts cannot be read" },
  ],
  [
    "authorised",
    { total_amount: { amount: 1155, currency: "AED" }, canceled_amount: null },
    { kind: "authorised", reference: orderId, money: { amount: minor(115_500), currency: "AED" } },
  ],
];

for (const [status, amounts, expected] of standings) {
  test(`an order that is ${status} with ${JSON.stringify(amounts)} is ${expected.kind}`, async () => {
    const { provider } = providerOf(json({ ...order, ...amounts, status }));
    assert.deepEqual(await provider.check(context), expected);
  });
}

/** What a question makes of an answer that is no order. */
const failures: readonly [string, HttpResult, Outcome][] = [
  ["an unknown order", json({ message: "Not found" }, 404), { kind: "not_found" }],
  [
    "a conflict",
    json({ message: "x", errors: [{ error_code: "c" }] }, 409),
    { kind: "unknown", why: "HTTP 409 c" },
  ],
  ["wrong credentials", json({ message: "Unauthorized" }, 401), { kind: "not_sent", why: "HTTP 401" }],
  ["too many questions", json({}, 429), { kind: "not_sent", why: "HTTP 429" }],
  ["a failure", json({}, 500), { kind: "unknown", why: "HTTP 500" }],
  [
    "a page of a proxy",
    { kind: "answer", status: 200, headers: {}, body: "<html>" },
    { kind: "unknown", why: "unexpected shape at " },
  ],
  ["no answer", broken, { kind: "unknown", why: "timeout" }],
  ["no connection", { kind: "not_sent", reason: "ECONNREFUSED" }, { kind: "not_sent", why: "ECONNREFUSED" }],
  [
    "another order",
    json({ ...order, order_id: "another" }),
    { kind: "unknown", why: "answer about something else" },
  ],
  [
    "an order of another attempt",
    json({ ...order, order_reference_id: "another" }),
    { kind: "unknown", why: "an order of another attempt" },
  ],
];

for (const [what, answer, expected] of failures) {
  test(`a question that brings ${what} is ${expected.kind}`, async () => {
    const { provider } = providerOf(answer);
    assert.deepEqual(await provider.check(context), expected);
  });
}

test("without Tamara's id the order is found by our reference", async () => {
  const lost = { ...context, attempt: { ...context.attempt, data: {} } };
  const { provider, requests } = providerOf(json({ ...order, status: "approved" }));
  assert.equal((await provider.check(lost)).kind, "ready");
  assert.ok(requests[0]?.url.endsWith(`/merchants/orders/reference-id/${attemptId}`));
});

test("an order that Tamara captured while it was authorised is captured", async () => {
  const captured = {
    ...order,
    status: "fully_captured",
    captured_amount: { amount: 115.5, currency: "SAR" },
  };
  const { provider } = providerOf(
    json({ order_id: orderId, status: "fully_captured", auto_captured: true, authorized_amount: null }),
    json(captured),
  );
  assert.deepEqual(await provider.confirm?.(context, undefined), {
    kind: "captured",
    reference: orderId,
    money,
  });
});
