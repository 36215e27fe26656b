/** How a merchant's tax invoices and notes are numbered. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";

const series = z
  .object({
    prefix: z.string(),
    next: z
      .string()
      .meta({ description: "The number that the next document gets.", examples: ["INV-000043"] }),
    isUsed: z
      .boolean()
      .meta({ description: "It has documents: only a series of another prefix can follow it." }),
  })
  .meta({ id: "DocumentSeries" });

const wholeNumber = "must be a whole number from 1 to 900000000";

export const newSeries = z
  .strictObject({
    prefix: z
      .string()
      .regex(/^[A-Z0-9-]{0,19}[A-Z-]$/, "must be A to Z, 0 to 9 and hyphens, and not end in a digit")
      .meta({
        description:
          "Before the number, which has at least six digits. Never one that your documents had before.",
        examples: ["WEB-"],
      }),
    firstNumber: z.int(wholeNumber).min(1, wholeNumber).max(900_000_000, wholeNumber),
  })
  .meta({ id: "NewDocumentSeries", examples: [{ prefix: "WEB-", firstNumber: 1 }] });

export const numbering = z.object({ taxInvoices: series, creditNotes: series, debitNotes: series }).meta({
  id: "Numbering",
  description: "Numbers follow each other without a gap, and none is given twice.",
});

export type Numbering = z.output<typeof numbering>;

export const numberingCalls = {
  "GET /api/v1/merchant/numbering": {
    summary: "Read how your tax invoices and notes are numbered",
    audience: "merchant",
    replies: { 200: numbering },
  },
  "PUT /api/v1/merchant/numbering": {
    summary: "Begin another series of numbers; what is left out stays",
    audience: "merchant",
    body: z
      .strictObject({
        taxInvoices: newSeries.optional(),
        creditNotes: newSeries.optional(),
        debitNotes: newSeries.optional(),
      })
      .meta({ id: "NumberingChanges" }),
    replies: { 200: numbering },
  },
} as const satisfies CallMap;
