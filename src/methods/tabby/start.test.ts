/** Opening a session: what is sent, what each answer means. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "#core/outcome.ts";
import type { HttpResult } from "#core/ports.ts";
import {
  attemptId,
  broken,
  context,
  created,
  input,
  json,
  paymentId,
  providerOf,
  refusal,
  rejected,
  sessionId,
  webUrl,
} from "./documented-examples.ts";
import { sessionBody } from "./start.ts";

test("a session is sent with everything that Tabby demands, amounts as text with two decimals", () => {
  assert.deepEqual(sessionBody(context, input, "SA"), {
    payment: {
      amount: "115.00",
      currency: "SAR",
      description: "متجر النخيل 7K3M9Q2XW4HTBZ6N",
      buyer: { name: "Noura Alotaibi", email: "otp.success@tabby.ai", phone: "+966500000001" },
      shipping_address: { city: "NA", address: "NA", zip: "00000" },
      order: {
        reference_id: attemptId,
        updated_at: "2026-11-20T08:30:10.000Z",
        tax_amount: "0.00",
        shipping_amount: "0.00",
        discount_amount: "0.00",
        items: [
          {
            reference_id: "L1",
            title: "تمر سكري",
            quantity: 2,
            unit_price: "57.50",
            discount_amount: "0.00",
            category: "Invoice",
          },
        ],
      },
      buyer_history: { registered_since: "2026-11-20T08:29:10.000Z", loyalty_level: 0 },
      order_history: [],
      meta: { order_id: "7K3M9Q2XW4HTBZ6N", customer: null },
    },
    lang: "en",
    merchant_code: "SA",
    merchant_urls: {
      success: context.returnUrl,
      cancel: `${context.returnUrl}?left=1`,
      failure: context.returnUrl,
    },
  });
});

test("a created session sends the buyer to its page and keeps both ids", async () => {
  const { provider } = providerOf(json(created));
  assert.deepEqual(await provider.start(context, input), {
    kind: "redirect",
    url: webUrl,
    reference: sessionId,
    data: { sessionId, paymentId },
  });
});

/** Answers with HTTP 200 that are no created session. */
const notCreated: readonly [string, object, string][] = [
  ["too high", rejected("order_amount_too_high"), "declined limit_exceeded order_amount_too_high"],
  ["too low", rejected("order_amount_too_low"), "declined limit_exceeded order_amount_too_low"],
  [
    "not available",
    rejected("not_available", { installments: null }),
    "declined rejected_by_provider not_available",
  ],
  ["rejected without a reason", rejected(null), "declined rejected_by_provider not_available"],
  ["rejected with a new reason", rejected("full_moon"), "declined rejected_by_provider full_moon"],
  [
    "rejected by a name of every object",
    rejected("constructor"),
    "declined rejected_by_provider constructor",
  ],
  [
    "created without a product",
    { ...rejected(null), status: "created" },
    "declined rejected_by_provider not_available",
  ],
  ["created without a payment", { ...created, payment: null }, "unknown"],
  ["expired", { ...created, status: "expired" }, "unknown"],
  ["brewing", { ...created, status: "brewing" }, "unknown"],
];

for (const [what, answer, expected] of notCreated) {
  test(`a session that is ${what} is ${expected}`, async () => {
    const { provider } = providerOf(json(answer));
    const outcome = await provider.start(context, input);
    const told =
      outcome.kind === "declined" ? `declined ${outcome.reason} ${outcome.providerCode}` : outcome.kind;
    assert.equal(told, expected);
  });
}

const startFailures: readonly [string, HttpResult, Outcome][] = [
  [
    "another currency",
    refusal("bad_data", "could not create payment: only 'AED' is supported, but got 'SAR'"),
    {
      kind: "declined",
      reason: "rejected_by_provider",
      providerCode: "bad_data",
      providerText: "could not create payment: only 'AED' is supported, but got 'SAR'",
    },
  ],
  [
    "a wrong field",
    json({ errors: [{ field: "$.payment.currency", code: "invalid_value", message: "wrong" }] }, 400),
    {
      kind: "declined",
      reason: "rejected_by_provider",
      providerCode: "invalid_value",
      providerText: "$.payment.currency wrong",
    },
  ],
  [
    "an unknown key",
    refusal("not_authorized", "merchant is null", 401),
    { kind: "not_sent", why: "HTTP 401" },
  ],
  ["another region", refusal("no_permission", "x", 403), { kind: "not_sent", why: "HTTP 403 no_permission" }],
  ["too many sessions", json({}, 429), { kind: "not_sent", why: "HTTP 429" }],
  ["a failure", json({}, 502), { kind: "unknown", why: "HTTP 502" }],
  ["silence", broken, { kind: "unknown", why: "timeout" }],
];

for (const [what, answer, expected] of startFailures) {
  test(`a session that meets ${what} is ${expected.kind}`, async () => {
    const { provider } = providerOf(answer);
    assert.deepEqual(await provider.start(context, input), expected);
  });
}
