/** Payments in the merchant API: every try to pay an invoice, over all invoices, with why it failed. */
import { z } from "zod";
import { attemptStates } from "#core/attempt-status.ts";
import { declineReasons } from "#core/outcome.ts";
import { waysByHand } from "#core/payment-by-hand.ts";
import { allMethods } from "#methods/allowed.ts";
import type { CallMap } from "./contract.ts";
import { failure } from "./events.ts";
import { invoiceStatus } from "./invoice-filters.ts";
import {
  amount,
  currency,
  instant,
  instantInAddress,
  listOf,
  livemode,
  pageQuery,
} from "./merchant-common.ts";

const state = z.enum(attemptStates);

/** Names of methods in payments and refunds: one for all cards of a gateway, and one for each way without a provider. */
export const paidMethod = z
  .enum([...allMethods.map(({ id }) => id), ...waysByHand])
  .meta({ id: "PaidMethod" });

export const payment = z
  .object({
    id: z.string(),
    livemode,
    orderNumber: z.string(),
    externalOrderNumber: z.string().nullable(),
    invoiceStatus: invoiceStatus.meta({ description: "Of its invoice now: another try may have paid it." }),
    method: z.string(),
    state,
    amount,
    currency,
    receivedAmount: amount.nullable().meta({
      description:
        "What the provider says to have received, where it is not amount. null: exactly amount, or nothing yet.",
    }),
    reason: z.enum(declineReasons).nullable().meta({ description: "Why it was declined." }),
    failure: failure
      .nullable()
      .meta({ description: "Why it failed, in words for you; null unless it has failed." }),
    byHand: z
      .object({
        reference: z.string().nullable(),
        note: z.string().nullable(),
        recordedBy: z.string().meta({ description: "As the audit log names callers: person 3, key 5." }),
      })
      .nullable()
      .meta({
        description:
          "Of cash, card_terminal, bank_transfer and other_way, which you have recorded; null of all others.",
      }),
    card: z.object({ brand: z.string().nullable(), lastFour: z.string().nullable() }).nullable(),
    buyer: z
      .object({ name: z.string().nullable(), mobile: z.string().nullable(), email: z.string().nullable() })
      .meta({ description: "As the buyer typed it; erased with the buyer's data." }),
    createdAt: instant,
    updatedAt: instant,
    settledAt: instant.nullable().meta({ description: "When the money was taken or guaranteed." }),
    refundUnderWay: z.boolean().meta({
      description: "Money of it is on its way back by its provider. Surplus is not given back beside that.",
    }),
  })
  .meta({ id: "ListedPayment" });

export type PaymentModel = z.output<typeof payment>;

export const paymentListCalls = {
  "GET /api/v1/payments": {
    summary: "List payments, newest first: every try once, however often its one-time code was sent",
    audience: "merchant",
    query: z.strictObject({
      state: state.optional(),
      method: paidMethod.optional(),
      order: z.string().max(40).optional().meta({ description: "Of the invoice of this number." }),
      lastFour: z
        .string()
        .regex(/^\d{4}$/)
        .optional()
        .meta({ description: "The last four digits of the card that paid." }),
      amount: amount.optional().meta({ description: "Exactly this amount, in amountCurrency." }),
      amountCurrency: currency.optional().meta({ description: "Of amount; SAR when left out." }),
      createdSince: instantInAddress.optional().meta({ description: "Begun then or later." }),
      createdBefore: instantInAddress.optional().meta({ description: "Begun before then." }),
      ...pageQuery,
    }),
    replies: { 200: listOf(payment) },
  },
  "GET /api/v1/payments/:paymentId": {
    summary: "Read a payment",
    audience: "merchant",
    params: z.object({ paymentId: z.string().max(64) }),
    replies: { 200: payment },
  },
  "GET /api/v1/payments/:paymentId/evidence": {
    summary:
      "What to show a bank that asks about a payment, as a ZIP: invoice, payer, terms and when they were accepted, what happened when, " +
      "messages, deliveries, and the papers",
    audience: "merchant",
    params: z.object({ paymentId: z.string().max(64) }),
    replies: { 200: z.file().mime(["application/zip"]) },
  },
} as const satisfies CallMap;
