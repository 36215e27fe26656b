/** The close of a day of Riyadh. Its sums are those of the sales report, its differences those of the reconciliation. */
import { sql } from "kysely";
import type { DailyClose } from "#contract/daily-close.ts";
import { accountOfAttempt } from "../reconciliation/accounts.ts";
import { today } from "../reconciliation/riyadh-day.ts";
import type { Services } from "../services.ts";
import { readExpectedFees, readTerms } from "./account-terms.ts";
import { stateOfAll } from "./compared-days.ts";
import { addFees, type Fees, feesKey, noFees, writeFees } from "./fee-sums.ts";
import { isPayment } from "./payment-sums.ts";
import { readReconciliation } from "./reconciliation-report.ts";
import { type Days, spanOf } from "./report-period.ts";
import { readSales } from "./sales.ts";

/** Reads it for one merchant, by the clock of the services. */
export async function readDailyClose(
  services: Services,
  merchantId: number,
  day: string,
): Promise<DailyClose> {
  const db = services.db.kysely;
  const now = services.clock.now();
  const days = { from: day, to: day };
  const terms = await readTerms(db, merchantId);
  const fees = await readExpectedFees(db, { merchantId, days, by: "method" });
  const { rows, totals } = await readSales(db, { merchantId, days, by: "method" });
  const reconciled = await readReconciliation(services, merchantId, days);
  const feesOf = (row: (typeof rows)[number]): Fees | null =>
    terms.has(row.method) && row.currency === "SAR" ? (fees.get(feesKey(row)) ?? noFees) : null;
  const methods: DailyClose["methods"] = [];
  for (const row of rows) {
    const { period: _, ...sums } = row;
    const { method, account: provider } = row;
    const account = await accountOfAttempt(services, { method, provider }, merchantId);
    const state = reconciled.rows.find(
      ({ account: name, currency }) => name === (account?.name ?? provider) && currency === row.currency,
    )?.state;
    methods.push({ ...sums, expected: writeFees(feesOf(row)), state: state ?? "not_reported" });
  }
  const counts = await countInvoices(services, merchantId, days);
  return {
    day,
    at: new Date(now).toISOString(),
    isOver: day < today(now),
    methods,
    totals: totals.map((total) => {
      const all = rows.filter(({ currency }) => currency === total.currency).map(feesOf);
      const known = all.filter((one) => one !== null);
      const sum = known.length === all.length ? known.reduce(addFees, noFees) : null;
      return { ...total, expected: writeFees(sum) };
    }),
    ...counts,
    state: stateOfAll(reconciled.rows.map(({ state }) => state)),
    differences: reconciled.differences,
  };
}

type Counts = Pick<DailyClose, "invoices" | "refunds">;

async function countInvoices({ db }: Pick<Services, "db">, merchantId: number, days: Days): Promise<Counts> {
  const { since, before } = spanOf(days);
  const { rows } = await sql<{ issued: number; refunds: number; paid: Counts["invoices"]["paid"] }>`select
      (select count(*)::int from orders where merchant_id = ${merchantId} and created_at >= ${since}
        and created_at < ${before} and source = 'api') as issued,
      (select count(*)::int from refunds where merchant_id = ${merchantId} and state = 'refunded' and not is_surplus
        and updated_at >= ${since} and updated_at < ${before}) as refunds,
      coalesce((select json_agg(json_build_object('currency', currency, 'count', count) order by currency) from (
        select a.currency, count(distinct a.order_id)::int as count from payment_attempts a
        where a.merchant_id = ${merchantId} and a.settled_at >= ${since} and a.settled_at < ${before}
          and ${isPayment} group by 1) paid), '[]') as paid`.execute(db.kysely);
  const [found] = rows;
  return { refunds: found?.refunds ?? 0, invoices: { issued: found?.issued ?? 0, paid: found?.paid ?? [] } };
}
