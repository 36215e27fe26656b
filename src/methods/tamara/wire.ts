/**
 * The parts of Tamara's answers that we read, and nothing else: unknown members are dropped, so new ones do no harm.
 * Documents: docs.tamara.co/reference (createcheckoutsession, authoriseorder, captureorder, cancelorder,
 * simplifiedrefund, getorderdetails, voidcheckoutsession, getting-started-with-webhooks).
 *
 * Money: JSON numbers in major units with their currency, {"amount": 115.5, "currency": "SAR"}; read and written
 * through decimal text, so that no halala is lost to floating point.
 */
import { z } from "zod";
import { type Minor, parseDecimal, toJsonNumber } from "#core/money.ts";
import type { StatedMoney } from "#core/outcome.ts";

/** Some of the documents draw an amount as a list with one element. */
const money = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value),
  z.object({ amount: z.union([z.number(), z.string()]).transform(String), currency: z.string() }),
);

export type WireMoney = z.output<typeof money>;

const id = z.string().min(1).max(100);

/** Answer to POST /checkout. */
export const checkoutAnswer = z.object({
  order_id: id,
  checkout_id: id,
  checkout_url: z.string().max(2048),
  status: z.string(),
});

/** Answer to GET /orders/{id} and GET /merchants/orders/reference-id/{reference}. */
export const orderAnswer = z.object({
  order_id: id,
  order_reference_id: z.string(),
  status: z.string(),
  total_amount: money,
  captured_amount: money.nullish(),
  refunded_amount: money.nullish(),
  canceled_amount: money.nullish(),
});

export type OrderAnswer = z.output<typeof orderAnswer>;

/** The same order with what was refunded. Read apart: only a refund depends on it. */
export const refundsAnswer = orderAnswer.extend({
  transactions: z.object({
    refunds: z.array(
      z.object({ refund_id: id, total_amount: money, merchant_refund_id: z.string().nullish() }),
    ),
  }),
});

export type RefundsAnswer = z.output<typeof refundsAnswer>;

/** Answer to GET /checkout/payment-types: what the account sells, and for which amounts. */
export const paymentTypesAnswer = z.array(z.object({ min_limit: money, max_limit: money }));

export type PaymentTypesAnswer = z.output<typeof paymentTypesAnswer>;

/** Answer to POST /orders/{id}/authorise. */
export const authoriseAnswer = z.object({
  order_id: id,
  status: z.string(),
  authorized_amount: money.nullish(),
});

/** Answer to POST /payments/capture. */
export const captureAnswer = z.object({ order_id: id, status: z.string(), captured_amount: money.nullish() });

/** Answer to POST /orders/{id}/cancel. */
export const cancelAnswer = z.object({ order_id: id, status: z.string() });

/** Answer to POST /checkout/{checkout_id}/void. */
export const voidAnswer = z.object({ order_was_voided: z.boolean() });

/** Answer to POST /payments/simplified-refund/{order_id}. */
export const refundAnswer = z.object({ order_id: id, refund_id: id, refunded_amount: money });

/** Every error body. */
export const errorAnswer = z.object({
  message: z.string().optional(),
  errors: z.array(z.object({ error_code: z.string().optional() })).optional(),
});

/** What is read of the webhooks and of the checkout's own notification: the order's names. */
export const notificationBody = z.object({ order_id: id, order_reference_id: z.string() });

/** An amount of an answer in minor units; null when it is missing or is no amount of its currency. */
export function readMoney(stated: WireMoney | null | undefined): StatedMoney | null {
  const amount = stated ? parseDecimal(stated.amount, stated.currency) : null;
  return stated && amount !== null ? { amount, currency: stated.currency } : null;
}

/** An amount for a request. */
export function writeMoney(amount: Minor, currency: string): { amount: number; currency: string } {
  return { amount: toJsonNumber(amount, currency), currency };
}
