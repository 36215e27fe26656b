/** Payments without a provider, which a shop records: cash, its own terminal, a transfer to its bank. */
import { z } from "zod";
import { orderRefusals } from "#core/order-status.ts";
import { waysByHand } from "#core/payment-by-hand.ts";
import type { CallMap } from "./contract.ts";
import { invoice, invoiceParams } from "./invoices.ts";
import { amount } from "./merchant-common.ts";

export const wayByHand = z.enum(waysByHand).meta({ id: "WayByHand" });

const newPaymentByHand = z
  .strictObject({
    amount: amount.meta({
      description: "What you have received: dueTotal of the invoice, no more and no less.",
    }),
    way: wayByHand,
    reference: z
      .string()
      .max(100)
      .optional()
      .meta({ description: "Such as the number on the slip of your terminal or of the transfer." }),
    note: z.string().max(500).optional().meta({ description: "For yourself; buyers do not see it." }),
  })
  .meta({
    id: "NewPaymentByHand",
    examples: [{ amount: "115.00", way: "cash" }],
  });

export type NewPaymentByHand = z.output<typeof newPaymentByHand>;

export const paymentByHandCalls = {
  "POST /api/v1/invoices/:orderNumber/payments": {
    summary:
      "Record that an invoice was paid without us: it is paid then, with receipt and tax invoice; taken back by a refund " +
      "by hand alone. Not while a payment is under way",
    audience: "merchant",
    params: invoiceParams,
    body: newPaymentByHand,
    isTagged: true,
    replies: { 201: invoice },
    problems: ["order_not_found", ...orderRefusals, "payment_in_progress"],
  },
} as const satisfies CallMap;
