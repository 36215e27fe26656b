/** The operator's view of reconciliation: the last days with their sums, the differences, and late money. */
import { formatDecimal, type Minor } from "#core/money.ts";
import type { Database } from "#db/open.ts";
import { table } from "./table.ts";

const daysShown = 14;
const differencesShown = 100;

/** Days, sums and differences as text, the newest first. */
export async function showReconciliation(db: Database): Promise<string> {
  const parts = [await days(db), await sums(db), await differences(db), await lateChecks(db)];
  return parts.join("\n\n");
}

async function days(db: Database): Promise<string> {
  const rows = await db.kysely
    .selectFrom("reconciliation_days")
    .selectAll()
    .orderBy("day", "desc")
    .limit(daysShown)
    .execute();
  if (rows.length === 0) return "No day was compared yet.";
  const lines = rows.map((row) => [
    row.day,
    row.compared_at?.toISOString() ?? "-",
    String(row.unanswered),
    row.next_try_at?.toISOString() ?? "-",
  ]);
  return table([["day", "compared", "not answered", "next try"], ...lines]);
}

async function sums(db: Database): Promise<string> {
  const rows = await db.kysely
    .selectFrom("reconciliation_sums as s")
    .leftJoin("merchants as m", "m.id", "s.merchant_id")
    .selectAll("s")
    .select("m.username")
    .orderBy("s.day", "desc")
    .orderBy("s.account")
    .limit(differencesShown)
    .execute();
  if (rows.length === 0) return "No sums.";
  const head = [
    "day",
    "account",
    "of",
    "orders",
    "taken",
    "by the provider",
    "given back",
    "by the provider",
    "",
  ];
  const lines = rows.map((row) => {
    const isEqual =
      row.our_taken === row.their_taken &&
      (row.their_given_back === null || row.our_given_back === row.their_given_back);
    const amount = (value: Minor): string => formatDecimal(value, row.currency);
    return [
      row.day,
      row.account,
      row.username ?? "installation",
      String(row.orders),
      `${amount(row.our_taken)} ${row.currency}`,
      amount(row.their_taken),
      amount(row.our_given_back),
      row.their_given_back === null ? "not told" : amount(row.their_given_back),
      isEqual ? "" : "DIFFERS",
    ];
  });
  return table([head, ...lines]);
}

async function differences(db: Database): Promise<string> {
  const rows = await db.kysely
    .selectFrom("reconciliation_differences as d")
    .leftJoin("merchants as m", "m.id", "d.merchant_id")
    .leftJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "d.merchant_id").onRef("o.id", "=", "d.order_id"),
    )
    .selectAll("d")
    .select(["m.username", "o.order_number"])
    .orderBy("d.id", "desc")
    .limit(differencesShown)
    .execute();
  if (rows.length === 0) return "No difference was found.";
  const lines = rows.map((row) => [
    row.day,
    row.kind,
    row.account,
    row.username ?? "installation",
    row.order_number ?? "-",
    `${formatDecimal(row.ours, row.currency)} ${row.currency}`,
    formatDecimal(row.theirs, row.currency),
    row.reference,
    row.found_at.toISOString(),
  ]);
  const head = ["day", "difference", "account", "of", "order", "ours", "theirs", "reference", "found"];
  return table([head, ...lines]);
}

async function lateChecks(db: Database): Promise<string> {
  const rows = await db.kysely
    .selectFrom("late_checks")
    .select((eb) => [
      "last_outcome as outcome",
      "is_over as over",
      eb.fn.countAll<number>().as("count"),
      eb.fn.min("due_at").as("next"),
    ])
    .groupBy(["last_outcome", "is_over"])
    .orderBy("last_outcome")
    .execute();
  if (rows.length === 0) return "No payment that ended is asked about once more.";
  const lines = rows.map((row) => [
    row.outcome ?? "not asked yet",
    row.over ? "over" : "open",
    String(row.count),
    row.next?.toISOString() ?? "-",
  ]);
  return table([["ended payments, asked once more", "", "count", "next"], ...lines]);
}
