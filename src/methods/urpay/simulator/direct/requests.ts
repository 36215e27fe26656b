/** What the simulated UR Pay takes, field by field: an unknown or mistyped one is refused. */

import { z } from "zod";
import { type Minor, parseDecimal } from "#core/money.ts";
import { readOrRefuse } from "#sim/refusal.ts";
import { refusal, wrongField } from "./refusal.ts";

const amount = z.string().regex(/^\d{1,10}\.\d{2}$/);
const name = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const tokenSchema = z.strictObject({ clientId: z.string(), clientSecret: z.string() });

export const createSchema = z.strictObject({
  merchantId: z.string(),
  terminalId: z.string(),
  trackId: name,
  billNumber: name,
  amount,
  currency: z.literal("SAR"),
  mobileNumber: z.string().regex(/^5\d{8}$/),
  description: z.string().max(100),
  lang: z.enum(["ar", "en"]),
});

export const confirmSchema = z.strictObject({ otp: z.string().regex(/^\d{4,8}$/) });

export const refundSchema = z.strictObject({ refundId: name, amount });

/** Reads a body; throws a Refusal for the first field that is wrong. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  return readOrRefuse(schema, body ?? {}, wrongField);
}

/** An amount that the schema has let through, in halalas. */
export function readAmount(text: string): Minor {
  const read = parseDecimal(text, "SAR");
  if (read === null || read === 0) throw refusal(400, "IPAY0100124", "The amount must be above zero");
  return read;
}
