/** A merchant marks a paid order as fulfilled (decision S1). */
import { sql, type Transaction } from "kysely";
import { mayOrderBecome, orderStatusFacts, orderTransitions, paidStatus } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import { isFulfilled } from "#core/status-groups.ts";
import type { Schema } from "#db/schema.ts";
import { type LockedOrder, lockOrder, moveOrder } from "./order-moves.ts";

export type CompletedStatus = "COMPLETED_INVOICE" | "COMPLETED_ORDER";

/**
 * Moves a paid order to its fulfilled status, with the event `order.completed`. An order that is there already, or
 * has come from there, is left as it is.
 * @param as what the merchant calls it; null chooses by where the order came from: a product link sells an order of
 *   goods, everything else is an invoice
 * @throws Problem `order_not_paid`, `order_cancelled`, `order_refunded`, `refund_in_progress` while all of its money
 *   goes back, or `validation_failed` for a status that this order cannot take
 */
export async function completeOrder(
  trx: Transaction<Schema>,
  orderId: number,
  as: CompletedStatus | null,
): Promise<void> {
  const order = await lockOrder(trx, orderId);
  const { paid, refusal } = orderStatusFacts[order.status];
  if (!paid) throw new Problem(refusal ?? "order_not_paid");
  const isSo = as === null || as === order.status || mayOrderBecome(as, order.status);
  if (isFulfilled(order.status) && isSo) return;
  const to = as ?? (order.source === "link" ? "COMPLETED_ORDER" : "COMPLETED_INVOICE");
  // What PAID and PAID_LINK share leads to all that either of them may become.
  const isOfSource = mayOrderBecome(paidStatus(order.source), to);
  if (orderTransitions[order.status][to] !== "fulfilled" || !isOfSource) {
    const path = as === null ? "orderNumber" : "as";
    const field = { path, code: "invalid_value", message: `the invoice is ${order.status}` };
    throw new Problem("validation_failed", { fields: [field] });
  }
  // A colleague may have given the money back meanwhile.
  if (await isAllGoingBack(trx, order)) throw new Problem("refund_in_progress");
  await moveOrder(trx, order, to, { type: "order.completed" });
}

/** Whether refunds under way leave nothing of what was paid; where they have ended so, the order is refunded. */
async function isAllGoingBack(trx: Transaction<Schema>, order: LockedOrder): Promise<boolean> {
  const { total } = await trx
    .selectFrom("refunds")
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as("total"))
    .where("merchant_id", "=", order.merchant_id)
    .where("order_id", "=", order.id)
    .where("state", "!=", "declined")
    .where("is_surplus", "=", false)
    .executeTakeFirstOrThrow();
  return total >= order.captured_total;
}
