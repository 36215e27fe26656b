/** A client's account: entries in the order of time, each with what the client owes after it in its currency. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ClientStatement, StatementEntry } from "#contract/client-statement.ts";
import type { StatementKind } from "#core/client-statement.ts";
import { formatDecimal, type Minor, minor } from "#core/money.ts";
import type { Schema } from "#db/schema.ts";
import { loadClient } from "../merchant-api/client-store.ts";
import { placeOf, readTimePage, toTimePage } from "../merchant-api/time-paging.ts";
import { wrongFields } from "../merchant-api/validation.ts";
import { type ClientKey, isOneOf, rowsOfClient } from "../parties/client-entry.ts";
import { dayAfter, startOfDay, today } from "../reconciliation/riyadh-day.ts";
import { isPayment, takenAmount } from "./payment-sums.ts";

const listName = "statement";

export type StatementRow = {
  readonly at: Date;
  readonly entry_id: string;
  readonly kind: StatementKind;
  readonly order_number: string;
  readonly external_order_number: string | null;
  readonly reference: string | null;
  readonly currency: string;
  readonly debit: Minor;
  readonly credit: Minor;
  /** After the entry, in its currency; below zero where the client has something to come. */
  readonly balance: number;
  /** The instant with its microseconds. */
  readonly place: string;
};

/**
 * The entries of clients' rows as the source of a statement, with the columns of `StatementRow`. Sums are of whole minor
 * units, by currency.
 */
export function statementEntries(merchantId: number, clients: readonly number[]): RawBuilder<unknown> {
  // A checkout of a product link that was left unpaid is no claim. A claim ends when the invoice expires, also where it is
  // cancelled or paid in a later month: a month that is over still closes as it did.
  const isClaim = sql`(o.source = 'api' or o.paid_at is not null)`;
  // What was owed of it when it expired, and the first payment since.
  const expired = sql`own o join lateral (
    select o.total - coalesce(sum(${takenAmount}) filter (where a.settled_at <= o.expired_at), 0)::bigint as owed,
      min(a.settled_at) filter (where a.settled_at > o.expired_at) as paid_at
    from payment_attempts a where a.merchant_id = o.merchant_id and a.order_id = o.id and ${isPayment}
  ) late on ${isClaim} and o.expired_at is not null`;
  const ofOrder = sql`o.order_number, o.external_order_number`;
  return sql`(
    with own as (
      select * from orders where merchant_id = ${merchantId} and ${isOneOf(sql`client_id`, clients)}
    ), entries as (
      select o.created_at as at, 'inv_' || o.order_number as entry_id, 'invoice' as kind, ${ofOrder},
        null::text as reference, o.currency, o.total as debit, 0::bigint as credit
      from own o where ${isClaim}
      union all
      select o.cancelled_at, 'end_' || o.order_number, 'cancelled', ${ofOrder}, null, o.currency, 0, o.total
      from own o where ${isClaim} and o.cancelled_at is not null and o.expired_at is null
      union all
      select o.expired_at, 'end_' || o.order_number, 'expired', ${ofOrder}, null, o.currency, 0, late.owed
      from ${expired} where o.paid_at is null or late.paid_at is not null
      union all
      select late.paid_at, 'due_' || o.order_number, 'paid_late', ${ofOrder}, null, o.currency, late.owed, 0
      from ${expired} where o.paid_at is not null and late.paid_at is not null
      union all
      select a.settled_at, 'pay_' || a.id, 'payment', ${ofOrder}, told_attempt_id(a), a.currency, 0, ${takenAmount}
      from own o join payment_attempts a on a.merchant_id = o.merchant_id and a.order_id = o.id where ${isPayment}
      union all
      select s.at, 'pay_' || a.id, 'surplus', ${ofOrder}, told_attempt_id(a), a.currency, 0, ${takenAmount}
      from own o join payment_attempts a on a.merchant_id = o.merchant_id and a.order_id = o.id
        cross join lateral (
          select min(e.at) as at from attempt_events e
          where e.merchant_id = a.merchant_id and e.attempt_id = a.id and e.to_state = 'surplus'
        ) s
      where s.at is not null
      union all
      select r.updated_at, 'ref_' || r.id, 'refund', ${ofOrder}, r.id, r.currency, r.amount,
        case when r.is_surplus or o.cancelled_at is not null then 0 else r.amount end
      from own o join refunds r on r.merchant_id = o.merchant_id and r.order_id = o.id where r.state = 'refunded'
    )
    select *, ${placeOf(sql.ref("at"))} as place,
      (sum(debit - credit) over (partition by currency order by at, entry_id rows unbounded preceding))::bigint as balance
    from entries)`;
}

/**
 * One page of a client's statement.
 * @param now milliseconds since the epoch
 * @throws Problem `not_found`, `validation_failed` for days the wrong way round and for a cursor that is none of it
 */
export async function readClientStatement(
  db: Kysely<Schema>,
  {
    by,
    query,
    now,
  }: {
    readonly by: ClientKey;
    readonly query: {
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly limit?: number | undefined;
      readonly cursor?: string | undefined;
    };
    readonly now: number;
  },
): Promise<ClientStatement> {
  const page = readTimePage(listName, query);
  const { from = null, to = today(now) } = query;
  if (from !== null && to < from)
    throw wrongFields([{ path: "to", code: "before_from", message: "must not come before from" }]);
  const client = await loadClient(db, by);
  const entries = statementEntries(by.merchantId, await rowsOfClient(db, by));
  const since = from === null ? null : new Date(startOfDay(from));
  const before = new Date(startOfDay(dayAfter(to, 1)));
  const isBehind =
    page.after === null ? sql`true` : sql`(at, entry_id) > (${page.after.at}::timestamptz, ${page.after.id})`;
  const { rows } = await sql<StatementRow>`
    select * from ${entries} e
    where (${since}::timestamptz is null or at >= ${since}) and at < ${before} and ${isBehind}
    order by at, entry_id limit ${page.limit + 1}`.execute(db);
  return {
    clientId: client.id,
    from,
    to,
    balances: await readBalances(db, entries, { since, before }),
    ...toTimePage(listName, page, { rows, idOf: (row) => row.entry_id, toItem: toEntry }),
  };
}

async function readBalances(
  db: Kysely<Schema>,
  entries: RawBuilder<unknown>,
  { since, before }: { readonly since: Date | null; readonly before: Date },
): Promise<ClientStatement["balances"]> {
  const isEarlier = sql`at < ${since}`;
  const { rows } = await sql<{ currency: string; opening: number; debit: number; credit: number }>`
    select currency,
      coalesce(sum(debit - credit) filter (where ${isEarlier}), 0)::bigint as opening,
      coalesce(sum(debit) filter (where (${isEarlier}) is not true), 0)::bigint as debit,
      coalesce(sum(credit) filter (where (${isEarlier}) is not true), 0)::bigint as credit
    from ${entries} e where at < ${before} group by currency order by currency`.execute(db);
  return rows.map(({ currency, opening, debit, credit }) => {
    const money = (value: number): string => formatDecimal(minor(value), currency);
    return {
      currency,
      opening: money(opening),
      debit: money(debit),
      credit: money(credit),
      closing: money(opening + debit - credit),
    };
  });
}

function toEntry(row: StatementRow): StatementEntry {
  const money = (value: number): string => formatDecimal(minor(value), row.currency);
  return {
    entryId: row.entry_id,
    at: row.at.toISOString(),
    kind: row.kind,
    orderNumber: row.order_number,
    externalOrderNumber: row.external_order_number,
    reference: row.reference,
    currency: row.currency,
    debit: money(row.debit),
    credit: money(row.credit),
    balance: money(row.balance),
  };
}
