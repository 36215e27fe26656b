/**
 * Looks for what a text can stand for. Each way is one look-up by an index with a bound of its own, so that a text that fits
 * much costs no more than one that fits little.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type SearchHit, type SearchMatch, searchMatches } from "#contract/search.ts";
import type { AttemptState } from "#core/attempt-status.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import type { OrderStatus } from "#core/order-status.ts";
import type { Schema } from "#db/schema.ts";
import { wordsOf } from "#db/search-words.ts";
import { beginsWith } from "../merchant-api/invoice-search.ts";
import { isOneOf, rowsOfClient } from "../parties/client-entry.ts";
import { type SearchQuery, searchedCurrency } from "./read-query.ts";

export type SearchAsked = {
  readonly merchantId: number;
  readonly query: SearchQuery;
  readonly limit: number;
  readonly types: readonly SearchHit["type"][] | null;
  /** Whether clients are shown; invoices are found by their clients all the same. */
  readonly showsClients: boolean;
  /** Older payments are not shown; null: all are. */
  readonly paymentsSince: Date | null;
};

type Asked = Omit<SearchAsked, "showsClients" | "types">;

/** Rows that are looked at of what fits a text by words or by few digits, before the newest are chosen. */
const mostCandidates = 500;
/** Clients whose latest invoices are shown with them, and how many of each. */
const clientsWithInvoices = 5;
const invoicesOfClient = 3;

/** The hits of a merchant, the closest first; of equals the newest. */
export async function find(db: Kysely<Schema>, asked: SearchAsked): Promise<SearchHit[]> {
  const isWanted = (type: SearchHit["type"]): boolean => asked.types?.includes(type) ?? true;
  const clients = isWanted("client") || isWanted("invoice") ? await findClients(db, asked) : [];
  const hits = [
    ...(asked.showsClients && isWanted("client") ? clients : []),
    ...(isWanted("invoice") ? await findInvoices(db, asked, clients) : []),
    ...(isWanted("payment") ? await findPayments(db, asked) : []),
    ...(isWanted("product_link") ? await findLinks(db, asked) : []),
  ];
  const place = ({ match }: SearchHit): number => searchMatches.indexOf(match);
  return hits.toSorted((left, right) => place(left) - place(right)).slice(0, asked.limit);
}

type Way = { readonly match: SearchMatch; readonly rows: RawBuilder<unknown> };

/** What several ways find: the first ids with the closest way of each. */
function idsOf(ways: readonly Way[], limit: number): RawBuilder<unknown> {
  const runs = ways.map(
    ({ match, rows }) =>
      sql`(select id, at, ${sql.lit(searchMatches.indexOf(match))} as place from (${rows}) found)`,
  );
  return sql`(select id, min(place) as place, max(at) as at from (${sql.join(runs, sql` union all `)}) ways
    group by id order by 2, 3 desc, 1 desc limit ${limit})`;
}

/** Which way that was. */
function matchAt(place: number): SearchMatch {
  const match = searchMatches[place];
  if (match === undefined) throw new Error(`there is no way ${place}`);
  return match;
}

type ClientHit = Extract<SearchHit, { type: "client" }>;

async function findClients(db: Kysely<Schema>, { merchantId, query, limit }: Asked): Promise<ClientHit[]> {
  const own = sql`select coalesce(merged_into, id) as id, created_at as at from clients where merchant_id = ${merchantId}`;
  const ways: Way[] = [];
  if (query.email !== null)
    ways.push({ match: "email", rows: sql`${own} and lower(email) = ${query.email} limit ${limit}` });
  if (query.mobile !== null)
    ways.push({ match: "mobile", rows: sql`${own} and mobile = ${query.mobile} limit ${limit}` });
  for (const end of query.reversedEnds)
    ways.push({
      match: "mobile",
      rows: sql`${own} and reverse(mobile) ~>=~ ${end} and reverse(mobile) ~<~ ${`${end}:`} limit ${mostCandidates}`,
    });
  if (query.hasWords) ways.push({ match: "name", rows: clientsOfName(merchantId, query.text) });
  if (ways.length === 0) return [];
  const { rows } = await sql<Omit<ClientHit, "type" | "match"> & { readonly place: number }>`
    select e.id, w.place, c.name, c.legal_name as "legalName", c.mobile, c.email
    from ${idsOf(ways, limit)} w join clients e on e.merchant_id = ${merchantId} and e.id = w.id
      join clients c on c.merchant_id = e.merchant_id and c.id = coalesce(e.stated_by, e.id)
    where coalesce(e.name, e.legal_name, e.mobile) is not null
    order by w.place, w.at desc, w.id desc`.execute(db);
  return rows.map(({ place, ...row }) => ({ type: "client", match: matchAt(place), ...row }));
}

/**
 * Clients with words that begin as those of a text. The index of words gathers all that a beginning has before it gives one, so that
 * names that begin as the text does are asked first, in an index that stops (docs/decisions/0255).
 */
function clientsOfName(merchantId: number, text: string): RawBuilder<unknown> {
  const columns = sql`select coalesce(merged_into, id) as id, created_at as at from clients c where merchant_id = ${merchantId}`;
  return sql`with begun as materialized (${columns} and ${beginsWith("c.name", text)} limit ${mostCandidates}),
      counted as (select count(*) = ${mostCandidates} as is_full from begun)
    select * from begun where (select is_full from counted)
    union all
    (${columns} and not (select is_full from counted) and coalesce(name, legal_name) is not null
      and array_to_tsvector(search_words(merchant_id, coalesce(name, '') || ' ' || coalesce(legal_name, '')))
        @@ ${wordsOf(merchantId, text)} limit ${mostCandidates})`;
}

type InvoiceRow = {
  readonly place: number;
  readonly orderNumber: string;
  readonly externalOrderNumber: string | null;
  readonly status: OrderStatus;
  readonly total: Minor;
  readonly refundedTotal: Minor;
  readonly currency: string;
  readonly dueDate: string | null;
  readonly expiresAt: Date | null;
  readonly clientName: string | null;
  readonly clientMobile: string | null;
  readonly payer: { readonly name: string | null; readonly mobile: string | null } | null;
  readonly at: Date;
};

/** Of the order `o`: who paid it, else who tried to last. */
const payer = sql`(select json_build_object('name', a.client_name, 'mobile', a.client_mobile) from payment_attempts a
  where a.merchant_id = o.merchant_id and a.order_id = o.id and coalesce(a.client_name, a.client_mobile) is not null
  order by a.settled_at is null, a.created_at desc limit 1)`;

async function findInvoices(
  db: Kysely<Schema>,
  { merchantId, query, limit }: Asked,
  clients: readonly ClientHit[],
): Promise<SearchHit[]> {
  const own = sql`select id, created_at as at from orders where merchant_id = ${merchantId}`;
  const newest = sql`order by created_at desc, id desc limit ${limit}`;
  const ways: Way[] = [
    { match: "external_number", rows: sql`${own} and external_order_number = ${query.text} ${newest}` },
  ];
  if (query.orderNumber !== null)
    ways.push({
      match: query.text.includes("/") ? "link" : "order_number",
      rows: sql`${own} and order_number = ${query.orderNumber}`,
    });
  if (query.mobile !== null)
    ways.push({
      match: "mobile",
      rows: sql`select a.order_id as id, a.created_at as at from payment_attempts a
        where a.client_mobile = ${query.mobile} and a.merchant_id = ${merchantId} limit ${mostCandidates}`,
    });
  if (query.amount !== null)
    ways.push({
      match: "amount",
      rows: sql`${own} and currency = ${searchedCurrency} and total = ${query.amount} ${newest}`,
    });
  for (const { id, match } of clients.slice(0, clientsWithInvoices))
    ways.push({
      match,
      rows: sql`${own} and ${isOneOf(sql`client_id`, await rowsOfClient(db, { merchantId, id }))}
        order by created_at desc, id desc limit ${invoicesOfClient}`,
    });
  const { rows } = await sql<InvoiceRow>`
    select w.place, o.order_number as "orderNumber", o.external_order_number as "externalOrderNumber", o.status, o.total,
      o.refunded_total as "refundedTotal", o.currency, o.due_date as "dueDate", o.expires_at as "expiresAt",
      coalesce(c.name, c.legal_name) as "clientName", c.mobile as "clientMobile", ${payer} as payer, o.created_at as at
    from ${idsOf(ways, limit)} w join orders o on o.merchant_id = ${merchantId} and o.id = w.id
      left join clients c on c.merchant_id = o.merchant_id and c.id = o.client_id
    order by w.place, w.at desc, w.id desc`.execute(db);
  return rows.map(({ at, place, total, refundedTotal, expiresAt, ...row }) => ({
    type: "invoice",
    match: matchAt(place),
    ...row,
    total: formatDecimal(total, row.currency),
    refundedTotal: formatDecimal(refundedTotal, row.currency),
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: at.toISOString(),
  }));
}

type PaymentRow = {
  readonly place: number;
  readonly id: string;
  readonly orderNumber: string;
  readonly method: string;
  readonly state: AttemptState;
  readonly amount: Minor;
  readonly currency: string;
  readonly lastFour: string | null;
  readonly at: Date;
};

async function findPayments(
  db: Kysely<Schema>,
  { merchantId, query, limit, paymentsSince }: Asked,
): Promise<SearchHit[]> {
  const own = sql`select id, created_at as at from payment_attempts
    where merchant_id = ${merchantId} and (${paymentsSince}::timestamptz is null or created_at >= ${paymentsSince})`;
  const ways: Way[] = [{ match: "payment_id", rows: sql`${own} and id = ${query.text}` }];
  if (query.lastFour !== null)
    ways.push({
      match: "card",
      rows: sql`${own} and paid_last_four = ${query.lastFour} order by created_at desc, id desc limit ${limit}`,
    });
  const { rows } = await sql<PaymentRow>`
    select w.place, a.id, o.order_number as "orderNumber", a.method, a.state, a.amount, a.currency,
      a.paid_last_four as "lastFour", a.created_at as at
    from ${idsOf(ways, limit)} w join payment_attempts a on a.merchant_id = ${merchantId} and a.id = w.id
      join orders o on o.merchant_id = a.merchant_id and o.id = a.order_id
    order by w.place, w.at desc, w.id desc`.execute(db);
  return rows.map(({ at, place, amount, ...row }) => ({
    type: "payment",
    match: matchAt(place),
    ...row,
    amount: formatDecimal(amount, row.currency),
    createdAt: at.toISOString(),
  }));
}

type LinkRow = {
  readonly place: number;
  readonly linkIdentity: string;
  readonly title: string;
  readonly price: Minor;
  readonly currency: string;
  readonly at: Date;
};

async function findLinks(db: Kysely<Schema>, { merchantId, query, limit }: Asked): Promise<SearchHit[]> {
  const ways: Way[] = [];
  if (query.linkIdentity !== null)
    ways.push({
      match: "link",
      rows: sql`select id, created_at as at from product_links
        where merchant_id = ${merchantId} and link_identity = ${query.linkIdentity}`,
    });
  if (query.hasWords)
    ways.push({
      match: "title",
      rows: sql`select l.id, l.created_at as at from (
          select id from products where merchant_id = ${merchantId}
            and array_to_tsvector(search_words(merchant_id, title)) @@ ${wordsOf(merchantId, query.text)}
          limit ${mostCandidates}
        ) p join product_links l on l.merchant_id = ${merchantId} and l.product_id = p.id`,
    });
  if (ways.length === 0) return [];
  const { rows } = await sql<LinkRow>`
    select w.place, l.link_identity as "linkIdentity", p.title, p.price, p.currency, l.created_at as at
    from ${idsOf(ways, limit)} w join product_links l on l.merchant_id = ${merchantId} and l.id = w.id
      join products p on p.merchant_id = l.merchant_id and p.id = l.product_id
    order by w.place, w.at desc, w.id desc`.execute(db);
  return rows.map(({ at, place, price, ...row }) => ({
    type: "product_link",
    match: matchAt(place),
    ...row,
    price: formatDecimal(price, row.currency),
    createdAt: at.toISOString(),
  }));
}
