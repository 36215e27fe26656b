/**
 * The parts of Moyasar's answers that we read, and nothing else: unknown members are dropped, so new ones do no harm.
 * Documents: docs.moyasar.com/guides/sadad-bill/{overview,basic-integration,testing}, /api/idempotency, /api/errors,
 * /api/other/webhooks/{webhook-reference,verify-webhook}.
 *
 * Money: whole minor units with their currency ({"amount": 15000, "currency": "SAR"} is SAR 150.00).
 */
import { z } from "zod";
import { maximumMinor, minor } from "#core/money.ts";

const id = z.string().min(1).max(100);

/** Answer to POST /payments and GET /payments/{id}. */
export const paymentAnswer = z.object({
  id,
  /** For a bill: initiated, paid, expired or failed. */
  status: z.string(),
  amount: z.number().int().min(0).max(maximumMinor).transform(minor),
  currency: z.string(),
  source: z.object({
    type: z.string(),
    /** Who the buyer sees as the biller: "Rosom-رسوم". */
    provider_name: z.string().nullish(),
    /** Three digits: the biller's number in the SADAD network. */
    biller_code: z.string().nullish(),
    /** The bill's number in the SADAD network: digits, leading zeros count. */
    sadad_number: z.string().nullish(),
    /** The last day on which the bill can be paid: "2026-08-15". */
    expired_at: z.string().nullish(),
    /** Why a bill could not be issued. */
    message: z.string().nullish(),
  }),
});

export type PaymentAnswer = z.output<typeof paymentAnswer>;

/**
 * Answer to GET /payments?status=&created[gt]=&created[lt]=&page=, newest first (docs.moyasar.com/api/payments/
 * list-payments). How many a page has is not said: the last one has no next.
 */
export const paymentsAnswer = z.object({
  payments: z.array(
    paymentAnswer.extend({
      metadata: z.record(z.string(), z.unknown()).nullish(),
      /** Of a paid bill, when it was paid. */
      updated_at: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
    }),
  ),
  meta: z.object({ next_page: z.number().int().min(1).nullable() }),
});

export type ListedPayment = z.output<typeof paymentsAnswer>["payments"][number];

const webhook = z.object({
  id,
  url: z.string(),
  /** Newer accounts: false until the code that Moyasar sent to the address was sent back. */
  verified: z.boolean().nullish(),
});

/** Answer to POST /webhooks and POST /webhooks/{id}/verify. */
export const webhookAnswer = webhook;

/** Answer to GET /webhooks; not paged. */
export const webhooksAnswer = z.object({ webhooks: z.array(webhook) });

/** Answer to DELETE /webhooks/{id}: a sentence. */
export const deletedAnswer = z.object({ message: z.string().nullish() });

/** Every error body: `type` is the code. */
export const errorAnswer = z.object({ type: z.string().optional(), message: z.string().nullish() });

/** What Moyasar posts to us. `data` is the payment, or the code of a verification. */
export const notificationBody = z.object({
  type: z.string().max(100),
  secret_token: z.string(),
  data: z.object({
    id: z.string().optional(),
    metadata: z.object({ attempt: z.string().optional() }).nullish(),
    webhook_id: z.string().optional(),
    verification_code: z.string().optional(),
  }),
});
