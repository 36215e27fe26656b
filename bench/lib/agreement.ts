/** Whether all books say the same after payments: no run counts in which one is lost or taken twice. */
import { byOrderNumber } from "#test/gateway-orders.ts";
import type { Installation } from "./installation.ts";

type LedgerEntry = { readonly kind: string; readonly orderId: string; readonly amountMinor: number };

/**
 * Compares, for orders whose payment was answered as successful, the orders' status, the settled attempts and what
 * the gateway says that it has taken; every order exactly once and for its total.
 * @throws Error with the counts when they differ
 */
export async function paidOrdersAgree(
  { db, simulatorUrl }: Pick<Installation, "db" | "simulatorUrl">,
  orderNumbers: readonly string[],
): Promise<void> {
  const { rows } = await db.pool.query<{ paid: string; settled: string }>(
    `select count(*) filter (where o.status = 'PAID') as paid, count(a.id) as settled
    from orders o left join payment_attempts a on a.order_id = o.id and a.settled_at is not null
      and a.state = 'captured' and a.amount = o.total
    where o.order_number = any($1)`,
    [orderNumbers],
  );
  const totals = await db.pool.query<{ order_number: string; total: number }>(
    "select order_number, total from orders where order_number = any($1)",
    [orderNumbers],
  );
  const totalOf = new Map(totals.rows.map((row) => [row.order_number, row.total]));
  const response = await fetch(`${simulatorUrl}/_control/ledger`);
  const { entries } = (await response.json()) as { entries: LedgerEntry[] };
  const captures = byOrderNumber(entries).filter(
    ({ kind, orderId }) => kind === "capture" && totalOf.has(orderId),
  );
  const exact = captures.filter(({ orderId, amountMinor }) => totalOf.get(orderId) === amountMinor);
  const counts = {
    answered: orderNumbers.length,
    paid: Number(rows[0]?.paid),
    settled: Number(rows[0]?.settled),
    captures: captures.length,
    capturedForTheTotal: exact.length,
    capturedOrders: new Set(exact.map(({ orderId }) => orderId)).size,
  };
  if (new Set(Object.values(counts)).size !== 1)
    throw new Error(`the books do not agree: ${JSON.stringify(counts)}`);
}
