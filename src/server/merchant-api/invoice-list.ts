/**
 * Lists of a merchant's invoices, each in the order of an index: a late page costs what the first does. A cursor is a
 * place in that order and not a row, so it stays where it is when the row at its place changes.
 */
import { type Kysely, type RawBuilder, sql } from "kysely";
import { orderStatuses } from "#core/order-status.ts";
import type { Schema } from "#db/schema.ts";
import {
  type ClientRows,
  type Condition,
  clientsOfFilter,
  createdWithin,
  filterConditions,
  type InvoiceFilter,
} from "./invoice-conditions.ts";
import { isFoundByName, lookedAtForEach, waysToFind } from "./invoice-search.ts";
import { attemptsOfOrder, givenBackOfOrder, type InvoiceHeadRow, ownHeadColumns } from "./invoice-store.ts";
import { wrongFields } from "./validation.ts";

type Order = {
  readonly name: "created" | "paid" | "updated" | "due";
  readonly column: "created_at" | "paid_at" | "updated_at" | "due_date";
  readonly direction: "asc" | "desc";
};

const byCreation: Order = { name: "created", column: "created_at", direction: "desc" };
const byPayment: Order = { name: "paid", column: "paid_at", direction: "desc" };
/** Oldest first: what changes during the reading moves to the end, and is read again instead of being missed. */
const byChange: Order = { name: "updated", column: "updated_at", direction: "asc" };
/** Earliest first: what has waited longest. */
const byDueDate: Order = { name: "due", column: "due_date", direction: "asc" };

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
  const asked = { filter, order, clients: await clientsOfFilter(db, filter) };
  const newest = candidatesAmongNewest(asked);
  const near = newest === null ? [] : await selectPage(db, asked, newest).execute();
  const isFull = near.length > filter.limit;
  const found = isFull ? near : await selectPage(db, asked, candidatesOf(asked)).execute();
  const rows = found.slice(0, filter.limit);
  const last = found.length > filter.limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? `${order.name}.${last.place}.${last.id}` : null };
}

function orderOf({ paidSince, updatedSince, dueSince, dueBefore, isOverdue }: InvoiceFilter): Order {
  const asked = [
    ...(paidSince === null ? [] : [{ path: "paidSince", order: byPayment }]),
    ...(updatedSince === null ? [] : [{ path: "updatedSince", order: byChange }]),
    ...(dueSince === null && dueBefore === null && !isOverdue
      ? []
      : [{ path: "a due date", order: byDueDate }]),
  ];
  const [first, second] = asked;
  if (first && second) {
    const message = `not together with ${second.path}`;
    throw wrongFields([{ path: first.path, code: "not_together", message }]);
  }
  return first?.order ?? byCreation;
}

type Candidate = Pick<Schema["orders"], (typeof ownHeadColumns)[number]> & {
  readonly id: number;
  readonly merchant_id: number;
  readonly client_id: number | null;
  readonly product_link_id: number | null;
  /** The instant that orders the list, with its microseconds, which a Date would lose. */
  readonly place: string;
};

type Asked = { readonly filter: InvoiceFilter; readonly clients: ClientRows; readonly order: Order };

/** Of candidates, a page and one more, in the order of the list. */
function selectPage(db: Kysely<Schema>, { filter, order }: Asked, candidates: RawBuilder<unknown>) {
  return db
    .selectFrom(sql<Candidate>`(${candidates})`.as<"o">(sql`o`))
    .select(ownHeadColumns.map((name) => `o.${name}` as const))
    .select([
      "o.id",
      "o.place",
      sql<
        string | null
      >`(select coalesce(name, legal_name) from clients c where c.merchant_id = o.merchant_id and c.id = o.client_id)`.as(
        "client_name",
      ),
      sql<
        string | null
      >`(select mobile from clients c where c.merchant_id = o.merchant_id and c.id = o.client_id)`.as(
        "client_mobile",
      ),
      sql<
        string | null
      >`(select link_identity from product_links l where l.merchant_id = o.merchant_id and l.id = o.product_link_id)`.as(
        "link_identity",
      ),
      attemptsOfOrder.as("attempts"),
      givenBackOfOrder.as("given_back"),
    ])
    .orderBy(`o.${order.column}`, order.direction)
    .orderBy("o.id", order.direction)
    .limit(filter.limit + 1);
}

/**
 * Each status has its own run through its index, as each way of a search has, and the runs are merged: what is rare costs no walk
 * through all the others.
 */
function candidatesOf(asked: Asked): RawBuilder<unknown> {
  const { filter, clients, order } = asked;
  const conditions = [...filterConditions({ ...filter, search: null }, clients), ...behind(asked)];
  const runs = (way: readonly Condition[]) =>
    runsOf(asked, { conditions: [...conditions, ...way], most: filter.limit + 1 });
  if (filter.search === null) return runs([]);
  const ways = waysToFind(filter.merchantId, filter.search).map((way) => runs([way]));
  // Two ways may find one order.
  return sql`select distinct on (${sql.ref(order.column)}, id) * from (${sql.join(ways, sql` union all `)}) ways`;
}

/**
 * The newest orders that a search by a name finds among so many of the newest: of a name that is common, the index gives every order
 * before the newest of them are known (docs/decisions/0255). Null where the text is no name, or the list has another order.
 */
function candidatesAmongNewest(asked: Asked): RawBuilder<unknown> | null {
  const { filter, clients, order } = asked;
  const isFound = filter.search === null || order !== byCreation ? null : isFoundByName(filter.search);
  if (isFound === null) return null;
  const most = Math.ceil((lookedAtForEach * (filter.limit + 1)) / Math.max(filter.statuses.length, 1));
  // No condition but those that the order's index answers: no more orders are read than these, however few meet the others.
  const range = [
    sql<boolean>`merchant_id = ${filter.merchantId}`,
    ...createdWithin(filter),
    ...behind(asked),
  ];
  const conditions = [...filterConditions({ ...filter, search: null }, clients), isFound];
  return sql`select * from (select * from (${runsOf(asked, { conditions: range, most })}) each_status
    order by ${inOrder(order)} limit ${most}) newest where ${sql.join(conditions, sql` and `)}`;
}

type RunsOptions = { readonly conditions: readonly Condition[]; readonly most: number };

/** The first orders of each status that meet all conditions. */
function runsOf({ filter, order }: Asked, { conditions, most }: RunsOptions): RawBuilder<unknown> {
  // The index of due dates has them by status alone.
  const statuses = filter.statuses.length === 0 && order === byDueDate ? orderStatuses : filter.statuses;
  const runs =
    statuses.length === 0
      ? [runOf(conditions, order, most)]
      : statuses.map((status) => runOf([...conditions, sql`status = ${status}`], order, most));
  return sql.join(runs, sql` union all `);
}

function runOf(conditions: readonly Condition[], order: Order, most: number): RawBuilder<unknown> {
  const column = sql.ref(order.column);
  const columns = [...ownHeadColumns, "id", "merchant_id", "client_id", "product_link_id"].map((name) =>
    sql.ref(name),
  );
  const instant = order === byDueDate ? sql`${column}::timestamp` : sql`${column} at time zone 'UTC'`;
  return sql`(select ${sql.join(columns)},
      to_char(${instant}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
    from orders where ${sql.join(conditions, sql` and `)}
    order by ${inOrder(order)} limit ${most})`;
}

function inOrder({ column, direction }: Order): RawBuilder<unknown> {
  const how = sql.raw(direction);
  return sql`${sql.ref(column)} ${how}, id ${how}`;
}

function behind({ filter: { cursor }, order }: Asked): Condition[] {
  return cursor === null ? [] : [afterCursor(cursor, order)];
}

function afterCursor(cursor: string, { name, column, direction }: Order): Condition {
  const match = /^([a-z]+)\.(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)\.([1-9]\d{0,14})$/.exec(cursor);
  if (match?.[1] !== name || Number.isNaN(Date.parse(match[2] ?? "")))
    throw wrongFields([{ path: "cursor", code: "invalid_cursor", message: "not a cursor of this list" }]);
  const instant = column === "due_date" ? sql`${match[2]}::timestamp::date` : sql`${match[2]}::timestamptz`;
  const place = sql`(${instant}, ${match[3]}::bigint)`;
  return sql`(${sql.ref(column)}, id) ${sql.raw(direction === "asc" ? ">" : "<")} ${place}`;
}
