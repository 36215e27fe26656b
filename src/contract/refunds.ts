/** Refunds of a paid invoice, in full or in part. */
import { z } from "zod";
import { refundStates } from "#core/refund-status.ts";
import { refusalsOfRefunds } from "#core/status-groups.ts";
import type { CallMap } from "./contract.ts";
import {
  amount,
  currency,
  instant,
  instantInAddress,
  listOf,
  livemode,
  pageQuery,
  quantity,
} from "./merchant-common.ts";
import { paidMethod } from "./payments.ts";
import { refundApproval } from "./refund-approvals.ts";

const refundParams = z.object({ orderNumber: z.string().min(1).max(40) });

const position = z.int().min(1).max(1_000).meta({ description: "Place of the line in the invoice, from 1." });

export const lineToRefund = z
  .union([
    z.strictObject({
      position,
      quantity: quantity.meta({ description: "How much came back." }),
    }),
    z.strictObject({
      position,
      amount: amount.meta({ description: "A part of the line's price, VAT included." }),
    }),
  ])
  .meta({ id: "LineToRefund" });

export const newRefund = z
  .strictObject({
    amount: amount.optional().meta({
      description:
        "VAT included. Left out, without lines: all that has not been refunded yet. An amount alone is taken while " +
        "all that is left of the invoice carries one VAT rate; else the lines must be named (lines_required).",
    }),
    lines: z
      .array(lineToRefund)
      .min(1)
      .max(1_000)
      .optional()
      .meta({
        description:
          "The lines that are given back. The credit note takes back their VAT, and the amount follows from them: send " +
          "either lines or an amount.",
      }),
    reason: z.string().max(500).optional().meta({ description: "Printed on the credit note." }),
    byHand: z
      .literal(true)
      .optional()
      .meta({
        description:
          "You have given this amount back yourself. Only for payments that no provider gives back, such as SADAD bills and " +
          "bank transfers (refused without it: refund_not_supported), and where the provider has declined the last refund.",
      }),
  })
  .meta({ id: "NewRefund" });

export type NewRefund = z.output<typeof newRefund>;

const newSurplusRefund = z
  .strictObject({
    reason: z
      .string()
      .max(500)
      .optional()
      .meta({ description: "For yourself, such as the number of your transfer; no credit note is issued." }),
  })
  .meta({ id: "NewSurplusRefund", examples: [{ reason: "Transfer 20261127-004" }] });

const refundState = z.enum(refundStates);

const refundTry = z
  .object({
    sentAt: instant,
    answeredAt: instant,
    outcome: z.enum(["refunded", "declined", "pending", "not_sent", "unknown"]),
    detail: z.string().nullable().meta({
      description: "The provider's reference or code, or in a few words why its answer is not known.",
    }),
  })
  .meta({ id: "RefundTry", description: "One time that the provider was asked for a refund." });

export const refund = z
  .object({
    id: z.string(),
    livemode,
    orderNumber: z.string(),
    amount,
    currency,
    state: refundState.meta({
      description:
        "refunded: the provider has given the money back. declined: it refused; nothing was given back. All others: " +
        "not answered yet; Wasl keeps asking and never refunds twice.",
    }),
    lines: z
      .array(
        z.object({
          position: z.int(),
          quantity: quantity.nullable().meta({ description: "Null where an amount was given back." }),
          amount,
        }),
      )
      .meta({ description: "What it gives back of each line of the invoice, VAT included." }),
    reason: z.string().nullable(),
    byHand: z.boolean().meta({ description: "You gave it back yourself; no provider was asked." }),
    ofSurplus: z.boolean().meta({
      description:
        "It gives back surplus, which is no part of the invoice's own sums; no credit note is issued.",
    }),
    tries: z.array(refundTry).meta({ description: "Newest first, at most twenty." }),
    creditNote: z
      .object({
        number: z.string().meta({ examples: ["CN-000007"] }),
        url: z.string().nullable().meta({
          description: "The PDF file for the buyer; null when your theme hides tax invoices from buyers.",
        }),
      })
      .nullable()
      .meta({
        description: "Issued with the refund of an invoice that has a tax invoice, once it is refunded.",
      }),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Refund" });

export type Refund = z.output<typeof refund>;

export const refundCalls = {
  "POST /api/v1/invoices/:orderNumber/refunds": {
    summary: "Refund a paid invoice",
    audience: "merchant",
    params: refundParams,
    body: newRefund,
    // 202: it is above a limit of the shop, and made once a second person has approved it.
    replies: { 201: refund, 202: refundApproval },
    problems: [
      "approval_pending",
      "order_not_found",
      ...refusalsOfRefunds,
      "refund_in_progress",
      "payment_not_captured",
      "refund_not_supported",
      "refund_too_large",
      "lines_required",
      "method_not_allowed_for_order",
      "outcome_unknown",
    ],
  },
  "GET /api/v1/invoices/:orderNumber/refunds": {
    summary: "The refunds of an invoice, oldest first",
    audience: "merchant",
    params: refundParams,
    replies: { 200: z.object({ items: z.array(refund) }) },
    problems: ["order_not_found"],
  },
  "POST /api/v1/payments/:paymentId/surplus-refund": {
    summary:
      "Record that you have given surplus money back yourself: all that arrived by this payment (receivedAmount, else amount). " +
      "Surplus that its provider can give back goes back by itself",
    audience: "merchant",
    params: z.object({ paymentId: z.string().max(64) }),
    body: newSurplusRefund,
    replies: { 201: refund },
    problems: ["not_found", "payment_not_surplus", "refund_in_progress"],
  },
  "GET /api/v1/refunds": {
    summary: "List refunds of all invoices, newest first",
    audience: "merchant",
    query: z.strictObject({
      state: refundState.optional(),
      method: paidMethod.optional().meta({ description: "By which the money was taken, and goes back." }),
      order: z.string().max(40).optional().meta({ description: "Of the invoice of this number." }),
      createdSince: instantInAddress.optional().meta({ description: "Asked for then or later." }),
      createdBefore: instantInAddress.optional().meta({ description: "Asked for before then." }),
      ...pageQuery,
    }),
    replies: { 200: listOf(refund) },
  },
  "GET /api/v1/refunds/:refundId": {
    summary: "Read a refund",
    audience: "merchant",
    params: z.object({ refundId: z.string().max(64) }),
    replies: { 200: refund },
  },
} as const satisfies CallMap;
