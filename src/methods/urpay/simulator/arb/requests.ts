/** What the simulated gateway takes, field by field: an unknown or mistyped one is refused. */

import { z } from "zod";
import { type Minor, parseDecimal } from "#core/money.ts";
import { strictParse } from "#sim/strict.ts";
import type { ArbAccount } from "./account.ts";
import { unhide } from "./cipher.ts";
import { refusal } from "./refusal.ts";

const amt = z.string().regex(/^\d{1,10}\.\d{2}$/);
const trackId = z.string().regex(/^[A-Za-z0-9-]{1,255}$/);
const udf = z.string().max(255).optional();
const hidden = z.string().regex(/^[0-9A-Fa-f]+$/);
const address = z.url({ protocol: /^https?$/ });

const envelopeSchema = z.tuple([
  z.strictObject({
    id: z.string(),
    trandata: hidden,
    responseURL: address.optional(),
    errorURL: address.optional(),
  }),
]);

const common = { password: z.string(), id: z.string(), currencyCode: z.literal("682"), amt };

export const purchaseSchema = z.strictObject({
  ...common,
  action: z.literal("1"),
  trackId,
  mobileNumber: z.string(),
  responseURL: address,
  errorURL: address,
  udf1: udf,
  udf2: udf,
  udf3: udf,
  udf4: udf,
  udf5: udf,
});

export const supportSchema = z.strictObject({
  ...common,
  action: z.enum(["2", "8"]),
  trackId: trackId.optional(),
  udf5: z.enum(["TrackID", "TRANID", "PaymentID"]),
  transId: z.string().min(1).max(255),
});

export type Purchase = z.output<typeof purchaseSchema>;
export type Support = z.output<typeof supportSchema>;

/** Reads a request: the account, the hidden message, its password, its fields. Throws a Refusal for the first fault. */
export function readRequest<T>(schema: z.ZodType<T>, body: unknown, account: ArbAccount): T {
  const envelope = strictParse(envelopeSchema, body);
  if (!envelope.ok || envelope.value[0].id !== account.tranportalId) throw refusal("IPAY0100124");
  const message = unhide(envelope.value[0].trandata, account.resourceKey);
  if (Object(message).password !== account.tranportalPassword) throw refusal("IPAY0100015");
  const parsed = strictParse(schema, message);
  if (!parsed.ok || Object(message).id !== account.tranportalId) throw refusal("IPAY0100124");
  return parsed.value;
}

/** An amount that the schema has let through, in halalas. */
export function readAmount(text: string): Minor {
  const read = parseDecimal(text, "SAR");
  if (read === null || read === 0) throw refusal("IPAY0100124");
  return read;
}
