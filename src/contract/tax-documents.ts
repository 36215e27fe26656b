/** Tax invoices and credit notes in the merchant API, by their numbers. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { amount, currency, instant, instantInAddress, listOf, pageQuery } from "./merchant-common.ts";

const kind = z.enum(["tax_invoice", "credit_note"]).meta({ id: "TaxDocumentKind" });

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
    invoiceNumber: z
      .string()
      .nullable()
      .meta({ description: "Of a credit note: the tax invoice that it corrects." }),
    refundId: z.string().nullable().meta({ description: "Of a credit note: its refund." }),
    reason: z.string().nullable().meta({ description: "Of a credit note: why." }),
    qr: z.string().meta({ description: "What its QR code holds, base64." }),
    pdfUrl: z.string().nullable().meta({
      description: "The PDF file for the buyer; null when your theme hides tax invoices from buyers.",
    }),
  })
  .meta({ id: "IssuedTaxDocument" });

export type IssuedTaxDocument = z.output<typeof issuedTaxDocument>;

export const taxDocumentCalls = {
  "GET /api/v1/tax-documents": {
    summary: "List tax invoices and credit notes, newest first",
    audience: "merchant",
    query: z.strictObject({
      kind: kind.optional(),
      issuedSince: instantInAddress.optional().meta({ description: "Issued then or later." }),
      issuedBefore: instantInAddress.optional().meta({ description: "Issued before then." }),
      ...pageQuery,
    }),
    replies: { 200: listOf(issuedTaxDocument) },
  },
  "GET /api/v1/tax-documents/:number": {
    summary: "Read a tax invoice or a credit note by its number",
    audience: "merchant",
    params: z.object({ number: z.string().max(60) }),
    replies: { 200: issuedTaxDocument },
  },
} as const satisfies CallMap;
