/** What the simulated bank takes, field by field: an unknown or mistyped one is refused. */

import { z } from "zod";
import { type Minor, parseDecimal } from "#core/money.ts";
import { readOrRefuse } from "#sim/refusal.ts";
import { refusal, wrongField } from "./errors.ts";

export const openSchema = z.strictObject({
  reference: z.string().min(1).max(64),
  invoiceNumber: z.string().min(1).max(64),
  expectedAmount: z.string().regex(/^\d{1,10}\.\d{2}$/),
  currency: z.literal("SAR"),
  matching: z.literal("ANY"),
  expiresAt: z.iso.datetime(),
  payer: z.strictObject({
    name: z.string().max(100),
    mobile: z.string().regex(/^\+9665\d{8}$/),
    email: z.email(),
  }),
  notificationUrl: z.url({ protocol: /^https?$/ }),
});

export type OpenRequest = z.output<typeof openSchema>;

export const tokenSchema = z.strictObject({ grant_type: z.literal("client_credentials") });

/** Reads a body; throws a Refusal for the first field that is wrong. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  return readOrRefuse(schema, body ?? {}, wrongField);
}

/** An amount in minor units; throws a Refusal for none. */
export function readAmount(text: string, currency: string): Minor {
  const amount = parseDecimal(text, currency);
  if (amount === null || amount === 0)
    throw refusal(400, "invalid_request", "The field expectedAmount is invalid");
  return amount;
}
