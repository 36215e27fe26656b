/**
 * The parts of the Mastercard Gateway's REST/JSON answers that we read, and nothing else: unknown members are
 * dropped, so new ones do no harm. Both the spellings of version 57 and those of version 100 are read.
 * Documents: {gateway}/api/documentation/apiDocumentation/rest-json/version/100/ (Session, Initiate Authentication,
 * Authenticate Payer, Pay, Refund, Retrieve Transaction, Retrieve Order).
 *
 * Money: requests carry decimal text in major units with all decimals of the currency ("100.00" SAR, "5.000" KWD);
 * answers carry JSON numbers or decimal text without trailing zeros (100, 1.5). `readAmount` reads both.
 */
import { z } from "zod";
import { type Minor, parseDecimal } from "#core/money.ts";

const decimal = z.union([z.number(), z.string()]).transform(String);

/** What the gateway tells of a card: never the whole number. */
const card = z.object({
  brand: z.string().optional(),
  /** "MADA" on mada cards that are Visa or Mastercard as well. */
  localBrand: z.string().optional(),
  /** First six and last four digits. */
  number: z.string().optional(),
  /** The number that a wallet keeps in place of the card's own, masked; absent when a wallet gave the card itself. */
  deviceSpecificNumber: z.string().optional(),
  /** "xxx" when the buyer has entered one, otherwise absent. */
  securityCode: z.string().optional(),
});

const sourceOfFunds = z.object({ provided: z.object({ card: card.optional() }).optional() });

/** Answer to creating, updating and retrieving a session. */
export const sessionAnswer = z.object({
  session: z.object({
    id: z.string().min(1),
    /** Changes with every update; sent along, it makes an operation fail if the content has changed since. */
    version: z.string().min(1),
    updateStatus: z.string().optional(),
  }),
  sourceOfFunds: sourceOfFunds.optional(),
});

export type SessionAnswer = z.output<typeof sessionAnswer>;

/** The page of the card's bank is kept until the buyer fetches it; more than this is no page of a bank. */
const html = z.string().max(262_144);

/** Answer to every operation on a transaction, and to retrieving one. */
export const transactionAnswer = z.object({
  /** SUCCESS, FAILURE, PENDING, UNKNOWN. */
  result: z.string(),
  response: z
    .object({
      gatewayCode: z.string().optional(),
      gatewayRecommendation: z.string().optional(),
      acquirerCode: z.string().optional(),
      acquirerMessage: z.string().optional(),
    })
    .optional(),
  order: z.object({
    id: z.string(),
    amount: decimal.optional(),
    currency: z.string().optional(),
    totalCapturedAmount: decimal.optional(),
  }),
  transaction: z.object({
    id: z.string(),
    type: z.string().optional(),
    amount: decimal.optional(),
    currency: z.string().optional(),
    authenticationStatus: z.string().optional(),
  }),
  authentication: z
    .object({
      /** "3DS2", or "NONE" for a card without 3-D Secure. */
      version: z.string().optional(),
      amount: decimal.optional(),
      redirect: z.object({ html: html.optional() }).optional(),
      /** Version 57's name for `redirect.html`. */
      redirectHtml: html.optional(),
    })
    .optional(),
  sourceOfFunds: sourceOfFunds.optional(),
  /** When the gateway took the transaction down, ISO 8601. */
  timeOfRecord: z.string().optional(),
});

export type TransactionAnswer = z.output<typeof transactionAnswer>;

/** Answer to retrieving an order: its totals and everything that was done to it. */
export const orderAnswer = z.object({
  id: z.string(),
  status: z.string().optional(),
  currency: z.string().optional(),
  amount: decimal.optional(),
  totalCapturedAmount: decimal.optional(),
  totalRefundedAmount: decimal.optional(),
  transaction: z.array(transactionAnswer).default([]),
});

export type OrderAnswer = z.output<typeof orderAnswer>;

/** Why a request was not carried out; `result` is ERROR. */
export const errorAnswer = z.object({
  error: z.object({
    /** INVALID_REQUEST, REQUEST_REJECTED, SERVER_BUSY, SERVER_FAILED. */
    cause: z.string(),
    explanation: z.string().optional(),
    /** Dotted path such as `sourceOfFunds.provided.card.securityCode`; only for one wrong field. */
    field: z.string().optional(),
    validationType: z.string().optional(),
    supportCode: z.string().optional(),
  }),
});

/** The body of a notification is a whole transaction; only its ids are used. */
export const notificationBody = z.object({
  order: z.object({ id: z.string() }),
  transaction: z.object({ id: z.string() }),
});

/** An answer's amount in minor units; null when it is missing or is no amount of that currency. */
export function readAmount(text: string | undefined, currency: string | undefined): Minor | null {
  if (text === undefined || currency === undefined) return null;
  return parseDecimal(text, currency);
}
