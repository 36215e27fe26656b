/** Changes of what is unpaid: an invoice is edited, or issued again at another address. */
import { z } from "zod";
import { orderRefusals } from "#core/order-status.ts";
import type { CallMap } from "./contract.ts";
import { invoice, invoiceParams } from "./invoices.ts";
import { metadataChanges, sentInstant } from "./merchant-common.ts";
import { newInvoice } from "./new-invoice.ts";

const parts = newInvoice.shape;

export const invoiceChanges = z
  .strictObject({
    externalOrderNumber: parts.externalOrderNumber.nullable(),
    lines: parts.lines.optional().meta({ description: "In place of all lines." }),
    discount: parts.discount.nullable(),
    pricesIncludeVat: parts.pricesIncludeVat,
    clientPaysFees: parts.clientPaysFees,
    client: parts.client.nullable(),
    supplyDate: parts.supplyDate.nullable(),
    taxForm: parts.taxForm,
    note: parts.note.nullable(),
    callbackUrl: parts.callbackUrl.nullable(),
    cancelUrl: parts.cancelUrl.nullable(),
    allowedMethods: parts.allowedMethods.nullable(),
    agreement: parts.agreement.nullable(),
    foreignEquivalent: parts.foreignEquivalent.nullable(),
    dueDate: parts.dueDate.nullable(),
    expiresAt: parts.expiresAt.nullable(),
    metadata: metadataChanges.optional(),
    language: parts.language,
  })
  .meta({
    id: "InvoiceChanges",
    description:
      "What is left out stays; null takes away. Lines are sent whole, with every line that remains. Amounts are computed " +
      "again when lines, discount, pricesIncludeVat or clientPaysFees are sent, at your rates of now, and stay otherwise. " +
      "Metadata can always be changed; all else only while the invoice is unpaid.",
    examples: [
      { dueDate: "2030-01-31", note: null, metadata: { channel: "web" } },
      { lines: [{ title: "صندوق تمر سكري", quantity: 3, unitPrice: "85.00" }] },
    ],
  });

export type InvoiceChanges = z.output<typeof invoiceChanges>;

export const invoiceChangeCalls = {
  "PATCH /api/v1/invoices/:orderNumber": {
    summary:
      "Change an unpaid invoice: not while a payment is under way or a bill is out; its buyer's open page must be loaded again",
    audience: "merchant",
    params: invoiceParams,
    body: invoiceChanges,
    isTagged: true,
    isConditional: true,
    replies: { 200: invoice },
    problems: [
      "order_not_found",
      ...orderRefusals,
      "payment_in_progress",
      "reference_open",
      "invoice_of_link",
      "seller_incomplete",
      "url_not_allowed",
      "standard_required",
      "tax_document_refused",
      "zero_total",
      "amount_too_large",
    ],
  },
  "POST /api/v1/invoices/:orderNumber/reissue": {
    summary:
      "Issue an unpaid invoice again at another address, and close this one; again answers with the same one",
    audience: "merchant",
    params: invoiceParams,
    body: z
      .strictObject({
        expiresAt: sentInstant.nullable().optional().meta({
          description:
            "Until when the new one can be paid; null without an end. Left out, as the first: needed where that is over.",
        }),
        language: newInvoice.shape.language,
      })
      .nullish(),
    isTagged: true,
    replies: { 201: invoice },
    problems: ["order_not_found", ...orderRefusals, "payment_in_progress", "invoice_of_link"],
  },
} as const satisfies CallMap;
