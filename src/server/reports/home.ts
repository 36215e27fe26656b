/** The figures that a shop looks at first. Money in comes from the sales report, so that both always say the same. */
import type { Kysely } from "kysely";
import type { Home } from "#contract/home.ts";
import { formatDecimal, type Minor, minor } from "#core/money.ts";
import { accountByHand } from "#core/payment-by-hand.ts";
import type { Schema } from "#db/schema.ts";
import { accountOfAttempt } from "../reconciliation/accounts.ts";
import { dayAfter, today as dayOf } from "../reconciliation/riyadh-day.ts";
import type { Services } from "../services.ts";
import { readAttention } from "./home-attention.ts";
import { readFailedPayments } from "./home-failures.ts";
import { healthOf } from "./home-health.ts";
import { readUnpaid } from "./home-unpaid.ts";
import type { Days } from "./report-period.ts";
import { readSales } from "./sales.ts";
import { type SalesRow, sumOfRows } from "./sales-rows.ts";

type Reading = Pick<Services, "db" | "providers">;

/**
 * Reads them for one merchant.
 * @param of `livemode`: whether its money is real; `now`: milliseconds since the epoch
 */
export async function readHome(
  services: Reading,
  of: { readonly merchantId: number; readonly livemode: boolean; readonly now: number },
): Promise<Home> {
  const { merchantId, now } = of;
  const db = services.db.kysely;
  const today = dayOf(now);
  const week = { from: startOfWeek(today), to: today };
  const month = { from: `${today.slice(0, 8)}01`, to: today };
  const days = { from: week.from < month.from ? week.from : month.from, to: today };
  // None of the three needs another one, and a telephone waits for the sum of them.
  const [{ rows }, failures, unpaid] = await Promise.all([
    readSales(db, { merchantId, days, by: "day" }),
    readFailedPayments(db, of),
    readUnpaid(db, of),
  ]);
  const methods = await methodsOf(services, { merchantId, month, rows });
  return {
    at: new Date(now).toISOString(),
    today,
    money: {
      today: moneyOf(rows, { from: today, to: today }),
      week: moneyOf(rows, week),
      month: moneyOf(rows, month),
    },
    methods,
    // What was paid without a provider says nothing of one.
    health: healthOf(
      methods.filter(({ account }) => account !== accountByHand),
      failures.tries,
    ),
    unpaid,
    failedPayments: failures.payments,
    attention: await readAttention(db, { ...of, refused: failures.refused }),
  };
}

/** The Sunday that a day's week began with, as weeks do in Saudi Arabia. */
function startOfWeek(day: string): string {
  return dayAfter(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
}

const isWithin = ({ from, to }: Days, { period }: SalesRow): boolean =>
  period !== null && period >= from && period <= to;

function moneyOf(rows: readonly SalesRow[], days: Days): Home["money"]["today"] {
  const within = rows.filter((row) => isWithin(days, row));
  return { ...days, totals: [...Map.groupBy(within, ({ currency }) => currency).values()].map(sumOfRows) };
}

async function methodsOf(
  services: Reading,
  { merchantId, month, rows }: { merchantId: number; month: Days; rows: readonly SalesRow[] },
): Promise<Home["methods"]> {
  const sums = await statedSums(services.db.kysely, merchantId, month);
  const groups = Map.groupBy(
    rows.filter((row) => isWithin(month, row)),
    ({ method, account, currency }) => [method, account, currency].join(" "),
  );
  const found = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (!first) continue;
    const { method, account: provider, currency } = first;
    const account = await accountOfAttempt(services, { method, provider }, merchantId);
    const own = account?.merchantId === merchantId ? `${account.name} ${currency}` : null;
    found.push({ method, account: provider, group, own });
  }
  // The books of an account do not say by which of its methods something was paid.
  const users = Map.groupBy(found, ({ own }) => own);
  return found.map(({ own, group, ...named }) => ({
    ...named,
    ...sumOfRows(group),
    stated: own !== null && users.get(own)?.length === 1 ? (sums.get(own) ?? null) : null,
  }));
}

/** What the books of the merchant's own accounts say, by account and currency. */
async function statedSums(
  db: Kysely<Schema>,
  merchantId: number,
  { from, to }: Days,
): Promise<Map<string, NonNullable<Home["methods"][number]["stated"]>>> {
  const sums = await db
    .selectFrom("reconciliation_sums")
    .select(({ fn }) => [
      "account",
      "currency",
      fn.sum<Minor>("their_taken").as("taken"),
      fn.sum<Minor | null>("their_given_back").as("given_back"),
      fn.max("day").as("through"),
    ])
    .where("merchant_id", "=", merchantId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .groupBy(["account", "currency"])
    .execute();
  return new Map(
    sums.map(({ account, currency, taken, given_back, through }) => [
      `${account} ${currency}`,
      {
        taken: formatDecimal(minor(Number(taken)), currency),
        givenBack: given_back === null ? null : formatDecimal(minor(Number(given_back)), currency),
        through,
      },
    ]),
  );
}
