/** Drafts of invoices that name a buyer go whole: no buyer was asked to pay them, and no book has them. */
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
