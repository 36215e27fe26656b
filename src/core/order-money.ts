/**
 * What an order comes to in money. An order is paid by payments (attempts that settled it), and what is due is its total
 * without them: nothing here takes one payment for all of it. The rule of today, that one payment settles an order with
 * its whole total, is the database's (docs/decisions/0075).
 */
import { type Minor, minor, zero } from "./money.ts";
import { type OrderStatus, orderStatusFacts } from "./order-status.ts";

/** Of an order; money in minor units of its currency. */
export type OrderMoney = {
  readonly status: OrderStatus;
  readonly total: number;
  /** The sum of its payments. */
  readonly captured_total: number;
};

/** What can still be paid, in minor units: zero once the order is closed. */
export function amountDue({ status, total, captured_total: paid }: OrderMoney): Minor {
  return orderStatusFacts[status].payable ? minor(total - paid) : zero;
}

/**
 * The payments among an order's attempts, oldest first: those whose money is the order's, also when it was given back
 * since. Surplus is none. For rows of the database and for those that came as JSON.
 */
export function paymentsAmong<Time extends Date | string, Row extends { readonly settled_at: Time | null }>(
  attempts: readonly Row[],
): (Row & { readonly settled_at: Time })[] {
  return attempts
    .flatMap((attempt) => (attempt.settled_at === null ? [] : { ...attempt, settled_at: attempt.settled_at }))
    .toSorted((one, other) => new Date(one.settled_at).getTime() - new Date(other.settled_at).getTime());
}
