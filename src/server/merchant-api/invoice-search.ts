/**
 * Looking for invoices and clients by one text. Everything that the text can stand for is one look-up by an index, and
 * what they find is put together: an order number, the merchant's own number, a mobile, the beginning of a name.
 */
import { type RawBuilder, sql } from "kysely";
import { readOrderNumber } from "#core/crockford.ts";
import { cleanText } from "#core/text.ts";
import { entryOf } from "../parties/client-entry.ts";
import { mobileOf } from "./mobile-filter.ts";

/** Of the newest, so many are looked at for each one that a page has, before an index is asked for all that a name has. */
export const lookedAtForEach = 40;

/**
 * What a text can stand for, each as a condition on `orders`, without a name in front, that one index answers: what is found
 * is what meets any of them.
 */
export function waysToFind(merchantId: number, typed: string): readonly RawBuilder<boolean>[] {
  const { text, number, mobile } = read(typed);
  return [
    sql`external_order_number = ${text}`,
    ...(number === null ? [] : [sql<boolean>`order_number = ${number}`]),
    ...(mobile === null ? [] : [sql<boolean>`id in (${ordersOfMobile(merchantId, mobile)})`]),
    // As an array: however few or many the planner takes them to be, their orders are looked up by the index.
    ...(isName(text)
      ? [
          sql<boolean>`client_id = any(array(select c.id from clients c
            where c.merchant_id = ${merchantId} and ${beginsWith("c.name", text)}))`,
        ]
      : []),
  ];
}

/** Ids of a merchant's orders that a text finds; for a condition `id in (...)`. */
export function ordersFoundBy(merchantId: number, typed: string): RawBuilder<unknown> {
  const ways = waysToFind(merchantId, typed);
  return sql.join(
    ways.map((way) => sql`select id from orders where merchant_id = ${merchantId} and ${way}`),
    sql` union `,
  );
}

/**
 * Whether an order that was read is one of those, for a text that can be a name: then many may be, and which they are is judged
 * order by order. Null for a text that is none, which finds few.
 */
export function isFoundByName(typed: string): RawBuilder<boolean> | null {
  const { text, number } = read(typed);
  if (!isName(text)) return null;
  return sql<boolean>`(external_order_number = ${text} or order_number = ${number}
    or (select ${beginsWith("c.name", text)} from clients c where c.id = client_id))`;
}

function read(typed: string) {
  const text = cleanText(typed, 100);
  const mobile = /\p{L}/u.test(text) ? null : mobileOf(text);
  return { text, number: readOrderNumber(text), mobile };
}

/**
 * Ids of orders whose client has a mobile, or whose buyer has typed it.
 * @param mobile international form with a leading plus
 */
export function ordersOfMobile(merchantId: number, mobile: string): RawBuilder<unknown> {
  return sql`select k.id from clients c join orders k on k.merchant_id = c.merchant_id and k.client_id = c.id
      where c.merchant_id = ${merchantId} and c.mobile = ${mobile}
    union select a.order_id from payment_attempts a where a.merchant_id = ${merchantId} and a.client_mobile = ${mobile}`;
}

/**
 * Rows of the order of a number; none where the number is not of an own order.
 * @param column that refers to the order
 */
export function ofOrder(
  column: RawBuilder<unknown>,
  { merchantId, typed }: { readonly merchantId: number; readonly typed: string },
): RawBuilder<boolean> {
  return sql`${column} = (select id from orders
    where merchant_id = ${merchantId} and order_number = ${readOrderNumber(typed)})`;
}

/** Ids of a merchant's clients that a text finds by a name or the mobile in one of their rows. */
export function clientsFoundBy(merchantId: number, typed: string): RawBuilder<unknown> {
  const text = cleanText(typed, 100);
  const own = sql`select ${entryOf("c")} from clients c where c.merchant_id = ${merchantId}`;
  if (text.includes("@")) return sql`${own} and ${hasEmail(text)}`;
  if (isName(text))
    return sql`${own} and ${beginsWith("c.name", text)} union ${own} and ${beginsWith("c.legal_name", text)}`;
  const mobile = /\p{L}/u.test(text) ? null : mobileOf(text);
  return mobile === null ? sql`${own} and false` : sql`${own} and c.mobile = ${mobile}`;
}

/**
 * Ids of those among an order of entries that a text finds by a name, judged entry by entry: of a common name not all that have it are read.
 * @param newest entries of the merchant, with their `id`, `name` and `legal_name`
 * @returns null for a text that is no name, which finds few
 */
export function clientsAmong(
  newest: RawBuilder<unknown>,
  { merchantId, typed }: { readonly merchantId: number; readonly typed: string },
): RawBuilder<unknown> | null {
  const text = cleanText(typed, 100);
  if (!isName(text) || text.includes("@")) return null;
  const isNamed = (alias: string) =>
    sql`(${beginsWith(`${alias}.name`, text)} or ${beginsWith(`${alias}.legal_name`, text)})`;
  // An aggregate, so that the rows of the entry are read, and never all that have the name, which the planner may take for fewer.
  return sql`select newest.id from (${newest}) newest where ${isNamed("newest")}
    or (select bool_or(${isNamed("r")}) from clients r where r.merchant_id = ${merchantId} and r.merged_into = newest.id)`;
}

/** What the directory is asked for field by field: of all that are given. */
export type ClientFields = {
  readonly name?: string | undefined;
  /** International form with a leading plus. */
  readonly mobile?: string | undefined;
  readonly email?: string | undefined;
};

/** Ids of a merchant's clients with a row that has all fields; null where none is asked for. A name of fewer than two letters has none. */
export function clientsWith(
  merchantId: number,
  { name, mobile, email }: ClientFields,
): RawBuilder<unknown> | null {
  const text = cleanText(name ?? "", 100);
  const isNamed = sql<boolean>`(${beginsWith("c.name", text)} or ${beginsWith("c.legal_name", text)})`;
  const conditions = [
    ...(name === undefined ? [] : [isName(text) ? isNamed : sql<boolean>`false`]),
    ...(mobile === undefined ? [] : [sql<boolean>`c.mobile = ${mobile}`]),
    ...(email === undefined ? [] : [hasEmail(cleanText(email, 254))]),
  ];
  if (conditions.length === 0) return null;
  return sql`select ${entryOf("c")} from clients c
    where c.merchant_id = ${merchantId} and ${sql.join(conditions, sql` and `)}`;
}

function hasEmail(text: string): RawBuilder<boolean> {
  return sql`lower(c.email) = ${text.toLowerCase()}`;
}

/** By the operators of the indexes of names, which compare code points: no sign of a pattern has a meaning. */
export function beginsWith(column: `${string}.${"name" | "legal_name"}`, text: string): RawBuilder<boolean> {
  const first = text.toLowerCase();
  const name = sql.ref(column);
  return sql`lower(${name}) ~>=~ ${first} and lower(${name}) ~<~ ${`${first}\u{10ffff}`}`;
}

/** One letter would find a large part of all names. */
function isName(text: string): boolean {
  return (text.match(/\p{L}/gu)?.length ?? 0) >= 2;
}
