/** Opening a checkout: what is sent, what each answer means. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  attemptId,
  checkoutId,
  checkoutUrl,
  context,
  input,
  json,
  orderId,
  providerOf,
} from "./documented-examples.ts";
import { checkoutBody } from "./start.ts";

test("a checkout is sent with everything that Tamara demands, and its sums add up", () => {
  const sar = (amount: number) => ({ amount, currency: "SAR" });
  const person = { first_name: "نورة", last_name: "بنت سعد العتيبي", phone_number: "544337866" };
  const item = (reference: string, name: string, quantity: number, unit: number, total: number) => ({
    reference_id: reference,
    type: "Physical",
    name,
    sku: reference,
    quantity,
    unit_price: sar(unit),
    tax_amount: sar(0),
    discount_amount: sar(0),
    total_amount: sar(total),
  });
  assert.deepEqual(checkoutBody(context, input), {
    total_amount: sar(115.5),
    shipping_amount: sar(0),
    tax_amount: sar(0),
    order_reference_id: attemptId,
    order_number: "7K3M9Q2XW4HTBZ6N",
    items: [item("L1", "تمر سكري", 2, 57.5, 115), item("L2", "3 × كيس", 1, 0.5, 0.5)],
    consumer: { ...person, email: "noura@example.com" },
    country_code: "SA",
    description: "متجر النخيل 7K3M9Q2XW4HTBZ6N",
    locale: "ar_SA",
    platform: "wasl",
    is_mobile: true,
    merchant_url: {
      success: context.returnUrl,
      failure: context.returnUrl,
      cancel: context.returnUrl,
      notification: context.notificationUrl,
    },
    payment_type: "PAY_BY_INSTALMENTS",
    instalments: 4,
    shipping_address: { ...person, line1: "طريق الملك فهد 1", city: "الرياض", country_code: "SA" },
    risk_assessment: { is_guest_user: true },
  });
});

test("a name of one word is first and last name", () => {
  const one = { ...context, payer: { ...context.payer, name: "نورة" }, language: "en" as const };
  const { consumer, locale } = Object(checkoutBody(one, input));
  assert.deepEqual([consumer.first_name, consumer.last_name, locale], ["نورة", "نورة", "en_US"]);
});

/** Tamara's error codes and our reasons. */
const refusals: readonly [string, string][] = [
  ["total_amount_invalid_limit", "limit_exceeded"],
  ["total_amount_invalid_limit_24hrs_gmv", "limit_exceeded"],
  ["consumer_invalid_phone_number", "rejected_by_provider"],
  ["not_supported_delivery_country", "rejected_by_provider"],
  ["tamara_disabled", "rejected_by_provider"],
  ["something_new", "other"],
  ["constructor", "other"],
];

for (const [code, reason] of refusals) {
  test(`a checkout refused with ${code} is declined with ${reason}`, async () => {
    const { provider } = providerOf(
      json({ message: "Call 0544337866123", errors: [{ error_code: code, data: {} }] }, 400),
    );
    assert.deepEqual(await provider.start(context, input), {
      kind: "declined",
      reason,
      providerCode: code,
      providerText: "Call ***",
    });
  });
}

test("a checkout with a status that no document lists is unknown, and the buyer is not sent away", async () => {
  const { provider } = providerOf(
    json({ order_id: orderId, checkout_id: checkoutId, checkout_url: checkoutUrl, status: "brewing" }),
  );
  assert.equal((await provider.start(context, input)).kind, "unknown");
});

test("a failure is logged by operation and code, without words, tokens or data of the buyer", async () => {
  const { provider, logged } = providerOf(json({ message: "noura@example.com is not welcome" }, 400));
  await provider.start(context, input);
  assert.deepEqual(logged, [
    'provider.no_result {"provider":"tamara","operation":"CHECKOUT","result":"refused","why":"HTTP 400 unnamed"}',
  ]);
});
