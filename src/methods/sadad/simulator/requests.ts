/** What the simulated Moyasar takes, field by field: an unknown or mistyped one is refused. */

import { z } from "zod";
import { readOrRefuse } from "#sim/refusal.ts";
import { wrongField } from "./errors.ts";

const metadata = z
  .record(z.string(), z.union([z.string().max(500), z.number(), z.boolean()]))
  .refine((given) => Object.keys(given).length <= 30);

export const paymentSchema = z.strictObject({
  given_id: z.uuid().optional(),
  amount: z.number().int().min(1).max(1_000_000_000_000),
  currency: z.literal("SAR"),
  description: z.string().max(255).optional(),
  callback_url: z.url({ protocol: /^https?$/ }).optional(),
  source: z.strictObject({ type: z.literal("sadadbill") }),
  metadata: metadata.optional(),
});

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** Query of the list of payments. */
export const listSchema = z.strictObject({
  page: z.coerce.number().int().min(1).default(1),
  status: z.string().optional(),
  "created[gt]": instant.optional(),
  "created[lt]": instant.optional(),
});

export const webhookSchema = z.strictObject({
  http_method: z.literal("post"),
  url: z.url({ protocol: /^https?$/ }),
  shared_secret: z.string().min(1),
  /** Left out: all events, also those that do not exist yet. */
  events: z.array(z.enum(["payment_paid", "payment_failed", "payment_expired"])).optional(),
});

export const verificationSchema = z.strictObject({ code: z.string() });

/** Reads a body; throws a Refusal for the first field that is wrong. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  return readOrRefuse(schema, body ?? {}, wrongField);
}
