/**
 * Lists of a merchant's invoices, each in the order of an index: a late page costs what the first does. A cursor is a
 * place in that order and not a row, so it stays where it is when the row at its place changes.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { readLinkIdentity } from "#core/crockford.ts";
import type { Minor } from "#core/money.ts";
import type { OrderStatus } from "#core/order-status.ts";
import type { Schema } from "#db/schema.ts";
import { ordersFoundBy, ordersOfMobile } from "./invoice-search.ts";
import { attemptsOfOrder, givenBackOfOrder, type InvoiceHeadRow, ownHeadColumns } from "./invoice-store.ts";
import { wrongFields } from "./validation.ts";

export type InvoiceFilter = {
  readonly merchantId: number;
  /** None stands for all. */
  readonly statuses: readonly OrderStatus[];
  readonly externalOrderNumber: string | null;
  readonly paidSince: Date | null;
  readonly updatedSince: Date | null;
  /** Identity of a product link, as it was typed. */
  readonly link: string | null;
  readonly productId: number | null;
  readonly clientId: number | null;
  /** International form with a leading plus. */
  readonly mobile: string | null;
  /** As it was typed. */
  readonly search: string | null;
  readonly total: { readonly amount: Minor; readonly currency: string } | null;
  readonly cursor: string | null;
  readonly limit: number;
};

type Order = {
  readonly name: "created" | "paid" | "updated";
  readonly column: "created_at" | "paid_at" | "updated_at";
  readonly direction: "asc" | "desc";
};

const byCreation: Order = { name: "created", column: "created_at", direction: "desc" };
const byPayment: Order = { name: "paid", column: "paid_at", direction: "desc" };
/** Oldest first: what changes during the reading moves to the end, and is read again instead of being missed. */
const byChange: Order = { name: "updated", column: "updated_at", direction: "asc" };

type Condition = RawBuilder<boolean>;

/**
 * One page of a list.
 * @returns up to `limit` rows, and the cursor of the next page or null
 * @throws Problem `validation_failed` for a cursor of another list, or for two filters that ask for two orders
 */
export async function listInvoices(
  db: Kysely<Schema>,
  filter: InvoiceFilter,
): Promise<{ readonly rows: readonly InvoiceHeadRow[]; readonly nextCursor: string | null }> {
  const order = orderOf(filter);
  const found = await selectPage(db, filter, order).execute();
  const rows = found.slice(0, filter.limit);
  const last = found.length > filter.limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? `${order.name}.${last.place}.${last.id}` : null };
}

function orderOf({ paidSince, updatedSince }: InvoiceFilter): Order {
  if (updatedSince === null) return paidSince === null ? byCreation : byPayment;
  if (paidSince === null) return byChange;
  throw wrongFields([{ path: "paidSince", code: "not_together", message: "not together with updatedSince" }]);
}

type Candidate = Pick<Schema["orders"], (typeof ownHeadColumns)[number]> & {
  readonly id: number;
  readonly merchant_id: number;
  readonly client_id: number | null;
  readonly product_link_id: number | null;
  /** The instant that orders the list, with its microseconds, which a Date would lose. */
  readonly place: string;
};

/**
 * Each status has its own run through its index, and the runs are merged: a status that is rare costs no walk through
 * all the others.
 */
function selectPage(db: Kysely<Schema>, filter: InvoiceFilter, order: Order) {
  const conditions = conditionsOf(filter, order);
  const runs =
    filter.statuses.length === 0
      ? [runOf(conditions, filter, order)]
      : filter.statuses.map((status) => runOf([...conditions, sql`status = ${status}`], filter, order));
  return db
    .selectFrom(sql<Candidate>`(${sql.join(runs, sql` union all `)})`.as<"o">(sql`o`))
    .select(ownHeadColumns.map((name) => `o.${name}` as const))
    .select([
      "o.id",
      "o.place",
      sql<string | null>`(select coalesce(name, legal_name) from clients where id = o.client_id)`.as(
        "client_name",
      ),
      sql<string | null>`(select link_identity from product_links where id = o.product_link_id)`.as(
        "link_identity",
      ),
      attemptsOfOrder.as("attempts"),
      givenBackOfOrder.as("given_back"),
    ])
    .orderBy(`o.${order.column}`, order.direction)
    .orderBy("o.id", order.direction)
    .limit(filter.limit + 1);
}

/** The first rows that meet all conditions. */
function runOf(
  conditions: readonly Condition[],
  { limit }: InvoiceFilter,
  order: Order,
): RawBuilder<unknown> {
  const column = sql.ref(order.column);
  const direction = sql.raw(order.direction);
  const columns = [...ownHeadColumns, "id", "merchant_id", "client_id", "product_link_id"].map((name) =>
    sql.ref(name),
  );
  return sql`(select ${sql.join(columns)},
      to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
    from orders where ${sql.join(conditions, sql` and `)}
    order by ${column} ${direction}, id ${direction} limit ${limit + 1})`;
}

function conditionsOf(filter: InvoiceFilter, order: Order): Condition[] {
  const conditions = filterConditions(filter);
  if (filter.cursor !== null) conditions.push(afterCursor(filter.cursor, order));
  return conditions;
}

/** What a filter asks of the columns of `orders`, but for statuses and place. */
export function filterConditions(filter: Omit<InvoiceFilter, "statuses" | "cursor" | "limit">): Condition[] {
  const { merchantId, externalOrderNumber, paidSince, updatedSince, link, productId, mobile } = filter;
  const { clientId, search, total } = filter;
  const conditions: Condition[] = [sql`merchant_id = ${merchantId}`];
  if (externalOrderNumber !== null) conditions.push(sql`external_order_number = ${externalOrderNumber}`);
  if (paidSince !== null) conditions.push(sql`paid_at >= ${paidSince}`);
  if (updatedSince !== null) conditions.push(sql`updated_at >= ${updatedSince}`);
  if (link !== null) conditions.push(ofLink(merchantId, link));
  if (productId !== null) conditions.push(sql`product_id = ${productId}`);
  if (clientId !== null) conditions.push(sql`client_id = ${clientId}`);
  if (mobile !== null) conditions.push(sql`id in (${ordersOfMobile(merchantId, mobile)})`);
  if (search !== null) conditions.push(sql`id in (${ordersFoundBy(merchantId, search)})`);
  if (total !== null) conditions.push(sql`currency = ${total.currency} and total = ${total.amount}`);
  return conditions;
}

/** By equality with what one look-up gives, so that the index of links has the order, too. */
function ofLink(merchantId: number, typed: string): Condition {
  const identity = readLinkIdentity(typed);
  return sql`product_link_id = (select id from product_links
    where link_identity = ${identity} and merchant_id = ${merchantId})`;
}

function afterCursor(cursor: string, { name, column, direction }: Order): Condition {
  const match = /^([a-z]+)\.(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\.([1-9]\d{0,14})$/.exec(cursor);
  if (match?.[1] !== name || Number.isNaN(Date.parse(match[2] ?? "")))
    throw wrongFields([{ path: "cursor", code: "invalid_cursor", message: "not a cursor of this list" }]);
  const place = sql`(${match[2]}::timestamptz, ${match[3]}::bigint)`;
  return sql`(${sql.ref(column)}, id) ${sql.raw(direction === "asc" ? ">" : "<")} ${place}`;
}
