/** The ends of a quote: accepted, which makes its invoice, declined, withdrawn. Each is written once. */
import { sql, type Transaction } from "kysely";
import type { Language } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import type { IssuedOrder } from "../issuing/issue-order.ts";
import { findMerchantById } from "../merchant-api/api-merchant.ts";
import {
  type IssuingServices,
  issueInvoice,
  methodsOfMerchant,
  type TakenByMethods,
} from "../merchant-api/issue-invoice.ts";
import { dayAfter, today } from "../reconciliation/riyadh-day.ts";
import { insertQuoteEvents } from "./quote-events.ts";
import { invoiceOf, lockQuote, type QuoteRow, quoteStateOf } from "./quote-store.ts";

/** Who decided, and from which network. */
export type DecidedBy = { readonly by: "buyer" | "shop"; readonly from: string | null };

/** What accepting needs, asked for before the transaction: a provider may be asked. */
export async function prepareAcceptance(
  services: IssuingServices,
  { merchant_id, currency }: QuoteRow,
): Promise<TakenByMethods> {
  return await methodsOfMerchant(services, merchant_id, currency);
}

/**
 * Makes the invoice of a quote, in the caller's transaction.
 * @throws Problem `quote_closed`, `quote_changed` where it would come to another amount now, those of issuing
 */
export async function acceptQuote(
  services: IssuingServices,
  trx: Transaction<Schema>,
  accepted: {
    readonly quote: QuoteRow;
    readonly decided: DecidedBy;
    readonly methods: TakenByMethods;
    readonly language: Language;
  },
): Promise<IssuedOrder> {
  const { decided, methods, language } = accepted;
  const now = services.clock.now();
  const quote = await lockQuote(trx, accepted.quote);
  if (quoteStateOf(quote, now) !== "open") throw new Problem("quote_closed");
  const merchant = await findMerchantById(trx, quote.merchant_id);
  if (merchant === null) throw new Problem("not_found");
  const due = quote.due_days === null ? {} : { dueDate: dayAfter(today(now), quote.due_days) };
  const body = { ...invoiceOf(quote), ...due };
  const issued = await issueInvoice(services, trx, { merchant, body, methods, language });
  if (issued.order.total !== quote.total) throw new Problem("quote_changed");
  await close(trx, quote, { state: "accepted", decided, now, orderId: issued.id });
  return issued;
}

/**
 * Ends a quote without an invoice.
 * @throws Problem `quote_closed`
 */
export async function endQuote(
  services: Pick<IssuingServices, "db" | "clock">,
  found: QuoteRow,
  end: { readonly state: "declined" | "withdrawn"; readonly decided: DecidedBy },
): Promise<void> {
  const now = services.clock.now();
  await runInTransaction(services.db.kysely, async (trx) => {
    const quote = await lockQuote(trx, found);
    if (quoteStateOf(quote, now) !== "open") throw new Problem("quote_closed");
    await close(trx, quote, { ...end, now, orderId: null });
  });
}

async function close(
  trx: Transaction<Schema>,
  { merchant_id, id }: QuoteRow,
  end: {
    readonly state: "accepted" | "declined" | "withdrawn";
    readonly decided: DecidedBy;
    readonly now: number;
    readonly orderId: number | null;
  },
): Promise<void> {
  await sql`
    with decided as (
      update quotes set state = ${end.state}, decided_at = ${new Date(end.now)}, decided_by = ${end.decided.by},
        decided_from = ${end.decided.from}, order_id = ${end.orderId}
      where merchant_id = ${merchant_id} and id = ${id}
      returning *
    )
    ${insertQuoteEvents("decided", end.state)}`.execute(trx);
}
