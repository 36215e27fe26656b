/** Rows of quotes. Every statement of a merchant's is filtered by the merchant; a buyer's by the number, which is the key. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { NewInvoice } from "#contract/new-invoice.ts";
import type { NewQuote, Quote } from "#contract/quotes.ts";
import { readOrderNumber } from "#core/crockford.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import type { QuoteState } from "#core/quote-state.ts";
import type { Schema } from "#db/schema.ts";
import { namedClient } from "../merchant-api/draft-input.ts";
import { addressOn } from "../messages/message-receiver.ts";
import { messageTexts, shortAmount } from "../messages/message-texts.ts";
import { fill } from "../notifications/mail-page.ts";
import { today } from "../reconciliation/riyadh-day.ts";
import { insertQuoteEvents } from "./quote-events.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** A quote's row, with the number of the invoice that it has become. */
export type QuoteRow = {
  readonly merchant_id: number;
  readonly id: number;
  readonly quote_number: string;
  readonly sequence: number;
  readonly body: Record<string, unknown>;
  readonly due_days: number | null;
  readonly currency: string;
  readonly total: Minor;
  readonly client_name: string | null;
  readonly client_mobile: string | null;
  readonly valid_until: string;
  readonly state: "open" | "accepted" | "declined" | "withdrawn";
  readonly created_at: Date;
  readonly decided_at: Date | null;
  readonly decided_by: "buyer" | "shop" | null;
  readonly order_number: string | null;
};

/** Writes a new quote down, with its event. */
export async function insertQuote(
  trx: Transaction<Schema>,
  quote: {
    readonly merchantId: number;
    readonly number: string;
    readonly sequence: number;
    readonly body: NewQuote;
    readonly currency: string;
    readonly total: Minor;
    readonly name: string | null;
    readonly at: Date;
  },
): Promise<void> {
  const { body, name } = quote;
  const { client_name, client_mobile, client_email } = { client_name: name, ...namedClient(body.invoice) };
  await sql`
    with made as (
      insert into quotes (merchant_id, quote_number, sequence, body, due_days, currency, total, client_name, client_mobile,
        client_email, valid_until, created_at)
      values (${quote.merchantId}, ${quote.number}, ${quote.sequence}, ${JSON.stringify(body.invoice)},
        ${body.dueDays ?? null}, ${quote.currency}, ${quote.total}, ${client_name}, ${client_mobile}, ${client_email},
        ${body.validUntil}, ${quote.at})
      returning *
    )
    ${insertQuoteEvents("made", "open")}`.execute(trx);
}

/** Quotes with the number of their invoice. */
export function selectQuotes(db: Db) {
  return db
    .selectFrom("quotes as q")
    .leftJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "q.merchant_id").onRef("o.id", "=", "q.order_id"),
    )
    .select([
      "q.merchant_id",
      "q.id",
      "q.quote_number",
      "q.sequence",
      "q.body",
      "q.due_days",
      "q.currency",
      "q.total",
    ])
    .select(["q.client_name", "q.client_mobile", "q.state", "q.created_at", "q.decided_at", "q.decided_by"])
    .select([sql<string>`q.valid_until::text`.as("valid_until"), "o.order_number"]);
}

/**
 * A quote by what a person typed or an address held.
 * @param merchantId of one merchant; left out: any holder of the number reads it
 * @throws Problem `not_found`
 */
export async function findQuote(db: Db, input: string, merchantId?: number): Promise<QuoteRow> {
  const row = await selectQuotes(db)
    .where("q.quote_number", "=", readOrderNumber(input) ?? "")
    .$if(merchantId !== undefined, (query) => query.where("q.merchant_id", "=", merchantId ?? 0))
    .executeTakeFirst();
  if (!row) throw new Problem("not_found");
  return row;
}

/**
 * The same, held until the end of the transaction: a quote is decided once.
 * @throws Problem `not_found`
 */
export async function lockQuote(trx: Transaction<Schema>, { merchant_id, id, quote_number }: QuoteRow) {
  await sql`select from quotes where merchant_id = ${merchant_id} and id = ${id} for no key update`.execute(
    trx,
  );
  return await findQuote(trx, quote_number, merchant_id);
}

/** What a quote is now: an open one whose last day is over has expired. */
export function quoteStateOf({ state, valid_until }: QuoteRow, now: number): QuoteState {
  return state === "open" && valid_until < today(now) ? "expired" : state;
}

/** The body of the invoice that it becomes. */
export function invoiceOf({ body }: QuoteRow): NewInvoice {
  // Read by the contract's own schema when it was made.
  return body as unknown as NewInvoice;
}

/** "Q-000042" */
export function quoteText({ sequence }: Pick<QuoteRow, "sequence">): string {
  return `Q-${String(sequence).padStart(6, "0")}`;
}

type Shown = { readonly webUrl: string; readonly now: number };

/** The entry of a list. */
export function toQuoteSummary(
  row: QuoteRow,
  { webUrl, now }: Shown,
): Omit<Quote, "invoice" | "whatsappLink"> {
  return {
    quoteNumber: row.quote_number,
    number: quoteText(row),
    state: quoteStateOf(row, now),
    currency: row.currency,
    total: formatDecimal(row.total, row.currency),
    clientName: row.client_name,
    validUntil: row.valid_until,
    dueDays: row.due_days,
    createdAt: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by,
    orderNumber: row.order_number,
    url: `${webUrl}/pay/quote/${row.quote_number}`,
  };
}

/** The whole model. */
export function toQuote(row: QuoteRow, shown: Shown): Quote {
  const summary = toQuoteSummary(row, shown);
  const link = (language: "ar" | "en"): string => {
    const words = {
      amount: shortAmount(row.total, row.currency, language),
      link: `${summary.url}?lang=${language}`,
    };
    const text = fill(messageTexts[language].shareQuote, words, (word) => word);
    const number =
      addressOn("whatsapp", { email: null, mobile: row.client_mobile, language })?.slice(1) ?? "";
    return `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
  };
  return {
    ...summary,
    invoice: row.body,
    whatsappLink: summary.state === "open" ? { ar: link("ar"), en: link("en") } : null,
  };
}
