/** Invoices of the merchant API: issue, read, list, cancel, mark as fulfilled. */
import { z } from "zod";
import { attemptStates } from "#core/attempt-status.ts";
import { orderRefusalsBut } from "#core/order-status.ts";
import { declineReasons } from "#core/outcome.ts";
import { refusalsOfCancelling } from "#core/status-groups.ts";
import { submissionStandings } from "#core/zatca/unit-state.ts";
import { shownAgreement } from "./agreements.ts";
import { answer } from "./asked-fields.ts";
import type { CallMap } from "./contract.ts";
import { digitalContent } from "./digital-goods.ts";
import { imageId } from "./images.ts";
import { buyerFacts } from "./invoice-buyer.ts";
import { invoiceFilters, invoiceStatus } from "./invoice-filters.ts";
import { whatsappLink } from "./invoice-messages.ts";
import {
  amount,
  authorityFinding,
  currency,
  day,
  instant,
  metadata,
  pageQuery,
  percent,
  quantity,
  unitCode,
} from "./merchant-common.ts";
import { allowedMethod, newInvoice, taxForm, vatExemption } from "./new-invoice.ts";
import { invoiceClient } from "./parties.ts";

const invoiceLine = z
  .object({
    title: z.string(),
    description: z.string().nullable(),
    quantity,
    unit: unitCode,
    unitPrice: amount.meta({ description: "As you sent it." }),
    soldUnitPrice: amount.meta({
      description: "What the buyer is shown: without VAT, with the service fee.",
    }),
    vatRate: percent.nullable().meta({ description: "null: no VAT applies." }),
    vatExemption: vatExemption.nullable(),
    vatCategory: z.enum(["S", "Z", "E", "O"]).nullable().meta({
      description:
        "The tax authority's letter: S taxed, Z zero-rated, E exempt, O outside the scope of VAT. null: no VAT applies.",
    }),
    vatReason: z
      .object({ ar: z.string(), en: z.string() })
      .nullable()
      .meta({ description: "Why no VAT is charged, as the tax invoice says it." }),
    net: amount.meta({ description: "Of all units, without VAT, before the discount." }),
    discount: amount.meta({ description: "This line's share of the discount." }),
    vat: amount,
    total: amount.meta({ description: "net - discount + vat." }),
    isDigital: z.boolean(),
    digitalContent: digitalContent.nullable().meta({ description: "What the line delivers." }),
    imageId: imageId.nullable(),
  })
  .meta({ id: "InvoiceLine" });

export const taxSubmission = z
  .object({
    state: z.enum(submissionStandings).meta({
      description:
        "awaiting_clearance: not to be handed out yet, its PDF file says so; rejected: it is not valid, and needs a corrected " +
        "one in its place (POST /api/v1/tax-documents/{number}/correct).",
    }),
    deadlineAt: instant.nullable().meta({ description: "When it must have been reported at the latest." }),
    answeredAt: instant
      .nullable()
      .meta({ description: "When the authority was last heard, or had been silent too long." }),
    errors: z.array(authorityFinding),
    warnings: z.array(authorityFinding),
  })
  .meta({ id: "TaxSubmission", description: "How a tax document stands with the tax authority." });

const taxDocument = z
  .object({
    number: z.string().meta({ examples: ["INV-000042"] }),
    issuedAt: instant,
    url: z.string().nullable().meta({
      description: "The PDF file for the buyer; null when your theme hides tax invoices from buyers.",
    }),
    submission: taxSubmission
      .nullable()
      .meta({ description: "null unless you were in phase 2 of e-invoicing when it was issued." }),
  })
  .meta({ id: "TaxDocument" });

const attempt = z
  .object({
    id: z.string(),
    method: z.string(),
    state: z.enum(attemptStates),
    reason: z.enum(declineReasons).nullable().meta({ description: "Why it was declined." }),
    amount,
    receivedAmount: amount.nullable().meta({
      description:
        "What the provider says to have received, where it is not amount: a part of a transfer so far, or too much. " +
        "null: exactly amount, or nothing yet.",
    }),
    card: z.object({ brand: z.string().nullable(), lastFour: z.string().nullable() }).nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({
    id: "PaymentAttempt",
    description:
      "One try to pay, also where its one-time code was sent again. Money is guaranteed in authorised and captured; " +
      "unknown means that the provider has not answered yet and is being asked; surplus is money that came for a " +
      "closed invoice or for a code that had been replaced, and is owed to the buyer.",
  });

/** The figures and dates that lists and single invoices share. */
const invoiceHead = {
  orderNumber: z.string().meta({ description: "Our number; 16 characters.", examples: ["7Q2M4X9KD3RT6WBN"] }),
  livemode: z
    .boolean()
    .optional()
    .meta({
      description:
        "false: of a test world, or of an installation for tests; nothing of it is paid with real money. Left out in an answer " +
        "that is repeated from before there was this field.",
    }),
  externalOrderNumber: z.string().nullable(),
  status: invoiceStatus,
  currency,
  total: amount,
  paidTotal: amount,
  dueTotal: amount.meta({ description: "What can be paid now; zero once the invoice is closed." }),
  refundedTotal: amount,
  url: z.string().meta({ description: "The invoice's page, to be given to the buyer." }),
  paymentUrl: z.string().meta({ description: "The payment page." }),
  createdAt: instant,
  updatedAt: instant.meta({ description: "When its status, money or buyer changed last." }),
  dueDate: day.nullable().meta({ description: "Until when it should be paid." }),
  expiresAt: instant.nullable(),
  paidAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  metadata,
  ...buyerFacts,
};

export const invoice = z
  .object({
    ...invoiceHead,
    lines: z.array(invoiceLine),
    subTotal: amount.meta({ description: "Of all lines, without VAT, before the discount." }),
    discount: z
      .object({
        type: z.enum(["FIXED", "PERCENTAGE"]),
        value: z.string(),
        amount: amount.meta({ description: "What it takes off subTotal." }),
      })
      .nullable(),
    vatRate: percent.meta({ description: "The rate of all lines, or what VAT comes to on a mixed invoice." }),
    vat: amount,
    commissionRate: percent.meta({ description: "The rate behind serviceFees." }),
    serviceFees: amount.meta({ description: "The part of subTotal that the service fee added." }),
    pricesIncludeVat: z.boolean(),
    foreignEquivalent: z.object({ currency, amount }).nullable(),
    client: invoiceClient.nullable(),
    supplyDate: day.nullable().meta({ description: "null: the day of payment." }),
    taxForm: taxForm.nullable().meta({
      description: "The form of the tax invoice; null where none is issued, and of invoices of before.",
    }),
    renewalRequestedAt: instant.nullable().meta({
      description:
        "When its buyer found that it had expired, and asked for a fresh link; null once it has more time or is closed.",
    }),
    replaces: z.string().nullable().meta({ description: "The number that this one was issued in place of." }),
    replacedBy: z.string().nullable().meta({ description: "The number that was issued in its place." }),
    note: z.string().nullable(),
    answers: z.array(answer).meta({
      description: "To what the product link asks; empty where nothing was answered, or it was erased.",
    }),
    callbackUrl: z.string().nullable(),
    cancelUrl: z.string().nullable(),
    allowedMethods: z.array(allowedMethod),
    agreement: shownAgreement.nullable(),
    whatsappLink,
    receiptUrl: z.string().nullable().meta({ description: "The receipt as a PDF file; null until paid." }),
    taxInvoice: taxDocument.nullable().meta({
      description:
        "Issued when the invoice is paid, if you have a VAT number. The corrected one, where one has replaced a rejected one.",
    }),
    creditNotes: z.array(taxDocument).meta({
      description:
        "Oldest first: one per refund, in phase 2 of e-invoicing once the tax authority has accepted the invoice, and those that " +
        "take back debit notes.",
    }),
    debitNotes: z.array(taxDocument).meta({ description: "Oldest first." }),
    attempts: z.array(attempt).meta({ description: "Newest first." }),
  })
  .meta({
    id: "Invoice",
    description:
      "All amounts are computed here from the lines: subTotal - discount + vat = total, per line and in total.",
  });

export type Invoice = z.output<typeof invoice>;

export const invoiceSummary = z
  .object({
    ...invoiceHead,
    clientName: z.string().nullable(),
    clientMobile: z.string().nullable().meta({ description: "By which a client without a name is known." }),
  })
  .meta({ id: "InvoiceSummary" });

export type InvoiceSummary = z.output<typeof invoiceSummary>;

/** Any text: whatever is not the number of an own invoice gets the same 404. */
export const invoiceParams = z.object({ orderNumber: z.string() });

const invoiceViews = z
  .object({
    firstViewedAt: instant.nullable().meta({ description: "null before the first view." }),
    lastViewedAt: instant.nullable().meta({ description: "When the last view began." }),
    views: z.int().meta({
      description:
        "What is opened again within ten minutes is the same view. Previews, crawlers and the console's own link do not count.",
    }),
  })
  .meta({ id: "InvoiceViews" });

export type InvoiceViews = z.output<typeof invoiceViews>;

export const invoiceCalls = {
  "POST /api/v1/invoices": {
    summary: "Issue an invoice",
    audience: "merchant",
    body: newInvoice,
    isTagged: true,
    replies: { 201: invoice },
    problems: [
      "shop_not_approved",
      "seller_incomplete",
      "url_not_allowed",
      "standard_required",
      "tax_document_refused",
      "zero_total",
      "amount_too_large",
    ],
  },
  "GET /api/v1/invoices": {
    summary:
      "List invoices: newest first, with paidSince by payment, with updatedSince the oldest change first",
    audience: "merchant",
    query: z.strictObject({ ...invoiceFilters, ...pageQuery }),
    replies: {
      200: z.object({
        items: z.array(invoiceSummary),
        nextCursor: z.string().nullable().meta({ description: "null: this was the last page." }),
      }),
    },
  },
  "GET /api/v1/invoices/:orderNumber": {
    summary: "Read an invoice with its payment attempts",
    audience: "merchant",
    params: invoiceParams,
    isTagged: true,
    replies: { 200: invoice },
    problems: ["order_not_found"],
  },
  "GET /api/v1/invoices/:orderNumber/views": {
    summary: "When the buyer opened the invoice, first and last, and how often",
    audience: "merchant",
    params: invoiceParams,
    replies: { 200: invoiceViews },
    problems: ["order_not_found"],
  },
  "POST /api/v1/invoices/:orderNumber/cancel": {
    summary: "Cancel an unpaid invoice; again does nothing, and is refused while a payment is under way",
    audience: "merchant",
    params: invoiceParams,
    body: z.strictObject({}).nullish(),
    isTagged: true,
    replies: { 200: invoice },
    problems: ["order_not_found", ...refusalsOfCancelling, "payment_in_progress"],
  },
  "POST /api/v1/invoices/:orderNumber/complete": {
    summary:
      "Mark a paid invoice as fulfilled; again does nothing, and is refused while all of its money goes back",
    audience: "merchant",
    params: invoiceParams,
    body: z
      .strictObject({
        as: z.enum(["COMPLETED_INVOICE", "COMPLETED_ORDER"]).optional().meta({
          description:
            "Left out: COMPLETED_ORDER for what was sold through a product link, else COMPLETED_INVOICE.",
        }),
      })
      .nullish(),
    isTagged: true,
    replies: { 200: invoice },
    problems: [
      "order_not_found",
      "order_not_paid",
      ...orderRefusalsBut("order_already_paid"),
      "refund_in_progress",
    ],
  },
} as const satisfies CallMap;
