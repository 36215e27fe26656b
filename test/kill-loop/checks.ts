/** What must hold after every kill: nothing acknowledged is lost, nothing is taken twice, nothing waits too long. */
import { type OrderStatus, orderStatusFacts } from "#core/order-status.ts";
import type { Database } from "#db/open.ts";
import { otpMethods } from "#methods/allowed.ts";
import { orderNumberOf } from "../gateway-orders.ts";
import { assertLedgerAgrees } from "../ledger-agrees.ts";
import { longestCodeDoubtMs } from "../longest-doubt.ts";
import type { Acknowledged } from "./load.ts";

export type Violation = { readonly kind: "lost" | "doubled" | "stuck" | "books"; readonly what: string };

/** A payment in doubt is decided within this long after the server is back, one by a code within that of its code. */
const stuckAfterMs = 120_000;

type Row = { readonly order_number: string; readonly status: OrderStatus; readonly refunded_total: number };

/** What was acknowledged so far is in the database. */
export async function findLost(db: Database, known: Acknowledged): Promise<readonly Violation[]> {
  const { rows } = await db.pool.query<Row>("select order_number, status, refunded_total from orders");
  const found = new Map(rows.map((row) => [row.order_number, row]));
  const lost = (what: string): Violation => ({ kind: "lost", what });
  const isPaid = (order: string): boolean => {
    const status = found.get(order)?.status;
    return status !== undefined && orderStatusFacts[status].wasPaid;
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
  const { rows } = await db.pool.query<{ what: string }>(
    `select concat_ws(' ', id, method, state, step, check_count, 'questions, next', next_check_at) as what
     from payment_attempts where state in ('in_flight', 'unknown') and step_started_at <
       case when step = 'confirm' and method = any($3) then $2::timestamptz else $1::timestamptz end`,
    [new Date(Date.now() - stuckAfterMs), new Date(Date.now() - longestCodeDoubtMs), otpMethods],
  );
  return rows.map(({ what }) => ({ kind: "stuck", what }));
}

/** How many payments and refunds are in doubt now. */
export async function countUndecided(db: Database): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select ((select count(*) from payment_attempts where state in ('in_flight', 'unknown'))
       + (select count(*) from refunds where state not in ('refunded', 'declined')))::int as count`,
  );
  return rows[0]?.count ?? 0;
}

type Taken = {
  readonly kind: string;
  readonly orderId: string;
  readonly simulator: string;
  readonly transactionId: string;
};

/**
 * No order was taken for more than once, whatever our own rows say: each buyer of the load pays once. Names the
 * movements and what the buyer sent, so that each can be followed to its bill.
 */
export async function findDoubled(
  simulatorUrl: string,
  { sent }: Pick<Acknowledged, "sent">,
): Promise<readonly Violation[]> {
  const { entries } = Object(await (await fetch(`${simulatorUrl}/_control/ledger`)).json());
  const captures = (entries as readonly Taken[]).filter(({ kind }) => kind === "capture");
  return [...Map.groupBy(captures, ({ orderId }) => orderNumberOf(orderId))]
    .filter(([, taken]) => taken.length > 1)
    .map(([order, taken]) => {
      const movements = taken.map(({ simulator, transactionId }) => `${simulator} ${transactionId}`);
      const own = sent
        .filter((each) => each.order === order)
        .map(({ simulator, id }) => `${simulator} ${id}`);
      const what = `${order} taken ${taken.length} times: ${movements.join(", ")}; its buyer sent: ${own.join(", ")}`;
      return { kind: "doubled", what };
    });
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

/**
 * What still differs when the books agree or `mayWait` gives false. A second comparison after they agreed could fall between a
 * collection and its booking.
 * @param mayWait lets some time pass first
 */
export async function compareBooksAtRest(
  db: Database,
  simulatorUrl: string,
  mayWait: () => Promise<boolean>,
): Promise<readonly Violation[]> {
  let differences = await compareBooks(db, simulatorUrl);
  while (differences.length > 0 && (await mayWait())) differences = await compareBooks(db, simulatorUrl);
  return differences;
}
