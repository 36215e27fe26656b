/** What each answer about a payment means, and the calls that bring them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import type { HttpResult } from "#core/ports.ts";
import { toSend } from "../provider-run.ts";
import {
  attemptId,
  broken,
  context,
  created,
  full,
  input,
  json,
  money,
  moved,
  payment,
  paymentId,
  providerOf,
  refusal,
  sessionId,
} from "./documented-examples.ts";

test("every call goes to its documented address with the key", async () => {
  const closed = { ...payment, ...full, status: "CLOSED" };
  const { provider, requests, body } = providerOf(
    json(created),
    json(payment),
    json(closed),
    json({ ...closed, refunds: [moved("10", "rf0001")] }),
    json(payment),
    json({ ...payment, status: "CLOSED" }),
    json({ ...payment, status: "CREATED" }),
    json({ status: "ok" }),
    json([]),
    json({ id: "w1", url: context.notificationUrl, is_test: true, header: null }),
  );
  await provider.start(context, input);
  await provider.check(context);
  await provider.capture?.(context);
  await provider.refund?.(context, toSend({ id: "rf0001", amount: minor(1_000) }));
  await provider.cancel?.(context);
  await provider.cancel?.(context);
  await provider.registerWebhook?.(context.notificationUrl);
  assert.deepEqual(
    requests.map(({ method, url }) => `${method} ${url.replace("https://api.tabby.sa", "")}`),
    [
      "POST /api/v2/checkout",
      `GET /api/v2/payments/${paymentId}`,
      `POST /api/v2/payments/${paymentId}/captures`,
      `POST /api/v2/payments/${paymentId}/refunds`,
      `GET /api/v2/payments/${paymentId}`,
      `POST /api/v2/payments/${paymentId}/close`,
      `GET /api/v2/payments/${paymentId}`,
      `POST /api/v2/checkout/${sessionId}/cancel`,
      "GET /api/v1/webhooks",
      "POST /api/v1/webhooks",
    ],
  );
  for (const { headers } of requests) assert.equal(headers?.["authorization"], "Bearer sk_test");
  assert.equal(requests[8]?.headers?.["x-merchant-code"], "SA");
  assert.deepEqual(body(2), { amount: "115.00", reference_id: `${attemptId}-capture` });
  assert.deepEqual(body(3), { amount: "10.00", reference_id: "rf0001" });
  assert.equal(requests[5]?.body, undefined);
  assert.deepEqual(body(9), {
    url: context.notificationUrl,
    header: { title: "x-wasl-webhook-secret", value: "webhook-secret-of-ours" },
  });
});

/** What a question makes of a payment. */
const standings: readonly [string, object, Outcome][] = [
  ["CREATED", {}, { kind: "pending", reference: paymentId }],
  ["AUTHORIZED", {}, { kind: "authorised", reference: paymentId, money }],
  ["AUTHORIZED", { captures: [moved("50.00", "x")] }, { kind: "authorised", reference: paymentId, money }],
  ["REJECTED", {}, { kind: "declined", reason: "rejected_by_provider", providerCode: "REJECTED" }],
  ["EXPIRED", {}, { kind: "closed", as: "expired", providerCode: "EXPIRED" }],
  ["CLOSED", full, { kind: "captured", reference: paymentId, money }],
  ["CLOSED", {}, { kind: "closed", as: "cancelled", providerCode: "CLOSED" }],
  ["CLOSED", { captures: null, refunds: null }, { kind: "closed", as: "cancelled", providerCode: "CLOSED" }],
  [
    "CLOSED",
    { captures: [moved("50.00", "a"), moved("65", "b")] },
    { kind: "captured", reference: paymentId, money },
  ],
  [
    "CLOSED",
    { captures: [moved("50.00", "a")] },
    { kind: "captured", reference: paymentId, money: { amount: minor(5_000), currency: "SAR" } },
  ],
  [
    "CLOSED",
    { ...full, refunds: [moved("15", "r")] },
    { kind: "captured", reference: paymentId, money: { amount: minor(10_000), currency: "SAR" } },
  ],
  [
    "CLOSED",
    { ...full, refunds: [moved("115", "r")] },
    { kind: "closed", as: "cancelled", providerCode: "CLOSED" },
  ],
  [
    "CLOSED",
    { captures: [moved("1e2", "a")] },
    { kind: "unknown", why: "the payment's amounts cannot be read" },
  ],
  ["BREWING", {}, { kind: "pending", reference: paymentId }],
  ["authorized", {}, { kind: "pending", reference: paymentId }],
  ["valueOf", {}, { kind: "pending", reference: paymentId }],
];

for (const [status, change, expected] of standings) {
  test(`a payment that is ${status} with ${JSON.stringify(change)} is ${expected.kind}`, async () => {
    const { provider } = providerOf(json({ ...payment, ...change, status }));
    assert.deepEqual(await provider.check(context), expected);
  });
}

const failures: readonly [string, HttpResult, Outcome][] = [
  ["an unknown payment", refusal("not_found", "no such payment", 404), { kind: "not_found" }],
  [
    "another payment",
    json({ ...payment, id: "another" }),
    { kind: "unknown", why: "answer about something else" },
  ],
  [
    "a payment of another attempt",
    json({ ...payment, order: { reference_id: "another" } }),
    { kind: "unknown", why: "a payment of another attempt" },
  ],
  [
    "a payment without a buyer",
    json({ ...payment, order: null }),
    { kind: "unknown", why: "a payment of another attempt" },
  ],
  ["silence", broken, { kind: "unknown", why: "timeout" }],
];

for (const [what, answer, expected] of failures) {
  test(`a question that brings ${what} is ${expected.kind}`, async () => {
    const { provider } = providerOf(answer);
    assert.deepEqual(await provider.check(context), expected);
  });
}

test("a capture that is refused because it was made is the one that was made", async () => {
  const { provider } = providerOf(
    refusal("conflict", "Payment already captured", 409),
    json({ ...payment, ...full, status: "CLOSED" }),
  );
  assert.deepEqual(await provider.capture?.(context), { kind: "captured", reference: paymentId, money });
});
