/** Orders of each status as SQL that is sent past the program, for tests of what the database refuses. */
import type { Pool } from "pg";
import { type OrderStatus, orderStatusFacts } from "#core/order-status.ts";

/** Columns that orders of one status alone have, with a value in SQL: the constraints want them there, and nowhere else. */
const ownColumns: Readonly<Partial<Record<OrderStatus, Readonly<Record<string, string>>>>> = {};

/** Those of all statuses, as one in this status has them. */
export function columnsIn(status: OrderStatus): [column: string, value: string][] {
  const names = Object.values(ownColumns).flatMap((columns) => Object.keys(columns));
  return [...new Set(names)].map((name) => [name, ownColumns[status]?.[name] ?? "null"]);
}

/** Brings an unpaid invoice that was just issued into a status of unpaid orders. */
export async function bringUnpaid(
  pool: Pick<Pool, "query">,
  orderNumber: string,
  status: OrderStatus,
): Promise<void> {
  if (status === "CREATED") return;
  const set = [
    ["status", `'${status}'`],
    ...columnsIn(status),
    ...(orderStatusFacts[status].releases ? [["cancelled_at", "now()"]] : []),
  ].map(([column, value]) => `${column} = ${value}`);
  await pool.query(`update orders set ${set.join(", ")} where order_number = $1`, [orderNumber]);
}

/** An order of 115.00 in a status, with what its status needs. */
export function order(status: OrderStatus, id = 1, source = status === "PAID_LINK" ? "link" : "api"): string {
  const [paidAt, captured] = orderStatusFacts[status].wasPaid ? ["now()", 11_500] : ["null", 0];
  const own = columnsIn(status);
  return `insert into orders (id, order_number, merchant_id, source, status, currency, sub_total, discount, vat, vat_bps,
    total, allowed_methods, paid_at, captured_total${own.map(([name]) => `, ${name}`).join("")}) overriding system value
    values (${id}, '000000000000000${id}', 1, '${source}', '${status}', 'SAR', 10000, 0, 1500, 1500, 11500, array['mada'],
    ${paidAt}, ${captured}${own.map(([, value]) => `, ${value}`).join("")})`;
}
