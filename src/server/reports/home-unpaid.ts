/** What is unpaid and overdue, by age. */
import { type Kysely, sql } from "kysely";
import { type Home, overdueAges } from "#contract/home.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import type { Schema } from "#db/schema.ts";
import { payableLiterals } from "../orders/payable-literals.ts";
import { dayAfter, today } from "../reconciliation/riyadh-day.ts";

type Sum = {
  readonly currency: string;
  readonly age: number | null;
  readonly count: number;
  readonly due: Minor;
};

/**
 * Adds up what is due of a merchant's invoices that can still be paid. By the index `orders_unpaid`, which has every
 * column of it.
 * @param now milliseconds since the epoch
 */
export async function readUnpaid(
  db: Kysely<Schema>,
  { merchantId, now }: { readonly merchantId: number; readonly now: number },
): Promise<Home["unpaid"]> {
  const day = today(now);
  const [young, middle, old] = overdueAges;
  const { rows } = await sql<Sum>`
    select currency, case when due_date is null or due_date >= ${day}::date then null
        when due_date >= ${dayAfter(day, -young.toDays)}::date then 0
        when due_date >= ${dayAfter(day, -middle.toDays)}::date then 1
        when due_date >= ${dayAfter(day, -old.toDays)}::date then 2 else 3 end as age,
      count(*)::int as count, sum(total - captured_total)::bigint as due
    from orders
    where merchant_id = ${merchantId} and status in (${payableLiterals})
      and source = 'api' and (expires_at is null or expires_at > ${new Date(now)})
    group by 1, 2 order by 1`.execute(db);
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, sums]) => {
    const late = sums.filter(({ age }) => age !== null);
    return {
      currency,
      ...total(currency, sums),
      overdue: {
        ...total(currency, late),
        ages: overdueAges.map((days, index) => ({
          ...days,
          ...total(
            currency,
            late.filter(({ age }) => age === index),
          ),
        })),
      },
    };
  });
}

function total(currency: string, sums: readonly Sum[]): { count: number; amount: string } {
  const due = sums.reduce((all, one) => all + one.due, 0) as Minor;
  return { count: sums.reduce((all, { count }) => all + count, 0), amount: formatDecimal(due, currency) };
}
