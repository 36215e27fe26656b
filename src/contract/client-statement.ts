/** The account of a client: what was invoiced, paid and given back, with what is owed after each. */
import { z } from "zod";
import { type StatementKind, statementKinds } from "#core/client-statement.ts";
import { languages } from "#core/language.ts";
import type { CallMap } from "./contract.ts";
import { amount, currency, day, instant, listOf, pageQuery, sentDay } from "./merchant-common.ts";
import { signedAmount } from "./reports.ts";

/** What merchants read of each in the reference. */
const meanings: Readonly<Record<StatementKind, string>> = {
  invoice: "issued (debit)",
  payment: "for an invoice (credit)",
  surplus: "money that is no invoice's (credit)",
  refund: "given back (debit), and taken off the invoice (credit); of surplus the first alone",
  cancelled: "the invoice is owed no longer (credit)",
  expired: "the invoice is owed no longer (credit)",
  paid_late: "one that had expired was paid, and is owed again with that payment (debit)",
};

const entry = z
  .object({
    entryId: z.string().meta({ description: "Stays the same in every statement." }),
    at: instant,
    kind: z.enum(statementKinds).meta({
      description: statementKinds.map((kind) => `${kind}: ${meanings[kind]}.`).join(" "),
    }),
    orderNumber: z.string(),
    externalOrderNumber: z.string().nullable(),
    reference: z.string().nullable().meta({ description: "The id of the payment or of the refund." }),
    currency,
    debit: amount.meta({ description: "What the client owes more." }),
    credit: amount.meta({ description: "What the client owes less." }),
    balance: signedAmount.meta({
      description:
        "What the client owes in this currency after the entry; below zero: what you owe the client.",
    }),
  })
  .meta({ id: "StatementEntry" });

export type StatementEntry = z.output<typeof entry>;

const balance = z
  .object({
    currency,
    opening: signedAmount.meta({ description: "Before the first day." }),
    debit: amount.meta({ description: "The sum of the period." }),
    credit: amount.meta({ description: "The sum of the period." }),
    closing: signedAmount.meta({ description: "After the last day." }),
  })
  .meta({ id: "StatementBalance" });

export const clientStatement = listOf(entry)
  .extend({
    clientId: z.number(),
    from: day.nullable(),
    to: day,
    balances: z
      .array(balance)
      .meta({ description: "One for each currency; sums of two currencies are never mixed." }),
  })
  .meta({
    id: "ClientStatement",
    description:
      "Oldest first. Checkouts of product links that were not paid are owed by no client and are not in it; a debit note is a " +
      "tax document, and what it states is invoiced by itself.",
  });

export type ClientStatement = z.output<typeof clientStatement>;

const params = z.object({ clientId: z.string().max(40) });

const period = {
  from: sentDay
    .optional()
    .meta({ description: "The first day, in Riyadh; all that there is when left out." }),
  to: sentDay.optional().meta({ description: "The last day, which is part of it; today when left out." }),
};

/** Entries that a paper has room for; the list and the export have no bound. */
export const longestPaper = 1_000;

export const clientStatementCalls = {
  "GET /api/v1/clients/:clientId/statement": {
    summary: "The account of a client over a period: entries with a running balance, oldest first",
    audience: "merchant",
    params,
    query: z.strictObject({
      ...period,
      ...pageQuery,
      cursor: z
        .string()
        .max(100)
        .optional()
        .meta({ description: "The nextCursor of the page before; left out for the first page." }),
    }),
    replies: { 200: clientStatement },
  },
  "GET /api/v1/clients/:clientId/statement/pdf": {
    summary:
      "The account of a client over a period as a paper to hand over (PDF); it is not a tax document. A period of more than 1000 " +
      "entries is refused",
    audience: "merchant",
    params,
    query: z.strictObject({
      ...period,
      lang: z
        .enum(languages)
        .optional()
        .meta({ description: "Which language comes first, the other one beside it; ar when left out." }),
    }),
    replies: { 200: z.file().mime("application/pdf") },
    problems: ["overloaded"],
  },
} as const satisfies CallMap;
