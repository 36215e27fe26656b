/** What a filter of invoices asks of the columns of `orders`, each so that an index answers it. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { readLinkIdentity } from "#core/crockford.ts";
import type { Minor } from "#core/money.ts";
import type { OrderStatus } from "#core/order-status.ts";
import type { Schema } from "#db/schema.ts";
import { payableLiterals } from "../orders/payable-literals.ts";
import { isOneOf, rowsOfClient } from "../parties/client-entry.ts";
import { ordersFoundBy, ordersOfMobile } from "./invoice-search.ts";

export type InvoiceFilter = {
  readonly merchantId: number;
  /** None stands for all. */
  readonly statuses: readonly OrderStatus[];
  readonly externalOrderNumber: string | null;
  readonly paidSince: Date | null;
  readonly updatedSince: Date | null;
  readonly createdSince: Date | null;
  readonly createdBefore: Date | null;
  /** As days. */
  readonly dueSince: string | null;
  readonly dueBefore: string | null;
  /** The statuses are those of unpaid invoices, too. */
  readonly isOverdue: boolean;
  /** Expired, and asked for again by the buyer. */
  readonly isRenewalRequested: boolean;
  readonly isReturnRequested: boolean;
  readonly metadata: readonly { readonly name: string; readonly value: string }[];
  /** Identity of a product link, as it was typed. */
  readonly link: string | null;
  readonly productId: number | null;
  readonly clientId: number | null;
  /** International form with a leading plus. */
  readonly mobile: string | null;
  /** As it was typed. */
  readonly search: string | null;
  readonly total: {
    readonly from: Minor | null;
    readonly to: Minor | null;
    readonly currency: string;
  } | null;
  readonly cursor: string | null;
  readonly limit: number;
};

export type Condition = RawBuilder<boolean>;

/** What a filter asks of the columns of `orders`, but for statuses and place. */
export function filterConditions(
  filter: Omit<InvoiceFilter, "statuses" | "cursor" | "limit">,
  clients: ClientRows,
): Condition[] {
  const { merchantId, externalOrderNumber, paidSince, updatedSince, link, productId, mobile } = filter;
  const { search } = filter;
  const conditions: Condition[] = [sql`merchant_id = ${merchantId}`];
  if (externalOrderNumber !== null) conditions.push(sql`external_order_number = ${externalOrderNumber}`);
  if (paidSince !== null) conditions.push(sql`paid_at >= ${paidSince}`);
  if (updatedSince !== null) conditions.push(sql`updated_at >= ${updatedSince}`);
  if (link !== null) conditions.push(ofLink(merchantId, link));
  if (productId !== null) conditions.push(sql`product_id = ${productId}`);
  if (clients !== null) conditions.push(isOneOf(sql`client_id`, clients));
  if (mobile !== null) conditions.push(sql`id in (${ordersOfMobile(merchantId, mobile)})`);
  if (search !== null) conditions.push(sql`id in (${ordersFoundBy(merchantId, search)})`);
  conditions.push(...createdWithin(filter));
  if (filter.isRenewalRequested) conditions.push(sql`id in (${ordersAskedForAgain(merchantId)})`);
  if (filter.isReturnRequested) conditions.push(sql`id in (${ordersToReturn(merchantId)})`);
  return [...conditions, ...ofTotal(filter), ...ofDueDate(filter), ...ofMetadata(filter)];
}

/** Ids of all rows of the client that is asked for; null where none is. */
export type ClientRows = readonly number[] | null;

/** Looks them up for `filterConditions`. */
export async function clientsOfFilter(
  db: Kysely<Schema>,
  { merchantId, clientId }: Pick<InvoiceFilter, "merchantId" | "clientId">,
): Promise<ClientRows> {
  return clientId === null ? null : await rowsOfClient(db, { merchantId, id: clientId });
}

/** The part that the index of the list by creation answers. */
export function createdWithin(filter: Pick<InvoiceFilter, "createdSince" | "createdBefore">): Condition[] {
  const { createdSince, createdBefore } = filter;
  return [
    ...(createdSince === null ? [] : [sql<boolean>`created_at >= ${createdSince}`]),
    ...(createdBefore === null ? [] : [sql<boolean>`created_at < ${createdBefore}`]),
  ];
}

/** Invoices whose present end their buyer came after; by the primary key of the requests. */
function ordersAskedForAgain(merchantId: number): RawBuilder<unknown> {
  return sql`select r.order_id from renewal_requests r
    join orders o on o.merchant_id = r.merchant_id and o.id = r.order_id and o.expires_at = r.expired_at
    where r.merchant_id = ${merchantId} and o.status in (${payableLiterals})`;
}

/** Invoices whose buyers wait for an answer to a return; by the index of open requests. */
function ordersToReturn(merchantId: number): RawBuilder<unknown> {
  return sql`select order_id from return_requests where merchant_id = ${merchantId} and state = 'requested'`;
}

function ofTotal({ total }: Pick<InvoiceFilter, "total">): Condition[] {
  if (total === null) return [];
  const { from, to, currency } = total;
  // One equality has an index with the list's order; a range may choose.
  if (from === to) return [sql`currency = ${currency} and total = ${from}`];
  return [
    sql`currency = ${currency}`,
    ...(from === null ? [] : [sql<boolean>`total >= ${from}`]),
    ...(to === null ? [] : [sql<boolean>`total <= ${to}`]),
  ];
}

/** The day that it is in Riyadh. */
const todaySql = sql`(now() at time zone 'UTC' + interval '3 hours')::date`;

function ofDueDate(filter: Pick<InvoiceFilter, "dueSince" | "dueBefore" | "isOverdue">): Condition[] {
  const { dueSince, dueBefore, isOverdue } = filter;
  return [
    ...(dueSince === null ? [] : [sql<boolean>`due_date >= ${dueSince}::date`]),
    ...(dueBefore === null ? [] : [sql<boolean>`due_date < ${dueBefore}::date`]),
    ...(isOverdue ? [sql<boolean>`due_date < ${todaySql}`] : []),
  ];
}

/** By the terms of the index `orders_by_metadata`. */
function ofMetadata({ merchantId, metadata }: Pick<InvoiceFilter, "merchantId" | "metadata">): Condition[] {
  if (metadata.length === 0) return [];
  const terms = metadata.map(({ name, value }) => `${merchantId} ${name} ${value}`);
  return [sql`metadata <> '{}' and metadata_terms(merchant_id, metadata) @> ${terms}::text[]`];
}

/** By equality with what one look-up gives, so that the index of links has the order, too. */
function ofLink(merchantId: number, typed: string): Condition {
  const identity = readLinkIdentity(typed);
  return sql`product_link_id = (select id from product_links
    where link_identity = ${identity} and merchant_id = ${merchantId})`;
}
