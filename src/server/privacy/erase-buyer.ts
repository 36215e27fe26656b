/**
 * Erasing a buyer's data on request (Saudi PDPL, article 4; VAT law keeps invoices for six years). What names the
 * person leaves every order that has ended. Amounts, states and times stay; so do tax invoices and credit notes as they
 * were issued. An order that is not over keeps its buyer: it may still be paid, must be paid back, or must be named
 * on a tax invoice that waits for its seller.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Eraser } from "#contract/privacy.ts";
import { unfinishedStates } from "#core/attempt-status.ts";
import { openStatuses } from "#core/status-groups.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { lockDirectory } from "../parties/directory-lock.ts";
import { eraseDrafts, eraseOffers } from "./erase-drafts.ts";
import { eraseFromOrders } from "./erase-from-orders.ts";

/** Whom an erasure is about: a mobile in its international form, or an e-mail address in lower case. */
export type Buyer = { readonly kind: "mobile" | "email"; readonly value: string };

/** What was done, in rows by kind. The same request again finds nothing. */
export type ErasureReport = {
  readonly erased: Readonly<Record<Eraser, number>>;
  readonly kept: {
    /** Orders of this buyer that are not over; ask again when they are. */
    readonly openOrders: string[];
    /** Tax invoices and credit notes of this buyer's orders. */
    readonly taxDocuments: number;
  };
};

/**
 * Erases a buyer, all of it or nothing.
 * @param merchantId of one merchant; null of all, for the operator
 */
export async function eraseBuyer(
  db: Kysely<Schema>,
  buyer: Buyer,
  merchantId: number | null,
): Promise<ErasureReport> {
  return await runInTransaction(db, (trx) => eraseBuyerIn(trx, buyer, merchantId));
}

/** The same inside of a transaction of the caller's. */
export async function eraseBuyerIn(
  trx: Transaction<Schema>,
  buyer: Buyer,
  merchantId: number | null,
): Promise<ErasureReport> {
  const named = await clientsOf(trx, buyer, merchantId);
  const orders = await ordersOf(trx, { buyer, merchantId, clients: named.ids });
  const over = orders.filter(({ isOpen }) => !isOpen).map(({ id }) => id);
  const documents = await sql<{ count: number }>`
    select count(*)::int as count from tax_documents where order_id = any(${over})`.execute(trx);
  const erased = await eraseFromOrders(trx, over, buyer.value);
  await closeToBuyers(trx, over);
  const unused = await eraseUnused(trx, named.ids);
  const isTheirs = sql`(${sql.ref(buyer.kind === "mobile" ? "client_mobile" : "client_email")} = ${buyer.value}
        or client_mobile = any(${named.mobiles}) or client_email = any(${named.emails}) or ${namesById("body", named)})`;
  const isOfMerchant = sql`(${merchantId}::bigint is null or merchant_id = ${merchantId})`;
  const drafts = await eraseDrafts(
    trx,
    sql`(${isTheirs} or ${namesById("shown", named)}) and ${isOfMerchant}`,
  );
  const offers = await eraseOffers(trx, sql`${isTheirs} and ${isOfMerchant}`);
  return {
    erased: { ...erased, clients: erased.clients + unused, drafts: drafts + offers },
    kept: {
      openOrders: orders.filter(({ isOpen }) => isOpen).map(({ orderNumber }) => orderNumber),
      taxDocuments: documents.rows[0]?.count ?? 0,
    },
  };
}

/**
 * What a holder of such an order's address would write from now on, no later erasure would find. One of which something is
 * still to be sent keeps the address until then, so it is left to the erasure by age.
 */
async function closeToBuyers(trx: Transaction<Schema>, over: readonly number[]): Promise<void> {
  await sql`
    update orders o set buyer_erased_at = now()
    where o.id = any(${over}) and o.buyer_erased_at is null
      and not exists (select from digital_deliveries d where d.merchant_id = o.merchant_id and d.order_id = o.id and d.state = 'due')
      and not exists (select from reference_mails m where m.merchant_id = o.merchant_id and m.order_id = o.id)
      and not exists (select from messages m where m.merchant_id = o.merchant_id and m.order_id = o.id)`.execute(
    trx,
  );
}

/**
 * What names a client of the directory by its id states no mobile and no address. Compared as texts: a draft holds whatever was
 * typed. With the merchant: another's draft may have typed the same id.
 */
function namesById(column: "body" | "shown", { ids, merchantIds }: NamedClients): RawBuilder<unknown> {
  return sql`(merchant_id, ${sql.ref(column)} ->> 'clientId') in (
    select * from unnest(${merchantIds}::bigint[], ${ids}::text[]))`;
}

type NamedClients = {
  readonly ids: readonly number[];
  /** Whose client each of them is, in the same order. */
  readonly merchantIds: readonly number[];
  readonly mobiles: readonly string[];
  /** In lower case. */
  readonly emails: readonly string[];
};

/** All rows of every client that is named so in one of them: what was merged is one person (docs/decisions/0126). */
async function clientsOf(
  trx: Transaction<Schema>,
  { kind, value }: Buyer,
  merchantId: number | null,
): Promise<NamedClients> {
  const isNamed = kind === "mobile" ? sql`c.mobile = ${value}` : sql`lower(c.email) = ${value}`;
  const { rows: directories } = await sql<{ merchant_id: number }>`
    select distinct c.merchant_id from clients c
    where (${merchantId}::bigint is null or c.merchant_id = ${merchantId}) and ${isNamed}
    order by c.merchant_id`.execute(trx);
  // A client that is merged meanwhile would take a row out of sight.
  for (const { merchant_id: directory } of directories) await lockDirectory(trx, directory, "whole");
  type Member = { merchant_id: number; id: number; mobile: string | null; email: string | null };
  const { rows } = await sql<Member>`
    with entries as (
      select distinct c.merchant_id, coalesce(c.merged_into, c.id) as id from clients c
      where (${merchantId}::bigint is null or c.merchant_id = ${merchantId}) and ${isNamed}
    ), members as (
      select merchant_id, id from entries
      union all select c.merchant_id, c.id from entries e join clients c on c.merchant_id = e.merchant_id and c.merged_into = e.id
    )
    select c.merchant_id, c.id, c.mobile, lower(c.email) as email from members m
      join clients c on c.merchant_id = m.merchant_id and c.id = m.id
    order by c.id for no key update of c`.execute(trx);
  return {
    ids: rows.map(({ id }) => id),
    merchantIds: rows.map(({ merchant_id }) => merchant_id),
    mobiles: rows.flatMap(({ mobile }) => mobile ?? []),
    emails: rows.flatMap(({ email }) => email ?? []),
  };
}

/** Clients of the directory that no order is for, with the answers that quote them. */
async function eraseUnused(trx: Transaction<Schema>, clients: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with used as (
      select distinct coalesce(c.merged_into, c.id) as entry from clients c
      where c.id = any(${clients}) and exists (select from orders o where o.merchant_id = c.merchant_id and o.client_id = c.id)
    ), gone as (
      delete from clients c
      where c.id = any(${clients}) and coalesce(c.merged_into, c.id) not in (select entry from used)
      returning c.merchant_id, c.id
    ), forgotten as (
      delete from idempotency_keys k using gone
      where k.merchant_id = gone.merchant_id and k.body like '{"id":' || gone.id || ',"name":%,"mobile":%'
    )
    select id from gone`.execute(trx);
  return rows.length;
}

type FoundOrder = { readonly id: number; readonly orderNumber: string; readonly isOpen: boolean };

/** Every order in which the buyer is named, or that is for one of the clients, oldest first, locked. */
async function ordersOf(
  trx: Kysely<Schema>,
  {
    buyer: { kind, value },
    merchantId,
    clients,
  }: { readonly buyer: Buyer; readonly merchantId: number | null; readonly clients: readonly number[] },
): Promise<readonly FoundOrder[]> {
  const isNamed =
    kind === "mobile"
      ? sql`o.client_id = any(${clients})
          or exists (select from payment_attempts a where a.merchant_id = o.merchant_id and a.order_id = o.id and a.client_mobile = ${value})
          or exists (select from checkouts k where k.merchant_id = o.merchant_id and k.order_id = o.id and k.mobile = ${value})`
      : sql`o.client_id = any(${clients})
          or lower(o.client_validated_email) = ${value}
          or exists (select from payment_attempts a where a.merchant_id = o.merchant_id and a.order_id = o.id and lower(a.client_email) = ${value})
          or exists (select from digital_deliveries d where d.merchant_id = o.merchant_id and d.order_id = o.id and lower(d.address) = ${value})
          or exists (select from client_email_codes e where e.merchant_id = o.merchant_id and e.order_id = o.id and lower(e.address) = ${value})`;
  const { rows } = await sql<FoundOrder>`
    select o.id, o.order_number as "orderNumber",
      o.status = any(${openStatuses}) or exists (select from payment_attempts a
        where a.merchant_id = o.merchant_id and a.order_id = o.id and a.state = any(${unfinishedStates}))
        or exists (select from waiting_tax_invoices w where w.merchant_id = o.merchant_id and w.order_id = o.id) as "isOpen"
    from orders o
    where (${merchantId}::bigint is null or o.merchant_id = ${merchantId}) and (${isNamed})
    order by o.id for update of o`.execute(trx);
  return rows;
}
