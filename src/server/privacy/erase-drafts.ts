/**
 * What names a buyer and is in no book: drafts of invoices go whole, and so do quotes and invoices that repeat. An accepted quote is its
 * invoice's, and one that repeats has issued what it has: of both stays that they were, without the buyer.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "#db/schema.ts";

/**
 * Removes drafts, with the answers kept for repetition that quote them.
 * @param which a condition on their table
 * @returns how many
 */
export async function eraseDrafts(trx: Kysely<Schema>, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    with gone as (
      delete from invoice_drafts where ${which} returning merchant_id, id
    ), forgotten as (
      delete from idempotency_keys k using gone
      where k.merchant_id = gone.merchant_id and k.body like '{"id":"' || gone.id || '",%'
    )
    select id from gone`.execute(trx);
  return rows.length;
}

/** Whether a quote, or what repeats, says anything of its buyer still: what was erased is not written again. */
const saysWho = sql`(body ?| array['client', 'clientId', 'note']
      or num_nonnulls(client_name, client_mobile, client_email) > 0)`;

/**
 * Takes the buyer out of quotes and ends what repeats for them, with the answers kept for repetition that quote it.
 * @param which a condition on their tables
 * @returns how many
 */
export async function eraseOffers(trx: Kysely<Schema>, which: RawBuilder<unknown>): Promise<number> {
  const quotes = await sql<{ quote_number: string }>`
    update quotes set body = body - 'client' - 'clientId' - 'note', client_name = null, client_mobile = null,
      client_email = null, state = case when state = 'open' then 'withdrawn' else state end,
      decided_at = coalesce(decided_at, now()), decided_by = coalesce(decided_by, 'shop'), decided_from = null
    where ${which} and (${saysWho} or decided_from is not null) returning quote_number`.execute(trx);
  await sql`delete from messages m using quotes q
    where q.quote_number = any(${quotes.rows.map(({ quote_number }) => quote_number)})
      and m.merchant_id = q.merchant_id and m.quote_id = q.id and m.state not in ('queued', 'submitting', 'unknown')`.execute(
    trx,
  );
  const repeated = await sql<{ id: number }>`
    update recurring_invoices set body = body - 'client' - 'clientId' - 'note', name = '-', client_name = null,
      client_mobile = null, client_email = null, state = 'ended', retry_at = null, updated_at = now()
    where ${which} and ${saysWho} returning id`.execute(trx);
  await sql`delete from idempotency_keys k where ${sql.join(
    [
      ...quotes.rows.map(({ quote_number }) => sql`k.body like ${`{"quoteNumber":"${quote_number}"%`}`),
      ...repeated.rows.map(({ id }) => sql`k.body like ${`{"id":${id},"name":%`}`),
      sql`false`,
    ],
    sql` or `,
  )}`.execute(trx);
  return quotes.rows.length + repeated.rows.length;
}
