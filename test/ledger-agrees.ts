/**
 * The one check at the end of every race: what the providers' books say was taken and given back is what our
 * attempts, refunds, orders and both logs say, order by order, and nothing is left undecided.
 */
import assert from "node:assert/strict";
import type { AttemptState } from "#core/attempt-status.ts";
import { type OrderStatus, orderStatusFacts } from "#core/order-status.ts";
import { isByHand } from "#core/payment-by-hand.ts";
import type { TestApp } from "./app-harness.ts";
import { byOrderNumber } from "./gateway-orders.ts";

/** An order with everything that was written about its money. */
export type OrderBooks = {
  readonly id: number;
  readonly order_number: string;
  readonly status: OrderStatus;
  readonly total: number;
  readonly captured_total: number;
  readonly refunded_total: number;
  readonly attempts: readonly Attempt[];
  readonly refunds: readonly { amount: number; state: string; is_surplus: boolean; is_by_hand: boolean }[];
  readonly events: readonly string[];
};

type Attempt = {
  readonly id: string;
  readonly method: string;
  readonly provider: string;
  readonly state: AttemptState;
  readonly amount: number;
  readonly received_amount: number | null;
  readonly is_settled: boolean;
  readonly event_count: number;
  readonly log: readonly {
    sequence: number;
    from_state: string | null;
    to_state: string;
  }[];
};

/** Where our rows and the providers' books are read. */
export type Books = {
  readonly db: { readonly pool: Pick<TestApp["db"]["pool"], "query"> };
  readonly simulatorUrl: string;
};

/** @throws AssertionError that names the order and what does not agree */
export async function assertLedgerAgrees(app: Books): Promise<void> {
  const orders = await readOrders(app);
  const movements = await readMovements(app);
  const known = new Set(orders.map((order) => order.order_number));
  const foreign = movements.filter(({ orderId }) => !known.has(orderId));
  assert.deepEqual(foreign, [], "money moved for an order that is not ours");
  for (const order of orders) {
    assertOrder(
      order,
      movements.filter(({ orderId }) => orderId === order.order_number),
    );
  }
}

/**
 * The same for one order of a system in which others continue.
 * @returns the states of its attempts, for the caller
 * @throws AssertionError as above
 */
export async function assertOrderAgrees(app: Books, orderNumber: string): Promise<readonly AttemptState[]> {
  const [order] = await readOrders(app, { orderNumber });
  assert.ok(order, `there is no order ${orderNumber}`);
  const movements = await readMovements(app);
  assertOrder(
    order,
    movements.filter(({ orderId }) => orderId === order.order_number),
  );
  return order.attempts.map(({ state }) => state);
}

/** A line of a provider's books. */
export type Movement = { readonly kind: string; readonly orderId: string; readonly amount: string };

async function readMovements(app: Books): Promise<readonly Movement[]> {
  const response = await fetch(`${app.simulatorUrl}/_control/ledger`);
  const { entries }: { readonly entries: readonly Movement[] } = Object(await response.json());
  return byOrderNumber(entries);
}

/**
 * Everything of one order is decided and agrees with the providers' books.
 * @param own the lines that are the order's
 */
export function assertOrder(order: OrderBooks, own: readonly Movement[]): void {
  const sums = (kind: string) =>
    own.filter((each) => each.kind === kind).map(({ amount }) => halalas(amount));
  assertBooks(order, { taken: sums("capture"), givenBack: sums("refund") });
  assertStanding(order);
  const name = `${order.order_number} (${order.status})`;
  for (const { state } of order.refunds)
    assert.ok(state === "refunded" || state === "declined", `${name}: a refund is still ${state}`);
  for (const { id, state } of order.attempts)
    assert.ok(!["in_flight", "unknown"].includes(state), `${name}: attempt ${id} is still ${state}`);
}

/** What our own rows say of an order agrees, whatever is under way. */
export function assertStanding(order: OrderBooks): void {
  assertStatus(order);
  for (const attempt of order.attempts) assertLog(order, attempt);
}

/** Amounts of the ledger are decimals with all places of the currency; every race is run in riyals. */
function halalas(amount: string): number {
  return Number(amount.replace(".", ""));
}

/** What the providers took and gave back for an order is what our rows hold and gave back: sum by sum for refunds. */
function assertBooks(
  order: OrderBooks,
  moved: { readonly taken: readonly number[]; readonly givenBack: readonly number[] },
): void {
  // What a shop received without a provider stands in no provider's books, nor what it gave back of it.
  const byProviders = order.attempts.filter((attempt) => !isByHand(attempt));
  assert.equal(
    sum(byProviders.map(held)),
    sum(moved.taken),
    `${order.order_number}: money in our attempts (left) and in the providers' books (right)`,
  );
  const refunded = order.refunds.filter(({ state }) => state === "refunded");
  const isNumeric = (a: number, b: number) => a - b;
  assert.deepEqual(
    refunded
      .filter(({ is_by_hand }) => !is_by_hand)
      .map(({ amount }) => amount)
      .toSorted(isNumeric),
    moved.givenBack.toSorted(isNumeric),
    `${order.order_number}: money in our refunds (left) and in the providers' books (right)`,
  );
  const ofOrder = refunded.filter(({ is_surplus }) => !is_surplus).map(({ amount }) => amount);
  assert.equal(order.refunded_total, sum(ofOrder), `${order.order_number}: refunded_total`);
}

/** What an attempt says to have brought: its own sum, or the other one that arrived. */
function held({ state, amount, received_amount, is_settled, log }: Attempt): number {
  if (received_amount !== null) return received_amount;
  const wasTaken = is_settled ? state !== "authorised" : log.some(({ to_state }) => to_state === "surplus");
  return wasTaken ? amount : 0;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Paid means one settled attempt of the order's own sum, and the log says so once. */
function assertStatus(order: OrderBooks): void {
  const name = `${order.order_number} (${order.status})`;
  const settled = order.attempts.filter(({ is_settled }) => is_settled);
  const wasPaid = orderStatusFacts[order.status].wasPaid;
  assert.deepEqual(
    settled.map(({ amount }) => amount),
    wasPaid ? [order.total] : [],
    `${name}: sums of settled attempts`,
  );
  for (const { state } of settled)
    assert.equal(state === "refunded", order.status === "REFUNDED", `${name}: its attempt is ${state}`);
  assert.equal(order.captured_total, wasPaid ? order.total : 0, `${name}: captured_total`);
  const count = (type: string) => order.events.filter((event) => event === type).length;
  assert.equal(count("invoice.paid"), wasPaid ? 1 : 0, `${name}: events invoice.paid`);
  assert.equal(
    count("invoice.cancelled") + (order.status === "CANCELLED" ? count("invoice.expired") : 0),
    order.status === "CANCELLED" ? 1 : 0,
    `${name}: events invoice.cancelled and invoice.expired`,
  );
  assert.equal(
    count("invoice.refunded"),
    order.refunds.filter(({ state, is_surplus }) => state === "refunded" && !is_surplus).length,
    `${name}: events invoice.refunded`,
  );
  assert.equal(
    count("refund.declined"),
    order.refunds.filter(({ state, is_surplus }) => state === "declined" && !is_surplus).length,
    `${name}: events refund.declined`,
  );
  const told = order.events.filter((event) => event.startsWith("payment."));
  assert.equal(
    told.length,
    sum(order.attempts.map(({ log }) => log.length)),
    `${name}: entries of both logs`,
  );
}

/** An attempt's log is a chain without a gap that ends where the attempt is. */
function assertLog(order: OrderBooks, attempt: Attempt): void {
  const name = `${order.order_number}, attempt ${attempt.id}`;
  assert.deepEqual(
    attempt.log.map(({ sequence }) => sequence),
    attempt.log.map((_, index) => index + 1),
    `${name}: numbers of its log`,
  );
  assert.deepEqual(
    attempt.log.map(({ from_state }) => from_state),
    [null, ...attempt.log.slice(0, -1).map(({ to_state }) => to_state)],
    `${name}: every entry begins where the one before ended`,
  );
  assert.equal(attempt.log.at(-1)?.to_state, attempt.state, `${name}: the log's last word`);
  assert.equal(attempt.event_count, attempt.log.length, `${name}: event_count`);
}

/** Reads orders: all, one by its number, or those of one merchant. */
export async function readOrders(
  { db }: Pick<Books, "db">,
  {
    orderNumber,
    merchantId,
  }: { readonly orderNumber?: string | undefined; readonly merchantId?: number } = {},
): Promise<OrderBooks[]> {
  const { rows } = await db.pool.query<OrderBooks>(
    `select o.id, o.order_number, o.status, o.total, o.captured_total, o.refunded_total,
       coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'method', a.method, 'provider', a.provider, 'state', a.state, 'amount', a.amount, 'received_amount', a.received_amount,
           'is_settled', a.settled_at is not null, 'event_count', a.event_count, 'log',
           (select jsonb_agg(jsonb_build_object('sequence', e.sequence, 'from_state', e.from_state,
              'to_state', e.to_state) order by e.sequence)
            from attempt_events e where e.attempt_id = a.id)))
         from payment_attempts a where a.order_id = o.id), '[]') as attempts,
       coalesce((select jsonb_agg(jsonb_build_object('amount', r.amount, 'state', r.state,
           'is_surplus', r.is_surplus, 'is_by_hand', r.is_by_hand)) from refunds r where r.order_id = o.id), '[]') as refunds,
       coalesce((select jsonb_agg(v.type order by v.id) from events v where v.order_id = o.id), '[]') as events
     from orders o
     where ($1::text is null or o.order_number = $1) and ($2::bigint is null or o.merchant_id = $2)`,
    [orderNumber ?? null, merchantId ?? null],
  );
  return rows;
}
