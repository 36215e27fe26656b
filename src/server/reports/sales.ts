/** Sales of a period by method, account and currency: what payments brought, what was given back, what is left. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { SalesPeriod, SalesReport } from "#contract/reports.ts";
import { formatDecimal, minor } from "#core/money.ts";
import type { Schema } from "#db/schema.ts";
import { feeOfPayment, isPayment, takenAmount } from "./payment-sums.ts";
import { type Days, monthsOf, spanOf } from "./report-period.ts";

type Group = {
  readonly period: string | null;
  readonly method: string;
  readonly account: string;
  readonly currency: string;
};

/** Minor units. */
type Sums = { payments: number; gross: number; fees: number; refunds: number };

/** Adds up one merchant's payments by when they were paid, and its refunds by when they were done. */
export async function readSales(
  db: Kysely<Schema>,
  { merchantId, days, by }: { readonly merchantId: number; readonly days: Days; readonly by: SalesPeriod },
): Promise<SalesReport> {
  const rows = new Map<string, Group & Sums>();
  const totals = new Map<string, { readonly currency: string } & Sums>();
  const add = (group: Group, sums: Partial<Sums>): void => {
    const { period, method, account, currency } = group;
    const key = [period ?? "", currency, method, account].join(" ");
    addTo(rows, key, { ...group, ...nothing }, sums);
    addTo(totals, currency, { currency, ...nothing }, sums);
  };
  for (const month of monthsOf(days)) {
    const of = { merchantId, days: month, by };
    for (const { payments, gross, fees, ...group } of await paymentsOf(db, of))
      add(group, { payments, gross, fees });
    for (const { refunds, ...group } of await refundsOf(db, of)) add(group, { refunds });
  }
  const sorted = [...rows].sort(([left], [right]) => (left < right ? -1 : 1));
  return {
    ...days,
    rows: sorted.map(([, { period, method, account, ...sums }]) => ({
      period,
      method,
      account,
      ...figures(sums),
    })),
    totals: [...totals.values()].map(figures),
  };
}

const nothing: Readonly<Sums> = { payments: 0, gross: 0, fees: 0, refunds: 0 };

function addTo<Entry extends Sums>(
  map: Map<string, Entry>,
  key: string,
  first: Entry,
  sums: Partial<Sums>,
): void {
  const entry = map.get(key) ?? first;
  entry.payments += sums.payments ?? 0;
  entry.gross += sums.gross ?? 0;
  entry.fees += sums.fees ?? 0;
  entry.refunds += sums.refunds ?? 0;
  map.set(key, entry);
}

function figures({ currency, payments, gross, fees, refunds }: { readonly currency: string } & Sums) {
  const money = (value: number): string => formatDecimal(minor(value), currency);
  return {
    currency,
    payments,
    gross: money(gross),
    refunds: money(refunds),
    fees: money(fees),
    net: money(gross - refunds - fees),
  };
}

type Asked = { readonly merchantId: number; readonly days: Days; readonly by: SalesPeriod };

async function paymentsOf(
  db: Kysely<Schema>,
  { merchantId, days, by }: Asked,
): Promise<readonly (Group & Pick<Sums, "payments" | "gross" | "fees">)[]> {
  const { since, before } = spanOf(days);
  const { rows } = await sql<Group & Sums>`
    select ${periodOf(by, sql.ref("a.settled_at"))} as period, a.method, a.provider as account, a.currency,
      count(*) as payments, sum(${takenAmount})::bigint as gross, sum(${feeOfPayment})::bigint as fees
    from payment_attempts a join orders o on o.merchant_id = a.merchant_id and o.id = a.order_id
    where a.merchant_id = ${merchantId} and a.settled_at >= ${since} and a.settled_at < ${before} and ${isPayment}
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

async function refundsOf(
  db: Kysely<Schema>,
  { merchantId, days, by }: Asked,
): Promise<readonly (Group & Pick<Sums, "refunds">)[]> {
  const { since, before } = spanOf(days);
  const { rows } = await sql<Group & Sums>`
    select ${periodOf(by, sql.ref("r.updated_at"))} as period, a.method, a.provider as account, r.currency,
      sum(r.amount)::bigint as refunds
    from refunds r join payment_attempts a on a.merchant_id = r.merchant_id and a.id = r.attempt_id
    where r.merchant_id = ${merchantId} and r.state = 'refunded' and not r.is_surplus
      and r.updated_at >= ${since} and r.updated_at < ${before}
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/** The day or the month of an instant in Riyadh. */
function periodOf(
  by: SalesPeriod,
  at: RawBuilder<unknown> | ReturnType<typeof sql.ref>,
): RawBuilder<string | null> {
  if (by === "method") return sql`null::text`;
  return sql`to_char(${at} at time zone 'Asia/Riyadh', ${sql.lit(by === "day" ? "YYYY-MM-DD" : "YYYY-MM")})`;
}
