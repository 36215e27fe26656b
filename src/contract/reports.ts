/** Sums over a period for merchants: the VAT return, sales, and our books beside the providers'. */
import { z } from "zod";
import { differenceKinds } from "#core/difference-kinds.ts";
import { vatBoxes } from "#core/tax/vat-return.ts";
import type { CallMap } from "./contract.ts";
import { amount, currency, day, instant, sentDay } from "./merchant-common.ts";

/** Of a report; Riyadh has no summer time, and a year with a day more than 365 fits. */
export const longestPeriodDays = 366;

export const period = {
  from: sentDay,
  to: sentDay.meta({
    description: `The last day, which is part of the period of at most ${longestPeriodDays}. Days of Riyadh.`,
  }),
};

export const signedAmount = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,3})?$/)
  .meta({
    id: "SignedAmount",
    description: "An amount of money as a decimal text, with a minus where it is less than zero.",
    examples: ["-115.00"],
  });

const vatFigures = {
  amount: amount.meta({ description: "What tax invoices state, without VAT." }),
  adjustment: signedAmount.meta({
    description: "What debit notes add to it, less what credit notes take back.",
  }),
  vat: signedAmount.meta({ description: "The VAT of both." }),
};

const vatBox = z
  .object({
    box: z.enum(vatBoxes),
    number: z
      .number()
      .nullable()
      .meta({
        description:
          "Of the authority's form, 1 to 5; null for what has no box of its own: another rate than the standard one, and what " +
          "is outside the scope of VAT.",
      }),
    ...vatFigures,
    taxInvoicesUrl: z.string().meta({ description: "The call that lists the tax invoices of the amount." }),
    creditNotesUrl: z
      .string()
      .meta({ description: "The call that lists the credit notes and debit notes of the adjustment." }),
  })
  .meta({ id: "VatBox" });

export const vatReturn = z
  .object({
    ...period,
    currency: currency.meta({ description: "Always SAR." }),
    boxes: z.array(vatBox).meta({ description: "Every box, in the order of the form." }),
    total: z.object(vatFigures).meta({
      description: "Box 6 of the form: the sum of the boxes, without what is outside the scope of VAT.",
    }),
  })
  .meta({
    id: "VatReturn",
    description:
      "What tax documents state that were issued in the period, in riyals: documents in another currency with the rate that " +
      "they froze. A rejected document whose place a corrected one has taken does not count; the corrected one counts in the " +
      "period of its own issue. What you bought is not known here.",
  });

export type VatReturn = z.output<typeof vatReturn>;

export const salesFigures = {
  currency,
  payments: z.int().meta({ description: "How many were taken." }),
  gross: amount.meta({ description: "What the payments brought." }),
  refunds: amount.meta({ description: "What was given back in the period, of whichever payments." }),
  fees: amount.meta({
    description: "The part of gross that buyers paid as service fee. What providers keep is not known here.",
  }),
  net: signedAmount.meta({ description: "gross without refunds and fees." }),
};

const salesRow = z
  .object({
    period: z
      .string()
      .nullable()
      .meta({
        description: "The day or the month in Riyadh; null when by is method.",
        examples: ["2026-11-22", "2026-11"],
      }),
    method: z.string(),
    account: z.string().meta({ description: "The account at the provider, such as mpgs-cards." }),
    ...salesFigures,
  })
  .meta({ id: "SalesRow" });

export const salesReport = z
  .object({
    ...period,
    rows: z.array(salesRow),
    totals: z.array(z.object(salesFigures)).meta({ description: "One for each currency." }),
  })
  .meta({
    id: "SalesReport",
    description:
      "Payments by when they were paid, refunds by when they were done. Surplus, which is no invoice's, is in neither.",
  });

export type SalesReport = z.output<typeof salesReport>;

export const salesPeriods = ["day", "month", "method"] as const;

export type SalesPeriod = (typeof salesPeriods)[number];

const both = {
  ours: amount,
  theirs: amount.nullable().meta({ description: "By the provider's books; null where it does not tell." }),
};

const comparedSum = z
  .object({
    day,
    account: z.string(),
    currency,
    orders: z.int(),
    taken: z.object(both),
    givenBack: z.object(both),
  })
  .meta({ id: "ComparedSum" });

export const foundDifference = z
  .object({
    day,
    foundAt: instant,
    kind: z.enum(differenceKinds),
    account: z.string(),
    orderNumber: z.string().nullable().meta({ description: "null: money of no invoice of yours." }),
    reference: z.string().meta({ description: "The provider's own name of the payment, or of several." }),
    currency,
    ours: amount,
    theirs: amount,
  })
  .meta({ id: "FoundDifference" });

/**
 * agrees: everything of the day was compared, and nothing differs. differs: something does. not_reported: the day is not over, or
 * something of it could not be compared yet.
 */
export const reconciliationStates = ["agrees", "differs", "not_reported"] as const;

export type ReconciliationState = (typeof reconciliationStates)[number];

const comparedDay = z
  .object({
    day,
    account: z.string(),
    methods: z.array(z.string()).meta({ description: "What was paid or given back through the account." }),
    currency,
    isOwnAccount: z
      .boolean()
      .meta({ description: "false: the installation's, which serves other shops, too." }),
    taken: z.object(both),
    givenBack: z.object(both),
    difference: signedAmount
      .nullable()
      .meta({ description: "Theirs less ours, of both; null while it is not reported." }),
    differences: z.int().meta({ description: "How many were found." }),
    state: z.enum(reconciliationStates),
  })
  .meta({
    id: "ComparedDay",
    description:
      "Your payments and refunds of a day by the account that they went through. The provider's side is ours with the " +
      "differences that were found of your payments.",
  });

export const reconciliationReport = z
  .object({
    ...period,
    days: z.array(
      z.object({
        day,
        comparedAt: instant.nullable().meta({ description: "null: not yet." }),
        isComplete: z.boolean().meta({ description: "Every payment could be compared, of all merchants." }),
      }),
    ),
    sums: z.array(comparedSum).meta({
      description:
        "Of accounts of your own. An account of the installation is compared for all of its merchants together.",
    }),
    rows: z.array(comparedDay).meta({ description: "Newest day first." }),
    differences: z.array(foundDifference).meta({
      description: "Of all of your payments, newest first, each as it was found; at most 1,000.",
    }),
  })
  .meta({ id: "ReconciliationReport" });

export type ReconciliationReport = z.output<typeof reconciliationReport>;

export const reportCalls = {
  "GET /api/v1/reports/vat": {
    summary: "Sum up tax documents in the boxes of the Saudi VAT return",
    audience: "merchant",
    query: z.strictObject(period),
    replies: { 200: vatReturn },
  },
  "GET /api/v1/reports/sales": {
    summary:
      "Sum up payments and refunds by payment method and account, by day, by month or over all of the period",
    audience: "merchant",
    query: z.strictObject({
      ...period,
      by: z
        .enum(salesPeriods)
        .optional()
        .meta({ description: "method when left out: over all of the period." }),
    }),
    replies: { 200: salesReport },
  },
  "GET /api/v1/reports/reconciliation": {
    summary: "What the daily comparison of our books with the providers' has found",
    audience: "merchant",
    query: z.strictObject(period),
    replies: { 200: reconciliationReport },
  },
} as const satisfies CallMap;
