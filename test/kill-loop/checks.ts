/** What must hold after every kill: nothing acknowledged is lost, nothing is taken twice, nothing waits too long. */
import { type OrderStatus, orderStatusFacts } from "#core/order-status.ts";
import type { Database } from "#db/open.ts";
import { assertLedgerAgrees } from "../ledger-agrees.ts";
import type { Acknowledged } from "./load.ts";

export type Violation = { readonly kind: "lost" | "doubled" | "stuck" | "books"; readonly what: string };

/** A payment in doubt is decided within this long after the server is back. */
const stuckAfterMs = 120_000;

type Row = { readonly order_number: string; readonly status: OrderStatus; readonly refunded_total: number };

/** What was acknowledged so far is in the database. */
export async function findLost(db: Database, known: Acknowledged): Promise<readonly Violation[]> {
  const { rows } = await db.pool.query<Row>("select order_number, status, refunded_total from orders");
  const found = new Map(rows.map((row) => [row.order_number, row]));
  const lost = (what: string): Violation => ({ kind: "lost", what });
  const isPaid = (order: string): boolean => {
    const status = found.get(order)?.status;
    return status !== undefined && (orderStatusFacts[status].paid || status === "REFUNDED");
  };
  return [
    ...[...known.issued].filter((order) => !found.has(order)).map((order) => lost(`invoice ${order}`)),
    ...[...known.paid].filter((order) => !isPaid(order)).map((order) => lost(`payment of ${order}`)),
    ...[...known.refunded]
      .filter(([order, sum]) => (found.get(order)?.refunded_total ?? 0) < sum)
      .map(([order]) => lost(`refund of ${order}`)),
  ];
}

/** Payments that the server has known about for longer than the bound, while it was up, and has not decided. */
export async function findStuck(db: Database, upSince: number): Promise<readonly Violation[]> {
  if (Date.now() - upSince < stuckAfterMs) return [];
  const { rows } = await db.pool.query<{ id: string; state: string }>(
    `select id, state from payment_attempts where state in ('in_flight', 'unknown') and step_started_at < $1`,
    [new Date(Date.now() - stuckAfterMs)],
  );
  return rows.map(({ id, state }) => ({ kind: "stuck", what: `${id} ${state}` }));
}

/** How many payments are in doubt now. */
export async function countUndecided(db: Database): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    "select count(*)::int as count from payment_attempts where state in ('in_flight', 'unknown')",
  );
  return rows[0]?.count ?? 0;
}

/** Where buyers send the money themselves, as often as they like: what is too much is surplus, which the books show. */
const pushed: readonly string[] = ["moyasar", "viban"];

/** At the other providers no order was taken for more than once, whatever our own rows say. */
export async function findDoubled(simulatorUrl: string): Promise<readonly Violation[]> {
  const { entries } = Object(await (await fetch(`${simulatorUrl}/_control/ledger`)).json());
  const taken = new Map<string, number>();
  type Entry = { readonly kind: string; readonly orderId: string; readonly simulator: string };
  for (const { kind, orderId, simulator } of entries as readonly Entry[])
    if (kind === "capture" && !pushed.includes(simulator)) taken.set(orderId, (taken.get(orderId) ?? 0) + 1);
  return [...taken]
    .filter(([, times]) => times > 1)
    .map(([order, times]) => ({ kind: "doubled", what: `${order} taken ${times} times` }));
}

/** Order by order, the providers' books and ours. */
export async function compareBooks(db: Database, simulatorUrl: string): Promise<readonly Violation[]> {
  try {
    await assertLedgerAgrees({ db, simulatorUrl });
    return [];
  } catch (error) {
    return [{ kind: "books", what: String(Object(error).message).slice(0, 500) }];
  }
}
