/** Opening a checkout: what is refused, and the order that is made. */

import type { z } from "zod";
import { minor } from "#core/money.ts";
import { refusal } from "./errors.ts";
import type { Orders, TamaraOrder } from "./orders.ts";
import { type checkoutSchema, readAmount } from "./requests.ts";

/** Highest amount that the simulator's account may sell, minor units; the real limits are asked for by API. */
export const limitMinor = 500_000;

/** Published phones of Tamara's sandbox, and one that it calls invalid. */
export const phones = { success: "544337866", declined: "526422337", invalid: "511111111" } as const;

/** Checks what strict shapes cannot: sums, limits, the phone. Then makes the order. */
export function openCheckout(orders: Orders, body: z.output<typeof checkoutSchema>): TamaraOrder {
  const total = readAmount(body.total_amount);
  const currency = body.total_amount.currency;
  const amounts = [body.shipping_amount, body.tax_amount, ...body.items.map((item) => item.total_amount)];
  if (amounts.some((amount) => amount.currency !== currency))
    throw refusal(400, "total_amount_invalid_currency", "All amounts need one currency");
  if (currency !== "SAR") throw refusal(400, "currency_unsupported", "The store sells in SAR");
  const discount = body.discount ? readAmount(body.discount.amount) : 0;
  const whole = amounts.reduce((sum, amount) => sum + readAmount(amount), 0) - discount;
  if (minor(whole) !== total)
    throw refusal(400, "total_amount_invalid", "The total does not equal the sum of its parts");
  if (total > limitMinor) throw refusal(400, "total_amount_invalid_limit", "The total is over the limit");
  const phone = body.consumer.phone_number.replace(/^\+?966/, "");
  if (phone === phones.invalid)
    throw refusal(400, "consumer_invalid_phone_number", "The phone number is not valid");
  const { success, failure, cancel, notification } = body.merchant_url;
  return orders.create({
    reference: body.order_reference_id,
    number: body.order_number ?? body.order_reference_id,
    currency,
    total,
    phone,
    locale: body.locale ?? "ar_SA",
    urls: { success, failure, cancel, ...(notification !== undefined && { notification }) },
  });
}
