/** What providers keep and when they pay out, by the terms that the merchant has agreed with them (docs/decisions/0129). */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { amount, currency, day, instant, percent } from "./merchant-common.ts";
import { paidMethod } from "./payments.ts";
import { period, salesFigures, signedAmount } from "./reports.ts";

/** Bank days: six weeks. */
export const longestSettlementDays = 30;

/** Halalas: a fixed fee beyond this is a typing error. */
export const highestFixedFeeHalalas = 100_000;

const terms = {
  feeRate: percent.meta({ description: "What the provider keeps of each payment, without VAT." }),
  feeFixed: amount.meta({ description: "What it keeps besides of each payment, in riyals, without VAT." }),
  settlementDays: z.int().min(0).max(longestSettlementDays).meta({
    description: "Bank days (Sunday to Thursday) from the day of a payment until it is in your bank.",
  }),
};

export const accountTerms = z.object({ method: z.string(), ...terms, updatedAt: instant }).meta({
  id: "AccountTerms",
  description: "As you have agreed with the provider of a method. Providers do not state them to programs.",
});

export type AccountTerms = z.output<typeof accountTerms>;

const feesOfProvider = z
  .object({
    amount: amount.meta({ description: "Without VAT, rounded for each payment." }),
    vat: amount.meta({ description: "15% of it, rounded for each payment." }),
  })
  .meta({ id: "ProviderFees" });

export type ProviderFees = z.output<typeof feesOfProvider>;

/** null where no terms were stored, and for money that is not in riyals. */
export const expectedFees = feesOfProvider.nullable().meta({
  description:
    "What the provider keeps by your terms; null without terms for the method, and for money that is not in riyals. What a " +
    "refund gives back of a fee is not known.",
});

const feesRow = z
  .object({
    method: z.string(),
    account: z.string().meta({ description: "The account at the provider, such as mpgs-cards." }),
    currency,
    payments: salesFigures.payments,
    gross: salesFigures.gross,
    charged: amount.meta({ description: "The service fee that buyers paid inside gross." }),
    expected: expectedFees,
    terms: accountTerms.nullable(),
  })
  .meta({ id: "FeesRow" });

export const feesReport = z.object({ ...period, rows: z.array(feesRow) }).meta({ id: "FeesReport" });

export type FeesReport = z.output<typeof feesReport>;

const dueDay = z
  .object({
    paidOn: day.meta({ description: "The day in Riyadh of the payments and refunds." }),
    arrivesOn: day.meta({ description: "When it is expected in the bank: never a Friday or Saturday." }),
    payments: z.int(),
    gross: salesFigures.gross,
    refunds: salesFigures.refunds,
    kept: amount.meta({
      description:
        "The provider's fees by your terms, with VAT; on an account of the installation the service fee, too.",
    }),
    amount: signedAmount.meta({ description: "gross without refunds and kept." }),
  })
  .meta({ id: "DueDay" });

export const dueReport = z
  .object({
    today: day,
    due: z.array(
      z
        .object({
          method: z.string(),
          account: z.string(),
          currency,
          isOwnAccount: z
            .boolean()
            .meta({ description: "false: the installation's operator receives it, and pays it on to you." }),
          terms: accountTerms,
          amount: signedAmount.meta({ description: "The sum of the days." }),
          days: z.array(dueDay).meta({ description: "Expected today or later, the next first." }),
        })
        .meta({ id: "DueAtBank" }),
    ),
    withoutTerms: z.array(z.string()).meta({
      description: "Methods that took money in the last two months and whose terms are not known.",
    }),
  })
  .meta({
    id: "DueReport",
    description: "Holidays of banks are not known. Whether money has arrived is for your bank to say.",
  });

export type DueReport = z.output<typeof dueReport>;

export const settlementCalls = {
  "GET /api/v1/account-terms": {
    summary: "List the terms of payment methods that you have stored",
    audience: "merchant",
    replies: { 200: z.object({ items: z.array(accountTerms) }) },
  },
  "PUT /api/v1/account-terms/:method": {
    summary: "Store or replace what the provider of a method keeps, and when it pays out",
    audience: "merchant",
    params: z.object({ method: paidMethod }),
    body: z.strictObject(terms),
    replies: { 200: accountTerms },
  },
  "GET /api/v1/reports/fees": {
    summary: "Sum up fees of a period by payment method and account: paid by buyers, and kept by providers",
    audience: "merchant",
    query: z.strictObject(period),
    replies: { 200: feesReport },
  },
  "GET /api/v1/reports/due": {
    summary: "What is expected in the bank, by payment method and day",
    audience: "merchant",
    replies: { 200: dueReport },
  },
} as const satisfies CallMap;
