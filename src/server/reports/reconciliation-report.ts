/** What a merchant is shown of the daily comparison with the providers' books (docs/decisions/0024). */
import type { Kysely } from "kysely";
import type { ReconciliationReport } from "#contract/reports.ts";
import { formatDecimal } from "#core/money.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { compareDays } from "./compared-days.ts";
import type { Days } from "./report-period.ts";
import { readSales } from "./sales.ts";

const mostDifferences = 1_000;

/** Reads the days, the sums of the merchant's own accounts, both sides of each day, and the differences of all of its payments. */
export async function readReconciliation(
  services: Services,
  merchantId: number,
  days: Days,
): Promise<ReconciliationReport> {
  const db = services.db.kysely;
  const compared = await db
    .selectFrom("reconciliation_days")
    .select(["day", "compared_at", "unanswered"])
    .where("day", ">=", days.from)
    .where("day", "<=", days.to)
    .orderBy("day")
    .execute();
  const found = {
    days: compared.map(({ day, compared_at, unanswered }) => ({
      day,
      comparedAt: compared_at?.toISOString() ?? null,
      isComplete: compared_at !== null && unanswered === 0,
    })),
    differences: await differencesOf(db, merchantId, days),
  };
  const { rows: sales } = await readSales(db, { merchantId, days, by: "day" });
  return {
    ...days,
    ...found,
    sums: await sumsOf(db, merchantId, days),
    rows: [...(await compareDays(services, merchantId, { ...found, sales }))],
  };
}

async function sumsOf(
  db: Kysely<Schema>,
  merchantId: number,
  days: Days,
): Promise<ReconciliationReport["sums"]> {
  const rows = await db
    .selectFrom("reconciliation_sums")
    .select(["day", "account", "currency", "orders"])
    .select(["our_taken", "their_taken", "our_given_back", "their_given_back"])
    .where("merchant_id", "=", merchantId)
    .where("day", ">=", days.from)
    .where("day", "<=", days.to)
    .orderBy("day")
    .orderBy("account")
    .execute();
  return rows.map(({ day, account, currency, orders, ...row }) => ({
    day,
    account,
    currency,
    orders,
    taken: {
      ours: formatDecimal(row.our_taken, currency),
      theirs: formatDecimal(row.their_taken, currency),
    },
    givenBack: {
      ours: formatDecimal(row.our_given_back, currency),
      theirs: row.their_given_back === null ? null : formatDecimal(row.their_given_back, currency),
    },
  }));
}

async function differencesOf(
  db: Kysely<Schema>,
  merchantId: number,
  days: Days,
): Promise<ReconciliationReport["differences"]> {
  const rows = await db
    .selectFrom("reconciliation_differences as d")
    .leftJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "d.merchant_id").onRef("o.id", "=", "d.order_id"),
    )
    .select(["d.day", "d.found_at", "d.kind", "d.account", "d.reference", "d.currency", "d.ours", "d.theirs"])
    .select("o.order_number")
    .where("d.merchant_id", "=", merchantId)
    .where("d.day", ">=", days.from)
    .where("d.day", "<=", days.to)
    .orderBy("d.id", "desc")
    .limit(mostDifferences)
    .execute();
  return rows.map(({ day, kind, account, reference, currency, ...row }) => ({
    day,
    foundAt: row.found_at.toISOString(),
    kind,
    account,
    orderNumber: row.order_number,
    reference,
    currency,
    ours: formatDecimal(row.ours, currency),
    theirs: formatDecimal(row.theirs, currency),
  }));
}
