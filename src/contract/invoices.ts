/**
 * Invoices of the merchant API: issue, read, list, cancel, mark as fulfilled. Requests are strict (an unknown field
 * is refused) and neither change nor fill in what was sent, so that two requests can be compared by their content.
 */
import { z } from "zod";
import { attemptStates } from "#core/attempt-status.ts";
import { declineReasons } from "#core/outcome.ts";
import { type VatExemption, vatExemptions } from "#core/tax/tax-invoice.ts";
import { submissionStandings } from "#core/zatca/unit-state.ts";
import { allowedMethodNames } from "#methods/allowed.ts";
import type { CallMap } from "./contract.ts";
import { digitalContent, newDigitalContent } from "./digital-goods.ts";
import { imageId } from "./images.ts";
import { buyerFacts } from "./invoice-buyer.ts";
import { invoiceFilters, invoiceStatus } from "./invoice-filters.ts";
import {
  amount,
  authorityFinding,
  currency,
  day,
  instant,
  pageQuery,
  percent,
  quantity,
  unitCode,
} from "./merchant-common.ts";
import { invoiceClient, newClient } from "./parties.ts";

/** Names of payment methods as merchants write them. */
export const allowedMethod = z
  .enum(allowedMethodNames)
  .meta({ id: "PaymentMethod", description: "creditcard is Visa and Mastercard." });

export const returnUrl = z.string().min(1).max(2048);

export const vatExemption = z.enum(Object.keys(vatExemptions) as [VatExemption, ...VatExemption[]]).meta({
  id: "VatExemption",
  description:
    "Why a line bears no VAT, by the codes of the tax authority: printed on the tax invoice with its text.",
});

const newLine = z
  .strictObject({
    title: z.string().min(1).max(500),
    description: z.string().max(2000).optional(),
    quantity,
    unit: unitCode
      .optional()
      .meta({ description: "What quantity and unitPrice count; PCE, the piece, when left out." }),
    unitPrice: amount,
    vatRate: percent
      .optional()
      .meta({ description: "VAT of this line; 15 % when left out. None is charged without a VAT number." }),
    vatExemption: vatExemption
      .optional()
      .meta({ description: "Required with a vatRate of 0 when you have a VAT number, else not allowed." }),
    imageId: imageId.optional().meta({ description: "A picture of what is sold, uploaded before." }),
    isDigital: z
      .boolean()
      .optional()
      .meta({ description: "Delivered by e-mail: the buyer confirms an e-mail address before paying." }),
    digitalContent: newDigitalContent.optional(),
  })
  .meta({
    id: "NewInvoiceLine",
    examples: [
      {
        title: "صندوق تمر سكري",
        description: "1 kg",
        quantity: 2,
        unitPrice: "85.00",
        vatRate: "15",
      },
    ],
  });

const taxForm = z.enum(["standard", "simplified"]);

const newDiscount = z
  .strictObject({
    type: z.enum(["FIXED", "PERCENTAGE"]),
    value: z
      .string()
      .regex(/^\d{1,13}(\.\d{1,3})?$/, "must be a decimal text")
      .meta({
        description: "FIXED: an amount in the invoice's currency. PERCENTAGE: a percentage, 0 to 100.",
      }),
  })
  .meta({
    id: "NewDiscount",
    description:
      "Off the whole invoice, before VAT (off the prices with VAT when pricesIncludeVat), spread over the lines. " +
      "A fixed discount takes off at most everything; a total of zero is refused.",
    examples: [
      { type: "FIXED", value: "20.00" },
      { type: "PERCENTAGE", value: "10" },
    ],
  });

export const newInvoice = z
  .strictObject({
    externalOrderNumber: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({
        description: "Your own number for this invoice; it need not be unique.",
        examples: ["NK-1001"],
      }),
    currency: currency.optional().meta({ description: "Currency of all amounts; SAR when left out." }),
    lines: z.array(newLine).min(1).max(1_000),
    discount: newDiscount.optional(),
    pricesIncludeVat: z.boolean().optional().meta({
      description: "unitPrice and a fixed discount are meant with VAT. Otherwise VAT comes on top.",
    }),
    clientPaysFees: z
      .boolean()
      .optional()
      .meta({ description: "The commission of your account is added to the unit prices." }),
    client: newClient.optional(),
    supplyDate: day.optional().meta({
      description:
        "When what is sold was or will be supplied, for the tax invoice; the day of payment when left out.",
    }),
    taxForm: taxForm.optional().meta({
      description:
        "The form of the tax invoice, if you have a VAT number; by law when left out: standard for exports and for legal " +
        "persons (VAT number, identification of a legal person, isBusiness), else simplified. A simplified one is refused " +
        "(standard_required) for exports, and to legal persons from SAR 1,000 on.",
    }),
    note: z.string().max(2000).optional().meta({ description: "Shown to the buyer." }),
    callbackUrl: returnUrl.optional().meta({
      description:
        "Where the buyer is sent after paying; http(s), on a host registered for you. The order's number, status and a " +
        "signature are added to it (docs/return-address.md).",
    }),
    cancelUrl: returnUrl.optional().meta({ description: "Where Cancel leads; like callbackUrl." }),
    allowedMethods: z.array(allowedMethod).min(1).max(allowedMethodNames.length).optional().meta({
      description: "Methods offered to the buyer; every one that can pay in the currency when left out.",
    }),
    agreement: z
      .strictObject({ title: z.string().min(1).max(200), text: z.string().min(1).max(20_000) })
      .optional()
      .meta({ description: "Terms of sale that the buyer must accept before paying." }),
    foreignEquivalent: z
      .strictObject({ currency, amount })
      .optional()
      .meta({
        description:
          "What the total is worth in another currency; shown beside it, never charged. Required, in SAR, for an " +
          "invoice in another currency when you have a VAT number: its VAT is stated in riyals by this rate.",
      }),
    expiresAt: instant.optional().meta({ description: "From then on, paying is refused; in the future." }),
    language: z
      .enum(["ar", "en"])
      .optional()
      .meta({ description: "Language that the links of the answer open in; the buyer's own when left out." }),
  })
  .meta({
    id: "NewInvoice",
    examples: [
      {
        externalOrderNumber: "NK-1001",
        client: { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" },
        lines: [{ title: "صندوق تمر سكري", quantity: 2, unitPrice: "85.00", vatRate: "15" }],
        discount: { type: "PERCENTAGE", value: "10" },
        callbackUrl: "https://shop.example.com/thanks",
        expiresAt: "2030-01-31T20:59:59Z",
      },
    ],
  });

export type NewInvoice = z.output<typeof newInvoice>;

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
  externalOrderNumber: z.string().nullable(),
  status: invoiceStatus,
  currency,
  total: amount,
  paidTotal: amount,
  dueTotal: amount.meta({ description: "What can still be paid; zero once the invoice is closed." }),
  refundedTotal: amount,
  url: z.string().meta({ description: "The invoice's page, to be given to the buyer." }),
  paymentUrl: z.string().meta({ description: "The payment page." }),
  createdAt: instant,
  updatedAt: instant.meta({ description: "When its status, money or buyer changed last." }),
  expiresAt: instant.nullable(),
  paidAt: instant.nullable(),
  cancelledAt: instant.nullable(),
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
    note: z.string().nullable(),
    callbackUrl: z.string().nullable(),
    cancelUrl: z.string().nullable(),
    allowedMethods: z.array(allowedMethod),
    agreement: z.object({ version: z.int(), title: z.string(), text: z.string() }).nullable(),
    receiptUrl: z.string().nullable().meta({ description: "The receipt as a PDF file; null until paid." }),
    taxInvoice: taxDocument.nullable().meta({
      description:
        "Issued when the invoice is paid, if you have a VAT number. The corrected one, where one has replaced a rejected one.",
    }),
    creditNotes: z.array(taxDocument).meta({ description: "One per refund, oldest first." }),
    attempts: z.array(attempt).meta({ description: "Newest first." }),
  })
  .meta({
    id: "Invoice",
    description:
      "All amounts are computed here from the lines: subTotal - discount + vat = total, per line and in total.",
  });

export type Invoice = z.output<typeof invoice>;

export const invoiceSummary = z
  .object({ ...invoiceHead, clientName: z.string().nullable() })
  .meta({ id: "InvoiceSummary" });

export type InvoiceSummary = z.output<typeof invoiceSummary>;

/** Any text: whatever is not the number of an own invoice gets the same 404. */
const invoiceParams = z.object({ orderNumber: z.string() });

export const invoiceCalls = {
  "POST /api/v1/invoices": {
    summary: "Issue an invoice",
    audience: "merchant",
    body: newInvoice,
    replies: { 201: invoice },
    problems: [
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
    replies: { 200: invoice },
    problems: ["order_not_found"],
  },
  "POST /api/v1/invoices/:orderNumber/cancel": {
    summary: "Cancel an unpaid invoice; again does nothing, and is refused while a payment is under way",
    audience: "merchant",
    params: invoiceParams,
    body: z.strictObject({}).nullish(),
    replies: { 200: invoice },
    problems: ["order_not_found", "order_already_paid", "order_refunded", "payment_in_progress"],
  },
  "POST /api/v1/invoices/:orderNumber/complete": {
    summary: "Mark a paid invoice as fulfilled; again does nothing",
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
    replies: { 200: invoice },
    problems: ["order_not_found", "order_not_paid", "order_cancelled", "order_refunded"],
  },
} as const satisfies CallMap;
