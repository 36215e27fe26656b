/** What the simulated Tabby takes, field by field: an unknown or mistyped one is refused. */

import { z } from "zod";
import { type Minor, parseDecimal } from "#core/money.ts";
import { readOrRefuse } from "#sim/refusal.ts";
import { badData, wrongField } from "./errors.ts";

const text = z.string().max(255);
const decimal = z.string().regex(/^\d{1,10}(\.\d{1,2})?$/);
const phone = z.string().regex(/^(?:\+?966|0)?5\d{8}$/);

const item = z.strictObject({
  reference_id: text.optional(),
  title: text.min(1),
  description: text.optional(),
  quantity: z.number().int().min(1),
  unit_price: decimal,
  discount_amount: decimal.optional(),
  category: text.min(1),
  image_url: text.optional(),
  product_url: text.optional(),
  is_refundable: z.boolean().optional(),
});

const address = z.strictObject({ city: text.min(1), address: text.min(1), zip: text.min(1) });

const buyer = z.strictObject({ name: text.min(1), email: z.email(), phone, dob: z.iso.date().optional() });

const payment = z.strictObject({
  amount: decimal,
  currency: z.enum(["SAR", "AED", "KWD"]),
  description: text.optional(),
  buyer,
  shipping_address: address,
  order: z.strictObject({
    reference_id: text.min(1),
    updated_at: z.iso.datetime().optional(),
    tax_amount: decimal.optional(),
    shipping_amount: decimal.optional(),
    discount_amount: decimal.optional(),
    items: z.array(item).min(1),
  }),
  buyer_history: z.strictObject({
    registered_since: z.iso.datetime(),
    loyalty_level: z.number().int().min(0),
    wishlist_count: z.number().int().min(0).optional(),
    is_social_networks_connected: z.boolean().optional(),
    is_phone_number_verified: z.boolean().optional(),
    is_email_verified: z.boolean().optional(),
  }),
  order_history: z.array(z.record(z.string(), z.unknown())),
  meta: z.strictObject({ order_id: text.nullable(), customer: text.nullable() }).optional(),
});

const returnAddress = z.url({ protocol: /^https?$/ });

export const checkoutSchema = z.strictObject({
  payment,
  lang: z.enum(["ar", "en"]),
  merchant_code: text.min(1),
  merchant_urls: z.strictObject({ success: returnAddress, cancel: returnAddress, failure: returnAddress }),
  token: z.null().optional(),
});

export const captureSchema = z.strictObject({
  amount: decimal,
  reference_id: text.min(1),
  tax_amount: decimal.optional(),
  shipping_amount: decimal.optional(),
  discount_amount: decimal.optional(),
  items: z.array(item).optional(),
});

export const refundSchema = z.strictObject({
  amount: decimal,
  reference_id: text.min(1),
  reason: text.optional(),
  items: z.array(item).optional(),
});

/** A day, which begins at midnight UTC; Tabby takes no time beside it. */
const dayStart = z.iso.date().transform((day) => Date.parse(`${day}T00:00:00Z`));

export const listSchema = z.strictObject({
  created_at__gte: dayStart,
  created_at__lte: dayStart,
  limit: z.coerce.number().int().min(1).max(20),
  offset: z.coerce.number().int().min(0).default(0),
});

export const webhookSchema = z.strictObject({
  url: returnAddress,
  header: z.strictObject({ title: text.min(1), value: text.min(1) }).optional(),
});

/** Reads a body or a query; throws a Refusal for the first field that is wrong. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  return readOrRefuse(schema, body ?? {}, wrongField);
}

/** An amount in minor units. */
export function readAmount(amount: string, currency: string): Minor {
  const read = parseDecimal(amount, currency);
  if (read === null) throw badData("amount has too many decimals");
  return read;
}
