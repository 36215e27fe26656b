/** The operator's view of attempts: what is open, since when, when it is asked about next. */
import { unfinishedStates } from "#core/attempt-status.ts";
import { formatDecimal } from "#core/money.ts";
import type { Database } from "#db/open.ts";
import { table } from "./table.ts";

const mostRows = 200;

/**
 * A table of attempts, oldest question first.
 * @param which `open`: those about which there is something left to ask or to do, surplus money and
 *   sums that are not the attempt's; `all`: the newest
 */
export async function listAttempts(db: Database, which: "open" | "all"): Promise<string> {
  const query = db.kysely
    .selectFrom("payment_attempts as a")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "a.merchant_id").onRef("o.id", "=", "a.order_id"),
    )
    .innerJoin("merchants as m", "m.id", "o.merchant_id")
    .select([
      "a.id",
      "a.method",
      "a.state",
      "a.step",
      "a.amount",
      "a.received_amount",
      "a.currency",
      "a.check_count",
      "a.next_check_at",
      "a.created_at",
    ])
    .select(["o.order_number", "o.status", "m.username"])
    .limit(mostRows);
  const rows =
    which === "open"
      ? await query
          .where((eb) =>
            eb.or([eb("a.state", "in", unfinishedStates), eb("a.received_amount", "is not", null)]),
          )
          .orderBy("a.next_check_at")
          .execute()
      : await query.orderBy("a.created_at", "desc").execute();
  if (rows.length === 0) return which === "open" ? "No attempt is open." : "There are no attempts.";
  const head = [
    "order",
    "merchant",
    "order status",
    "method",
    "state",
    "amount",
    "received",
    "since",
    "questions",
    "next question",
    "attempt",
  ];
  const lines = rows.map((row) => [
    row.order_number,
    row.username,
    row.status,
    row.method,
    `${row.state} (${row.step})`,
    `${formatDecimal(row.amount, row.currency)} ${row.currency}`,
    row.received_amount === null ? "-" : formatDecimal(row.received_amount, row.currency),
    row.created_at.toISOString(),
    String(row.check_count),
    row.next_check_at?.toISOString() ?? "-",
    row.id,
  ]);
  return table([head, ...lines]);
}
