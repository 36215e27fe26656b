/** Whether an order can be paid now: by its status, and by its time, which is over at its very end. */
import { orderStatusFacts } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import type { OrderRecord } from "./order-store.ts";

type Ending = Pick<OrderRecord, "expires_at">;
type Payable = Pick<OrderRecord, "status" | "expires_at">;

/**
 * Of an order, or of a link by which orders are made.
 * @param now milliseconds since the epoch
 */
export function isTimeOver({ expires_at: end }: Ending, now: number): boolean {
  return end !== null && end.getTime() <= now;
}

/** @param now milliseconds since the epoch */
export function isPayable(order: Payable, now: number): boolean {
  return orderStatusFacts[order.status].payable && !isTimeOver(order, now);
}

/**
 * Refuses an order that is not payable.
 * @param now milliseconds since the epoch
 * @throws Problem of its status, or `link_expired`
 */
export function requireOpen(order: Payable, now: number): void {
  const { refusal } = orderStatusFacts[order.status];
  if (refusal) throw new Problem(refusal);
  if (isTimeOver(order, now)) throw new Problem("link_expired");
}
