/** What the simulated Tamara takes, field by field: an unknown or mistyped one is refused. */

import { z } from "zod";
import { type Minor, parseDecimal } from "#core/money.ts";
import { readOrRefuse } from "#sim/refusal.ts";
import { refusal, wrongField } from "./errors.ts";

const money = z.strictObject({
  amount: z.number().min(0),
  currency: z.enum(["SAR", "AED", "BHD", "KWD", "OMR"]),
});

export type RequestMoney = z.output<typeof money>;

const phone = z.string().regex(/^(?:\+?966)?5\d{8}$/);
const address = z.strictObject({
  first_name: z.string().min(1),
  last_name: z.string().min(1),
  line1: z.string().min(1),
  line2: z.string().optional(),
  region: z.string().optional(),
  postal_code: z.string().optional(),
  city: z.string().min(1),
  country_code: z.string().length(2),
  phone_number: phone.optional(),
});

const item = z.strictObject({
  reference_id: z.string().min(1),
  type: z.enum(["Physical", "Digital"]),
  name: z.string().min(1).max(255),
  sku: z.string().min(1).max(128),
  quantity: z.number().int().min(1),
  item_url: z.url().max(1024).optional(),
  image_url: z.url().max(1024).optional(),
  unit_price: money.optional(),
  tax_amount: money.optional(),
  discount_amount: money.optional(),
  total_amount: money,
});

// Addresses with a query get a second question mark from the real one.
const returnAddress = z.url({ protocol: /^https?$/ }).refine((text) => !text.includes("?"));

export const checkoutSchema = z.strictObject({
  total_amount: money,
  shipping_amount: money,
  tax_amount: money,
  order_reference_id: z.string().min(1).max(255),
  order_number: z.string().min(1).max(255).optional(),
  discount: z.strictObject({ name: z.string(), amount: money }).optional(),
  items: z.array(item).min(1),
  consumer: z.strictObject({
    first_name: z.string().min(1),
    last_name: z.string().min(1),
    phone_number: phone,
    email: z.email(),
    is_first_order: z.boolean().optional(),
  }),
  country_code: z.enum(["SA", "AE", "BH", "KW", "OM"]),
  description: z.string().min(1).max(256),
  locale: z.enum(["ar_SA", "en_US"]).optional(),
  platform: z.string().max(255).optional(),
  is_mobile: z.boolean().optional(),
  merchant_url: z.strictObject({
    success: returnAddress,
    failure: returnAddress,
    cancel: returnAddress,
    notification: z.url({ protocol: /^https?$/ }).optional(),
  }),
  // Left out, the real one answers 500.
  payment_type: z.enum(["PAY_BY_INSTALMENTS", "PAY_NOW"]),
  instalments: z.number().int().min(2).max(24).optional(),
  shipping_address: address,
  billing_address: address.optional(),
  expires_in_minutes: z.number().int().min(5).max(1440).optional(),
  risk_assessment: z.record(z.string(), z.unknown()).optional(),
  additional_data: z.record(z.string(), z.unknown()).optional(),
});

export const captureSchema = z.strictObject({
  order_id: z.string(),
  total_amount: money,
  shipping_info: z.strictObject({
    shipped_at: z.iso.datetime(),
    shipping_company: z.string().min(1),
    tracking_number: z.string().optional(),
    tracking_url: z.string().optional(),
  }),
  items: z.array(item).optional(),
  shipping_amount: money.optional(),
  tax_amount: money.optional(),
  discount_amount: money.optional(),
});

export const cancelSchema = z.strictObject({
  total_amount: money,
  items: z.array(item).optional(),
  shipping_amount: money.optional(),
  tax_amount: money.optional(),
  discount_amount: money.optional(),
});

export const refundSchema = z.strictObject({
  total_amount: money,
  comment: z.string().min(1),
  merchant_refund_id: z.string().max(255).optional(),
});

export const preCheckSchema = z.strictObject({
  country: z.literal("SA"),
  order_value: money,
  phone_number: z.string().optional(),
  is_vip: z.boolean().optional(),
});

export const webhookSchema = z.strictObject({
  type: z.literal("order"),
  url: z.url().max(255),
  events: z.array(z.string()).min(1),
  headers: z.record(z.string(), z.string()).optional(),
});

/** Reads a body; throws a Refusal for the first field that is wrong. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  return readOrRefuse(schema, body ?? {}, wrongField);
}

/** An amount in minor units; throws a Refusal for more decimals than the currency has. */
export function readAmount({ amount, currency }: RequestMoney): Minor {
  const read = parseDecimal(String(amount), currency);
  if (read === null) throw refusal(400, "amount_invalid", "The amount has too many decimals");
  return read;
}
