/** Refunds of a paid invoice, in full or in part. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { amount, currency, instant } from "./merchant-common.ts";

const refundParams = z.object({ orderNumber: z.string().min(1).max(40) });

export const newRefund = z
  .strictObject({
    amount: amount.optional().meta({ description: "Left out: all that has not been refunded yet." }),
    reason: z.string().max(500).optional().meta({ description: "Printed on the credit note." }),
  })
  .meta({ id: "NewRefund" });

export const refund = z
  .object({
    id: z.string(),
    orderNumber: z.string(),
    amount,
    currency,
    state: z.enum(["in_flight", "unknown", "pending", "refunded", "declined"]).meta({
      description:
        "refunded: the provider has given the money back. declined: it refused; nothing was given back. All others: " +
        "not answered yet; Wasl keeps asking and never refunds twice.",
    }),
    reason: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: "Refund" });

export type Refund = z.output<typeof refund>;

export const refundCalls = {
  "POST /api/v1/invoices/:orderNumber/refunds": {
    summary: "Refund a paid invoice",
    audience: "merchant",
    params: refundParams,
    body: newRefund,
    replies: { 201: refund },
  },
  "GET /api/v1/invoices/:orderNumber/refunds": {
    summary: "The refunds of an invoice, oldest first",
    audience: "merchant",
    params: refundParams,
    replies: { 200: z.object({ items: z.array(refund) }) },
  },
} as const satisfies CallMap;
