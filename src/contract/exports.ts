/** Lists of the merchant API as files for spreadsheets: every entry of a period, whatever their number. */
import { z } from "zod";
import { attemptStates } from "#core/attempt-status.ts";
import { refundStates } from "#core/refund-status.ts";
import { vatBoxes } from "#core/tax/vat-return.ts";
import type { CallMap } from "./contract.ts";
import { invoiceFilters } from "./invoice-filters.ts";
import { sentDay } from "./merchant-common.ts";
import { severalKinds } from "./tax-documents.ts";

export const exportTypes = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** What every export takes. */
const common = {
  from: sentDay,
  to: sentDay.meta({ description: "The last day, which is part of the period. Days are those of Riyadh." }),
  format: z.enum(["csv", "xlsx"]).optional().meta({ description: "csv when left out." }),
  language: z.enum(["ar", "en"]).optional().meta({
    description: "Of headings and words; ar when left out. It turns the sheet of an XLSX file, too.",
  }),
  separator: z
    .enum(["comma", "semicolon"])
    .optional()
    .meta({
      description:
        "Between the fields of a CSV file. Left out: a semicolon in Arabic and a comma in English, as Excel of that " +
        "language opens them.",
    }),
};

const replies = { 200: z.file().mime([exportTypes.csv, exportTypes.xlsx]) };

const {
  paidSince: _paid,
  updatedSince: _updated,
  createdSince: _since,
  createdBefore: _before,
  ...filters
} = invoiceFilters;

/** Invoices that are named one by one. */
export const mostNamedInvoices = 300;

const ofInvoices = {
  ...filters,
  orderNumber: z
    .preprocess(
      (given) => [given].flat().flatMap((text) => (typeof text === "string" ? text.split(",") : [text])),
      z
        .array(z.string().regex(/^\w{1,40}$/))
        .min(1)
        .max(mostNamedInvoices),
    )
    .optional()
    .meta({ description: "These invoices alone, with commas between their numbers." }),
};

/** Above so many rows a count stops: it says "more than". */
export const highestCount = 10_000;

export const exportCalls = {
  "GET /api/v1/exports/payments": {
    summary: "Payments that were begun in a period, as a file: every try once, oldest first",
    audience: "merchant",
    query: z.strictObject({ ...common, state: z.enum(attemptStates).optional() }),
    replies,
  },
  "GET /api/v1/exports/refunds": {
    summary: "Refunds that were asked for in a period, as a file, oldest first",
    audience: "merchant",
    query: z.strictObject({ ...common, state: z.enum(refundStates).optional() }),
    replies,
  },
  "GET /api/v1/exports/invoices": {
    summary: "Invoices that were issued in a period, as a file, oldest first",
    audience: "merchant",
    query: z.strictObject({ ...common, ...ofInvoices }),
    replies,
  },
  "GET /api/v1/exports/invoices/count": {
    summary: "How many invoices an export would have",
    audience: "merchant",
    query: z.strictObject({ from: common.from, to: common.to, ...ofInvoices }),
    replies: {
      200: z
        .object({
          count: z.int().meta({ description: `At most ${highestCount}.` }),
          isMore: z.boolean().meta({ description: "There are more than that." }),
        })
        .meta({ id: "ExportCount" }),
    },
  },
  "GET /api/v1/exports/tax-documents": {
    summary: "Tax invoices and notes that were issued in a period, as a file, oldest first",
    audience: "merchant",
    query: z.strictObject({
      ...common,
      kind: severalKinds,
      vatBox: z
        .enum(vatBoxes)
        .optional()
        .meta({ description: "Stating something of this box of the VAT return; without what was replaced." }),
    }),
    replies,
  },
  "GET /api/v1/exports/vat": {
    summary:
      "The boxes of the VAT return of a period of at most 366 days, as a file: GET /api/v1/reports/vat",
    audience: "merchant",
    query: z.strictObject(common),
    replies,
  },
  "GET /api/v1/exports/fees": {
    summary: "The service fee in each payment that was taken in a period, as a file, oldest first",
    audience: "merchant",
    query: z.strictObject(common),
    replies,
  },
  "GET /api/v1/exports/clients": {
    summary: "Clients that were first named in a period, as a file, oldest first",
    audience: "merchant",
    query: z.strictObject({ ...common, search: z.string().min(1).max(100).optional() }),
    replies,
  },
  "GET /api/v1/exports/statement": {
    summary: "The account of a client over a period, as a file: GET /api/v1/clients/{clientId}/statement",
    audience: "merchant",
    query: z.strictObject({
      ...common,
      client: z.coerce
        .number()
        .int()
        .positive()
        .max(Number.MAX_SAFE_INTEGER)
        .meta({ description: "The id of the client." }),
    }),
    replies,
    problems: ["not_found"],
  },
} as const satisfies CallMap;

/** What can be exported: the last part of each address. */
export const exportNames = [
  "payments",
  "refunds",
  "invoices",
  "tax-documents",
  "vat",
  "fees",
  "clients",
  "statement",
] as const;

export type ExportName = (typeof exportNames)[number];

type CallOf<Name extends ExportName> = (typeof exportCalls)[`GET /api/v1/exports/${Name}`];

/** The query of an export, read. */
export type ExportQuery<Name extends ExportName> = z.output<CallOf<Name>["query"]>;
