/**
 * The parts of the gateway's messages that we read, and nothing else. Document: "Al Rajhi Payment Gateway, Merchant
 * Integration Guide - REST API's", version 1.31, chapters "Merchant hosted URPay", "Inquiry, void, refund" and
 * "Webhook merchant notification flow".
 *
 * Money: decimal text with two decimals, currency by its number (682 is the riyal); answers drop trailing zeros.
 */
import { z } from "zod";
import { type Minor, parseDecimal } from "#core/money.ts";

export const currency = "SAR";
export const currencyCode = "682";

/** Operations that we use, by the gateway's numbers. */
export const actions = { purchase: "1", refund: "2", inquiry: "8" } as const;

/** The gateway writes numbers with and without quotes, and "null" for nothing. */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const written = value === null || value === undefined ? "" : String(value).trim();
    return written === "null" ? "" : written;
  });

/** Every answer is a list with one object. */
const only = <T extends z.ZodType>(shape: T) => z.preprocess(firstOf, shape);

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

/** Answer to a purchase: `result` is "paymentId:address" when `status` is 1. */
export const purchaseAnswer = only(z.object({ status: text, result: text, error: text, errorText: text }));

/** Answer to an inquiry or a refund. */
export const supportAnswer = only(z.object({ status: text, trandata: text, error: text, errorText: text }));

/** The decrypted part of the answer to an inquiry or a refund. */
export const transaction = z.object({
  result: text,
  transId: text,
  paymentId: text,
  trackId: text,
  amt: text,
  authRespCode: text,
  error: text,
  errorText: text,
});

export type Transaction = z.output<typeof transaction>;

/** Some of the gateway's messages carry JSON inside of text. */
const maybeJson = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value) => {
    if (typeof value !== "string") return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }, shape);

/** What the gateway posts to us. Neither signed nor encrypted: a hint. */
export const notificationBody = only(
  z.object({
    type: text,
    payLoad: maybeJson(only(z.object({ paymentId: text, transId: text, trackId: text }))),
  }),
);

/** An amount of an answer in halalas; null when it is missing or no amount. */
export function readAmount(stated: string): Minor | null {
  return parseDecimal(stated, currency);
}

/** Codes come bare and inside of `!ERROR!-IPAY0100124-Some words.` */
export function readCode(error: string, errorText: string): string {
  return /IPAY\d{7}/.exec(`${error} ${errorText}`)?.[0] ?? error.slice(0, 100);
}
