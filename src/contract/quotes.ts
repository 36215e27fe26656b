/** Quotes: offered to a buyer until a day, and an invoice once the buyer accepts. */
import { z } from "zod";
import { quoteStates } from "#core/quote-state.ts";
import type { CallMap } from "./contract.ts";
import { invoice, invoiceCalls } from "./invoices.ts";
import { amount, currency, day, instant, listOf, pageQuery, sentDay } from "./merchant-common.ts";
import { message, newMessage } from "./messages.ts";
import { newInvoice } from "./new-invoice.ts";
import { paperQuery } from "./pay-codes.ts";

/** What an invoice says of its own time, a quote says otherwise. */
export const quotedInvoice = newInvoice
  .omit({ dueDate: true, expiresAt: true, send: true, supplyDate: true })
  .meta({
    id: "QuotedInvoice",
    description: "The invoice that the quote becomes, as POST /api/v1/invoices takes it.",
    examples: [
      { client: { name: "نورة" }, lines: [{ title: "صندوق تمر سكري", quantity: 2, unitPrice: "50.00" }] },
    ],
  });

export const newQuote = z
  .strictObject({
    invoice: quotedInvoice,
    validUntil: sentDay.meta({
      description: "The last day of Riyadh on which it can be accepted: from today, a year ahead at most.",
    }),
    dueDays: z.int().min(0).max(365).optional().meta({
      description: "So many days after it is accepted the invoice is due; left out: it has no due date.",
    }),
  })
  .meta({ id: "NewQuote" });

export type NewQuote = z.output<typeof newQuote>;

const summary = {
  quoteNumber: z
    .string()
    .meta({ description: "16 characters: the buyer's key to it.", examples: ["7K3M9X2PQR4T5V6W"] }),
  number: z.string().meta({ description: "Your own counting, as printed.", examples: ["Q-000042"] }),
  state: z.enum(quoteStates),
  currency,
  total: amount.meta({ description: "With VAT. It is accepted for this, or not at all." }),
  clientName: z.string().nullable(),
  validUntil: day,
  dueDays: z.int().nullable(),
  createdAt: instant,
  decidedAt: instant.nullable(),
  decidedBy: z.enum(["buyer", "shop"]).nullable(),
  orderNumber: z.string().nullable().meta({ description: "Of the invoice that it has become." }),
  url: z.string().meta({ description: "The page on which the buyer reads, accepts or declines it." }),
};

export const quoteSummary = z.object(summary).meta({ id: "QuoteSummary" });

export const quote = z
  .object({
    ...summary,
    invoice: z.record(z.string(), z.unknown()).meta({ description: "As it was given." }),
    whatsappLink: z.object({ ar: z.string(), en: z.string() }).nullable().meta({
      description:
        "Opens WhatsApp on your own phone with a message that has the quote's address; null once it cannot be accepted.",
    }),
  })
  .meta({ id: "Quote" });

export type Quote = z.output<typeof quote>;

const quoteParams = z.object({ quoteNumber: z.string().max(40) });
const issuing = invoiceCalls["POST /api/v1/invoices"].problems;

export const quoteCalls = {
  "POST /api/v1/quotes": {
    summary: "Make a quote: no order and no tax document, until it is accepted",
    audience: "merchant",
    body: newQuote,
    replies: { 201: quote },
    problems: issuing,
  },
  "GET /api/v1/quotes": {
    summary: "List quotes, newest first",
    audience: "merchant",
    query: z.strictObject({ state: z.enum(quoteStates).optional(), ...pageQuery }),
    replies: { 200: listOf(quoteSummary) },
  },
  "GET /api/v1/quotes/:quoteNumber": {
    summary: "Read a quote",
    audience: "merchant",
    params: quoteParams,
    replies: { 200: quote },
  },
  "GET /api/v1/quotes/:quoteNumber/pdf": {
    summary: "A quote as a PDF, with the code of the page on which it is accepted",
    audience: "merchant",
    params: quoteParams,
    query: paperQuery,
    replies: { 200: z.file().mime(["application/pdf"]) },
    problems: issuing,
  },
  "POST /api/v1/quotes/:quoteNumber/accept": {
    summary: "Accept a quote for the buyer, who has agreed otherwise: it becomes an invoice",
    audience: "merchant",
    params: quoteParams,
    body: z.strictObject({}).nullish(),
    replies: { 201: invoice },
    problems: [...issuing, "quote_closed", "quote_changed"],
  },
  "POST /api/v1/quotes/:quoteNumber/withdraw": {
    summary: "Take a quote back: it cannot be accepted any more",
    audience: "merchant",
    params: quoteParams,
    body: z.strictObject({}).nullish(),
    replies: { 200: quote },
    problems: ["quote_closed"],
  },
} as const satisfies CallMap;

/** Bringing a quote to its buyer. */
export const quoteMessageCalls = {
  "POST /api/v1/quotes/:quoteNumber/messages": {
    summary: "Send a quote to its buyer by e-mail, SMS or WhatsApp",
    audience: "merchant",
    params: quoteParams,
    body: newMessage.omit({ kind: true }).meta({ id: "NewQuoteMessage", examples: [{ channel: "email" }] }),
    replies: { 202: message },
    needsKey: true,
    problems: ["quote_closed", "too_many_attempts"],
  },
  "GET /api/v1/quotes/:quoteNumber/messages": {
    summary: "The messages that brought a quote, newest first",
    audience: "merchant",
    params: quoteParams,
    query: z.strictObject(pageQuery),
    replies: { 200: listOf(message) },
  },
} as const satisfies CallMap;
