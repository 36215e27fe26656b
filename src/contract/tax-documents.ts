/** Tax invoices, credit notes and debit notes in the merchant API, by their numbers. */
import { z } from "zod";
import { refusalsOfDebitNotes } from "#core/status-groups.ts";
import { taxDocumentKinds } from "#core/tax/tax-invoice.ts";
import { vatBoxes } from "#core/tax/vat-return.ts";
import type { CallMap } from "./contract.ts";
import { taxSubmission } from "./invoices.ts";
import {
  amount,
  currency,
  instant,
  instantInAddress,
  listOf,
  pageQuery,
  sentDay,
} from "./merchant-common.ts";
import { newLine } from "./new-invoice.ts";
import { newClient } from "./parties.ts";
import { lineToRefund } from "./refunds.ts";

const kind = z.enum(taxDocumentKinds).meta({ id: "TaxDocumentKind" });

/** Of lists and exports. */
export const severalKinds = z
  .preprocess(
    (given) => [given].flat().flatMap((text) => (typeof text === "string" ? text.split(",") : [text])),
    z.array(kind).min(1).max(taxDocumentKinds.length),
  )
  .optional()
  .meta({ description: "One or several: kind=credit_note,debit_note, or kind repeated." });

export const issuedTaxDocument = z
  .object({
    number: z.string().meta({ examples: ["INV-000042"] }),
    kind,
    form: z.enum(["standard", "simplified"]),
    orderNumber: z.string(),
    issuedAt: instant,
    currency,
    taxable: amount.meta({ description: "Without VAT." }),
    vat: amount,
    total: amount,
    vatInRiyals: amount.meta({ description: "The VAT in SAR, whatever the currency of the invoice." }),
    inVatBox: z
      .object({ taxable: amount, vat: amount })
      .nullable()
      .meta({
        description:
          "What it adds to the box of the VAT return that the list was asked for, in SAR: what a credit note takes back " +
          "stands without a sign. null where no box was asked for.",
      }),
    invoiceNumber: z
      .string()
      .nullable()
      .meta({ description: "Of a note: the tax invoice that it is about." }),
    refundId: z
      .string()
      .nullable()
      .meta({ description: "Of a credit note: its refund; null where it takes back a debit note." }),
    debitNoteNumber: z
      .string()
      .nullable()
      .meta({ description: "Of a credit note that takes back a debit note: that one." }),
    reason: z.string().nullable().meta({ description: "Of a note: why." }),
    qr: z.string().meta({ description: "What its QR code holds, base64." }),
    pdfUrl: z.string().nullable().meta({
      description:
        "The PDF file for the buyer; null when your theme hides tax invoices from buyers, and of what was replaced.",
    }),
    xmlUrl: z.string().nullable().meta({
      description:
        "The e-invoice as XML, to be loaded with your key; null of what has none: not stamped, awaiting clearance, rejected.",
    }),
    submission: taxSubmission
      .nullable()
      .meta({ description: "null unless you were in phase 2 of e-invoicing when it was issued." }),
    replaces: z.string().nullable().meta({ description: "The rejected document whose place it takes." }),
    replacedBy: z.string().nullable().meta({ description: "Of a rejected document: the corrected one." }),
  })
  .meta({ id: "IssuedTaxDocument" });

export type IssuedTaxDocument = z.output<typeof issuedTaxDocument>;

/** What a correction says of a buyer, as invoices say it. */
export const correctedClient = newClient
  .pick({ legalName: true, identification: true, postalAddress: true, vatNumber: true })
  .extend({
    vatNumber: newClient.shape.vatNumber.nullable(),
    identification: newClient.shape.identification.nullable(),
  })
  .meta({
    id: "CorrectedClient",
    description: "What is left out stays as the rejected document has it; null takes it away.",
    examples: [{ vatNumber: "300000000000003" }],
  });

export type CorrectedClient = z.output<typeof correctedClient>;

/** What is charged after an invoice: a line as invoices have it, without pictures and deliveries. */
const debitedLine = newLine
  .pick({
    title: true,
    description: true,
    quantity: true,
    unit: true,
    unitPrice: true,
    vatRate: true,
    vatExemption: true,
  })
  .meta({
    id: "NewDebitNoteLine",
    examples: [{ title: "فرق أجرة التوصيل", quantity: 1, unitPrice: "20.00", vatRate: "15" }],
  });

const newDebitNote = z
  .strictObject({
    reason: z.string().min(1).max(500).meta({ description: "Why, as the note says it." }),
    lines: z.array(debitedLine).min(1).max(1_000),
    pricesIncludeVat: z.boolean().optional().meta({ description: "As of invoices." }),
  })
  .meta({
    id: "NewDebitNote",
    examples: [
      { reason: "فرق أجرة التوصيل", lines: [{ title: "فرق أجرة التوصيل", quantity: 1, unitPrice: "20.00" }] },
    ],
  });

export type NewDebitNote = z.output<typeof newDebitNote>;

export const newDebitNoteCredit = z
  .strictObject({
    reason: z.string().min(1).max(500).meta({ description: "Why, as the credit note says it." }),
    lines: z
      .array(lineToRefund)
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: "Lines of the debit note; left out: all that is left of it." }),
  })
  .meta({
    id: "NewDebitNoteCredit",
    examples: [{ reason: "أُصدر الإشعار المدين بالخطأ" }],
  });

export type NewDebitNoteCredit = z.output<typeof newDebitNoteCredit>;

/** Which every system opens, and which the programs of telephones and Windows open. */
const archiveFormats = ["tar", "zip"] as const;

const params = z.object({ number: z.string().max(60) });

export const taxDocumentCalls = {
  "GET /api/v1/tax-documents": {
    summary: "List tax invoices, credit notes and debit notes, newest first",
    audience: "merchant",
    query: z.strictObject({
      kind: severalKinds,
      vatBox: z.enum(vatBoxes).optional().meta({
        description:
          "Stating something of this box of the VAT return (GET /api/v1/reports/vat); without what was replaced.",
      }),
      submission: z.literal("open").optional().meta({
        description:
          "open: what the tax authority has not taken yet, and what it rejected and nothing has replaced.",
      }),
      issuedSince: instantInAddress.optional().meta({ description: "Issued then or later." }),
      issuedBefore: instantInAddress.optional().meta({ description: "Issued before then." }),
      ...pageQuery,
    }),
    replies: { 200: listOf(issuedTaxDocument) },
  },
  "GET /api/v1/tax-documents/archive": {
    summary:
      "Load your tax documents of a period as one file: the e-invoice (XML) and the paper (PDF) of each, and chain.json, which " +
      "proves their chain and comes last: a file without it is not whole",
    audience: "merchant",
    query: z.strictObject({
      from: sentDay.meta({ description: "First day of issue, in Riyadh." }),
      to: sentDay.meta({ description: "Last day of issue; at most a year after the first." }),
      format: z.enum(archiveFormats).optional().meta({ description: "tar when left out." }),
    }),
    replies: { 200: z.file().mime(["application/x-tar", "application/zip"]) },
  },
  "GET /api/v1/tax-documents/:number": {
    summary: "Read a tax invoice, a credit note or a debit note by its number",
    audience: "merchant",
    params,
    replies: { 200: issuedTaxDocument },
  },
  "GET /api/v1/tax-documents/:number/xml": {
    summary: "Load the e-invoice as it was reported, or as the authority cleared it",
    audience: "merchant",
    params,
    replies: { 200: z.file().mime("application/xml") },
  },
  "POST /api/v1/invoices/:orderNumber/debit-notes": {
    summary:
      "Issue a debit note for what you charge after the tax invoice of a paid invoice; it states it, and nothing is paid by it",
    audience: "merchant",
    params: z.object({ orderNumber: z.string() }),
    body: newDebitNote,
    replies: { 201: issuedTaxDocument },
    problems: [
      "order_not_found",
      ...refusalsOfDebitNotes,
      "tax_invoice_missing",
      "tax_document_pending",
      "tax_unit_held",
      "tax_document_refused",
      "zero_total",
      "amount_too_large",
    ],
  },
  "POST /api/v1/tax-documents/:number/credit": {
    summary:
      "Take a debit note back, or lines of it, by a credit note that names it and its invoice; nothing is refunded by it",
    audience: "merchant",
    params,
    body: newDebitNoteCredit,
    replies: { 201: issuedTaxDocument },
    problems: [
      "tax_document_not_creditable",
      "tax_document_pending",
      "tax_unit_held",
      "tax_document_refused",
    ],
  },
  "POST /api/v1/tax-documents/:number/correct": {
    summary:
      "Issue a corrected document in place of one that the tax authority rejected: you as your account has you now, the " +
      "buyer as you say here; never other amounts",
    audience: "merchant",
    params,
    body: z.strictObject({ client: correctedClient.optional() }).nullish(),
    replies: { 201: issuedTaxDocument },
    problems: [
      "tax_document_not_rejected",
      "tax_document_pending",
      "tax_unit_held",
      "tax_document_refused",
      "seller_incomplete",
    ],
  },
} as const satisfies CallMap;
