/** An order is taken back before it is paid: by its merchant, or because it has expired. Refused while a payment is with its provider. */
import type { Transaction } from "kysely";
import { mayOrderBecome, orderStatusFacts } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { lockOrder, moveOrder } from "../orders/order-moves.ts";
import { stopPayments } from "../payments/stop-payments.ts";

/**
 * Cancels an order under its lock: its payments are stopped, and the event `invoice.cancelled` or `invoice.expired` is
 * written. An order that has ended unpaid already is left as it is.
 * @param why reported with the event: `expired` for an order that was not paid in time, `replaced` when its buyer
 * ordered again; nothing when the merchant asked for it
 * @throws Problem `order_already_paid`, `order_refunded`, or `payment_in_progress` while a payment is in flight,
 *   unanswered or approved
 */
export async function cancelOrder(
  trx: Transaction<Schema>,
  orderId: number,
  now: Date,
  why?: { readonly reason: "expired" | "replaced" },
): Promise<void> {
  const order = await lockOrder(trx, orderId);
  const { releases, refusal } = orderStatusFacts[order.status];
  if (releases) return;
  if (refusal && !mayOrderBecome(order.status, "CANCELLED")) throw new Problem(refusal);
  await stopPayments(trx, order, { cause: "order_cancelled", now });
  const type = why?.reason === "expired" ? "invoice.expired" : "invoice.cancelled";
  await moveOrder(trx, order, "CANCELLED", { type, ...(why && { data: why }) });
}
