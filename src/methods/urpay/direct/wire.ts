/**
 * The contract of the driver `urpay-direct`, which is our own (decision K18): no public document lets a shop ask for
 * UR Pay's code on its own page. It keeps the gateway's error codes, so that one table of reasons serves both drivers.
 *
 *   POST /urpay/v1/token                    clientId, clientSecret → access_token, expires_in (seconds)
 *   POST /urpay/v1/payments                 header Idempotency-Key → 201; a code goes to the wallet's owner
 *   POST /urpay/v1/payments/{id}/confirm    otp → the payment; a repetition after success gives the same
 *   GET  /urpay/v1/payments?trackId=        the payment, or 404
 *   POST /urpay/v1/payments/{id}/refund     refundId, amount → the refund; a repetition gives the same
 *
 * Errors are 4xx with {"error": "IPAY0100093", "errorText": "…"}. Money: decimal text with two decimals.
 */
import { z } from "zod";
import { type Minor, parseDecimal } from "#core/money.ts";

export const currency = "SAR";

const id = z.string().min(1).max(100);

/** Answer to POST /token. */
export const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** A payment, in every answer about one. */
export const paymentAnswer = z.object({
  paymentId: id,
  trackId: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
  /** Number of the transaction, once the money was taken. */
  rrn: z.string().nullish(),
  /** Of the wallet's side, when it did not pay. */
  responseCode: z.string().nullish(),
});

export type PaymentAnswer = z.output<typeof paymentAnswer>;

/** Answer to a refund. */
export const refundAnswer = z.object({
  refundId: z.string(),
  status: z.string(),
  amount: z.string(),
  rrn: z.string(),
});

/** Every error body. */
export const errorAnswer = z.object({ error: z.string(), errorText: z.string().nullish() });

/** An amount of an answer in halalas; null when it is none. */
export function readAmount(stated: string): Minor | null {
  return parseDecimal(stated, currency);
}
