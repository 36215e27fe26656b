/**
 * An order is taken back before it is paid: by its merchant, or because it has expired. Refused while a payment is
 * with its provider: a buyer who might already have been charged must not find the order closed (threat 2.7).
 */
import type { Transaction } from "kysely";
import { factsOf } from "#core/attempt-status.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { lockOrder, moveOrder } from "../orders/order-moves.ts";
import { attemptsOfOrder, moveAttempt, scheduleCheck } from "../payments/attempt-store.ts";

/**
 * Cancels an order under its lock: attempts that wait for their buyer are superseded, open bills and transfers are
 * left to the job, which takes them back at their providers, and the event `invoice.cancelled` or `invoice.expired` is
 * written. An order that is cancelled already is left as it is.
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
  const { standing, refusal } = orderStatusFacts[order.status];
  if (standing === "cancelled") return;
  if (refusal) throw new Problem(refusal);
  for (const attempt of await attemptsOfOrder(trx, orderId)) {
    const facts = factsOf(attempt);
    if (facts.blocksStart) throw new Problem("payment_in_progress", { retryAfterSeconds: 2 });
    if (attempt.state === "offered")
      await scheduleCheck(trx, attempt, { next_check_at: now, check_count: 0 });
    if (!facts.maySupersede) continue;
    const move = {
      to: "superseded",
      cause: "order_cancelled",
      set: { next_check_at: now, check_count: 0 },
    } as const;
    const moved = await moveAttempt(trx, attempt, order.merchant_id, move);
    if (!moved) throw new Problem("payment_in_progress", { retryAfterSeconds: 2 });
  }
  const type = why?.reason === "expired" ? "invoice.expired" : "invoice.cancelled";
  await moveOrder(trx, order, "CANCELLED", { type, ...(why && { data: why }) });
}
