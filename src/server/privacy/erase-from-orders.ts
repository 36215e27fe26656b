/** How the buyer of an order goes from where they are named; which columns those are stands in texts-of-buyers.ts. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Eraser } from "#contract/privacy.ts";
import type { Schema } from "#db/schema.ts";
import { columnsErasedBy } from "./texts-of-buyers.ts";

/** Rows that lost their buyer, by kind; drafts belong to no order. */
export type ErasedRows = Readonly<Record<Exclude<Eraser, "drafts">, number>>;

/** What stands instead of a mobile or an address where there must be one. */
const erased = "erased";
/** The same for a digest, which nothing has. */
const noDigest = Buffer.alloc(32);

/** The columns of a table that one of the statements empties: what sets them to null, and whether one is not. */
function emptied(
  table: keyof Schema,
  eraser: keyof ErasedRows,
): { readonly nulls: RawBuilder<unknown>; readonly isFull: RawBuilder<unknown> } {
  const columns = columnsErasedBy(eraser, table).map((column) => sql.id(column));
  return {
    nulls: sql.join(columns.map((column) => sql`${column} = null`)),
    isFull: sql`num_nonnulls(${sql.join(columns)}) > 0`,
  };
}

/**
 * Takes the buyer out of orders that have ended; the caller holds their locks and knows that they are.
 * @param mention what names the buyer in answers kept for repetition, beside the numbers of orders and client; null where
 * there is none
 */
export async function eraseFromOrders(
  trx: Kysely<Schema>,
  over: readonly number[],
  mention: string | null,
): Promise<ErasedRows> {
  const count = async (statement: ReturnType<typeof sql>): Promise<number> =>
    Number((await statement.execute(trx)).numAffectedRows ?? 0);
  const ofThese = sql`(merchant_id, order_id) in (select o.merchant_id, o.id from orders o where o.id = any(${over}))`;
  const client = emptied("clients", "clients");
  const attempt = emptied("payment_attempts", "attempts");
  const byHand = emptied("payments_by_hand", "paymentsByHand");
  const confirmed = emptied("orders", "confirmedEmails");
  const answered = emptied("orders", "linkAnswers");
  const hash = emptied("paylink_invoices", "paylinkHashes");
  const asked = emptied("return_requests", "returnRequests");
  return {
    // A client with an order that is open, or not old enough, keeps all of its rows.
    clients: await count(sql`
      with entries as (
        select distinct c.merchant_id, coalesce(c.merged_into, c.id) as entry
        from orders o join clients c on c.merchant_id = o.merchant_id and c.id = o.client_id where o.id = any(${over})
      ), members as (
        select merchant_id, entry, entry as id from entries
        union all select c.merchant_id, e.entry, c.id from entries e
          join clients c on c.merchant_id = e.merchant_id and c.merged_into = e.entry
      )
      update clients c set ${client.nulls}, id_scheme = null, stated_by = null
      where c.id in (select m.id from members m where not exists (
          select from members k join orders o on o.merchant_id = k.merchant_id and o.client_id = k.id
          where k.entry = m.entry and o.id <> all(${over}) and o.buyer_erased_at is null))
        and ${client.isFull}`),
    attempts: await count(sql`
      update payment_attempts set ${attempt.nulls} where order_id = any(${over}) and ${attempt.isFull}`),
    paymentsByHand: await count(sql`
      update payments_by_hand set ${byHand.nulls} where ${ofThese} and ${byHand.isFull}`),
    confirmedEmails: await count(sql`
      update orders set ${confirmed.nulls} where id = any(${over}) and ${confirmed.isFull}`),
    emailCodes: await count(sql`delete from client_email_codes where ${ofThese}`),
    // One that is still to be sent keeps where to.
    deliveries: await count(sql`
      update digital_deliveries set address = ${erased}
      where order_id = any(${over}) and state <> 'due' and address <> ${erased}`),
    referenceMails: await count(sql`
      delete from reference_mails where order_id = any(${over}) and state <> 'due'`),
    messages: await count(sql`
      delete from messages where ${ofThese} and state not in ('queued', 'submitting', 'unknown')`),
    // The digest of what was typed names the buyer to who tries all mobiles.
    checkouts: await count(sql`
      update checkouts set mobile = ${erased}, content_hash = ${noDigest}
      where ${ofThese} and (mobile <> ${erased} or content_hash <> ${noDigest})`),
    couponUses: await count(sql`
      update coupon_uses set mobile = ${erased} where ${ofThese} and mobile <> ${erased}`),
    // What a link asks may be anything of a person.
    linkAnswers: await count(sql`
      update orders set ${answered.nulls} where id = any(${over}) and ${answered.isFull}`),
    // Answers kept for repetition quote the client.
    keptAnswers: await count(sql`
      delete from idempotency_keys k using orders o
      where o.id = any(${over}) and k.merchant_id = o.merchant_id
        and (strpos(k.body, o.order_number) > 0 or strpos(lower(k.body), ${mention}) > 0
          or k.body like '{"id":' || (select coalesce(c.merged_into, c.id) from clients c where c.merchant_id = o.merchant_id and c.id = o.client_id)
            || ',"name":%,"mobile":%')`),
    // Of a request that names the buyer, which can be guessed.
    paylinkHashes: await count(sql`
      update paylink_invoices set ${hash.nulls} where ${ofThese} and ${hash.isFull}`),
    // Which terms were accepted, and when, stays.
    acceptancePlaces: await count(sql`delete from acceptance_places where ${ofThese}`),
    // That a return was asked for, and how it was answered, stays.
    returnRequests: await count(sql`
      update return_requests set ${asked.nulls} where ${ofThese} and ${asked.isFull}`),
  };
}
