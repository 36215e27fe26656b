/**
 * The parts of Tabby's answers that we read, and nothing else: unknown members are dropped, so new ones do no harm.
 * Documents: docs.tabby.ai/api-reference (checkout, payments, webhooks).
 *
 * Money: decimal text in major units; requests carry all decimals of the currency ("115.00"), answers may leave the
 * zeros out ("115").
 */
import { z } from "zod";
import { type Minor, minor, parseDecimal } from "#core/money.ts";

const id = z.string().min(1).max(100);
const decimal = z.union([z.string(), z.number()]).transform(String);

/** Answer to POST /api/v2/checkout, whether Tabby takes the payment ("created") or not ("rejected"). */
export const checkoutAnswer = z.object({
  id,
  status: z.string(),
  configuration: z
    .object({
      available_products: z
        .object({ installments: z.array(z.object({ web_url: z.string().max(4096) })).nullish() })
        .nullish(),
      products: z
        .object({ installments: z.object({ rejection_reason: z.string().nullish() }).nullish() })
        .nullish(),
    })
    .nullish(),
  payment: z.object({ id }).nullish(),
});

const movement = z.object({ id, amount: decimal, reference_id: z.string().nullish() });

/** Answer to every question about a payment, and to capturing, refunding and closing it. */
export const paymentAnswer = z.object({
  id,
  status: z.string(),
  amount: decimal,
  currency: z.string(),
  order: z.object({ reference_id: z.string().nullish() }).nullish(),
  captures: z.array(movement).nullish(),
  refunds: z.array(movement).nullish(),
});

export type PaymentAnswer = z.output<typeof paymentAnswer>;

/** A payment in a list, where its day counts. */
const listedPayment = paymentAnswer.extend({
  created_at: z.iso.datetime({ offset: true }).transform(Date.parse),
});

export type ListedPayment = z.output<typeof listedPayment>;

/** Answer to GET /api/v2/payments. */
export const paymentList = z.object({ payments: z.array(listedPayment) });

/** Answer to POST /api/v2/checkout/{id}/cancel; nothing of it is needed. */
export const cancelAnswer = z.unknown();

/** One registered address for messages. */
export const webhookAnswer = z.object({
  id,
  url: z.string(),
  header: z.object({ title: z.string(), value: z.string() }).nullish(),
});

export const webhookList = z
  .array(webhookAnswer)
  .nullish()
  .transform((list) => list ?? []);

/** Both shapes of an error body. */
export const errorAnswer = z.object({
  errorType: z.string().optional(),
  error: z.string().optional(),
  errors: z
    .array(
      z.object({ field: z.string().optional(), code: z.string().optional(), message: z.string().optional() }),
    )
    .optional(),
});

/** What of the payment that Tabby posts to us is read: its names. */
export const notificationBody = z.object({ id, order: z.object({ reference_id: z.string() }) });

/** The sum of captures or refunds, minor units; null when one of the amounts cannot be read. */
export function sumOf(movements: PaymentAnswer["captures"], currency: string): Minor | null {
  let total = 0;
  for (const { amount } of movements ?? []) {
    const read = parseDecimal(amount, currency);
    if (read === null) return null;
    total += read;
  }
  return minor(total);
}
