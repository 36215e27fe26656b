/** Rows of invoices that repeat. Every statement is filtered by the merchant. */
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { Recurring } from "#contract/recurring.ts";
import { isInCalendar } from "#core/calendar.ts";
import { formatDecimal } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import type { Recurrence } from "#core/recurrence.ts";
import type { Schema } from "#db/schema.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** Days as texts, and how many were issued. */
export type RecurringRow = Selectable<Schema["recurring_invoices"]> & { readonly issued: number };

type Key = { readonly merchantId: number; readonly id: number };

const columns = sql`r.merchant_id, r.id, r.name, r.body, r.every, r.interval_count, r.starts_on::text as starts_on, r.hour,
  r.ends_on::text as ends_on, r.most, r.due_days, r.state, r.next_index, r.next_day::text as next_day, r.retry_at, r.tries,
  r.problem, r.currency, r.total, r.client_name, r.client_mobile, r.client_email, r.created_at, r.updated_at,
  (select count(*)::int from recurring_issues i where i.merchant_id = r.merchant_id and i.recurring_id = r.id
    and i.state = 'issued') as issued`;

/**
 * Reads one.
 * @param lock until the end of the transaction: a day is issued, or skipped, by one at a time
 * @throws Problem `not_found`
 */
export async function findRecurring(db: Db, { merchantId, id }: Key, lock?: "locked"): Promise<RecurringRow> {
  const held = lock === "locked" ? sql`for no key update of r` : sql``;
  const { rows } = await sql<RecurringRow>`select ${columns} from recurring_invoices r
    where r.merchant_id = ${merchantId} and r.id = ${id} ${held}`.execute(db);
  if (!rows[0]) throw new Problem("not_found");
  return rows[0];
}

/** A page of a merchant's, newest first, and one more. */
export async function listRecurring(
  db: Db,
  of: {
    readonly merchantId: number;
    readonly state: RecurringRow["state"] | undefined;
    readonly before: number;
    readonly limit: number;
  },
): Promise<readonly RecurringRow[]> {
  const { rows } = await sql<RecurringRow>`select ${columns} from recurring_invoices r
    where r.merchant_id = ${of.merchantId} and r.id < ${of.before} and (${of.state ?? null}::text is null or r.state = ${of.state ?? null})
    order by r.id desc limit ${of.limit + 1}`.execute(db);
  return rows;
}

/** On which days it repeats. */
export function recurrenceOf(row: Pick<RecurringRow, "every" | "interval_count" | "starts_on">): Recurrence {
  return { every: row.every, interval: row.interval_count, startsOn: row.starts_on };
}

/** Whether the day that is next is still one on which something is issued. */
export function hasNext({ ends_on, next_day, most, issued }: RecurringRow): boolean {
  const isLast = ends_on !== null && next_day > ends_on;
  return !isLast && isInCalendar(next_day) && (most === null || issued < most);
}

/** The entry of a list. */
export function toSummary(row: RecurringRow): Omit<Recurring, "invoice" | "days"> {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    every: row.every,
    interval: row.interval_count,
    startsOn: row.starts_on,
    hour: row.hour,
    endsOn: row.ends_on,
    times: row.most,
    dueDays: row.due_days,
    nextDay: row.state === "active" ? row.next_day : null,
    issued: row.issued,
    currency: row.currency,
    total: formatDecimal(row.total, row.currency),
    clientName: row.client_name,
    problem:
      row.problem === null ? null : { code: row.problem, retryAt: row.retry_at?.toISOString() ?? null },
    createdAt: row.created_at.toISOString(),
  };
}

const shownDays = 24;

/** The whole model. */
export async function loadRecurring(db: Db, key: Key): Promise<Recurring> {
  const row = await findRecurring(db, key);
  const { rows } = await sql<Recurring["days"][number]>`
    select i.day::text as day, i.state, o.order_number as "orderNumber" from recurring_issues i
    left join orders o on o.merchant_id = i.merchant_id and o.id = i.order_id
    where i.merchant_id = ${key.merchantId} and i.recurring_id = ${key.id}
    order by i.day desc limit ${shownDays}`.execute(db);
  return { ...toSummary(row), invoice: row.body, days: rows };
}
