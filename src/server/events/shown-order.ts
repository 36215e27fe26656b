/** What a buyer's page shows of its order, so far as it changes elsewhere: on another device, at a bank, by the shop. */
import { type Kysely, sql } from "kysely";
import { readOrderNumber } from "#core/crockford.ts";
import { unshownEventTypes } from "#core/event-types.ts";
import type { Minor } from "#core/money.ts";
import type { OrderStatus } from "#core/order-status.ts";
import { shownOfOrder } from "#core/shown-of-order.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import { hasSurplus, isPaymentInProgress } from "../orders/order-model.ts";
import { liveAttempt, type OrderRecord } from "../orders/order-store.ts";

export type ShownOrder = Pick<OrderRecord, "live_attempt"> & {
  readonly id: number;
  readonly status: OrderStatus;
  readonly total: Minor;
  readonly refunded_total: Minor;
  /** Attempts with a bill or an account that is out. */
  readonly offered: readonly string[];
};

const hasJustChanged = sql`
  exists (select from events e where e.merchant_id = o.merchant_id and e.order_id = o.id
    and e.type <> all(${unshownEventTypes}::text[]) and e.at > now() - ${timing.pageBeginningMs} * interval '1 millisecond') as has_just_changed`;

const columns = sql`
o.id, o.status, o.total, o.refunded_total, ${sql.raw(liveAttempt)} as live_attempt,
  array(select a.id from payment_attempts a
    where a.merchant_id = o.merchant_id and a.order_id = o.id and a.state = 'offered' order by a.id) as offered`;

/**
 * @param input as an address has it; null where there is no such order
 * @returns also whether something has happened since a page that begins to listen now may have been written
 */
export async function loadShown(
  db: Kysely<Schema>,
  input: string,
): Promise<(ShownOrder & { readonly has_just_changed: boolean }) | null> {
  const orderNumber = readOrderNumber(input);
  if (orderNumber === null) return null;
  const { rows } = await sql<ShownOrder & { has_just_changed: boolean }>`
select ${columns}, ${hasJustChanged} from orders o where o.order_number = ${orderNumber}`.execute(db);
  return rows[0] ?? null;
}

/** Those of many orders, by their row ids. */
export async function loadShownOf(db: Kysely<Schema>, ids: readonly number[]): Promise<ShownOrder[]> {
  const { rows } =
    await sql<ShownOrder>`select ${columns} from orders o where o.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** A provider is being called: where that leads will be known in a moment. */
export function isBeingPaid(order: ShownOrder, now: number): boolean {
  return order.live_attempt?.state === "in_flight" && isPaymentInProgress(order, now);
}

/** Two states that differ are shown differently. A payment in doubt that ends without money changes neither status nor sums. */
export function stateOf(order: ShownOrder, now: number): string {
  const { status, total, refunded_total: refundedTotal, offered } = order;
  return shownOfOrder({
    ...{ status, total, refundedTotal, offered },
    isPaymentInProgress: isPaymentInProgress(order, now),
    hasSurplus: hasSurplus(order),
  });
}
