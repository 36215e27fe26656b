/** The clocked end of orders of product links that were not paid in time: cancelled, so that what they hold is free. */
import { attemptStateFacts, attemptStates } from "#core/attempt-status.ts";
import { isProblem } from "#core/problem.ts";
import { cancellableStatuses } from "#core/status-groups.ts";
import { runInTransaction } from "#db/open.ts";
import { cancelOrder } from "../issuing/cancel-order.ts";
import type { Services } from "../services.ts";

const batchSize = 10;
const blocking = attemptStates.filter((state) => attemptStateFacts[state].blocksStart);

/**
 * Cancels up to ten unpaid orders of links that have expired. One with a payment that is under way keeps its holds
 * until its provider has answered: a buyer who is charged gets what was held. Several processes may do this at once.
 * @returns how many were cancelled
 */
export async function cancelExpiredLinkOrders(services: Services): Promise<number> {
  const now = new Date(services.clock.now());
  const due = await services.db.kysely
    .selectFrom("orders as o")
    .select("o.id")
    .where("o.source", "=", "link")
    .where("o.status", "in", cancellableStatuses)
    .where("o.expires_at", "<=", now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payment_attempts as a")
            .select("a.id")
            .whereRef("a.merchant_id", "=", "o.merchant_id")
            .whereRef("a.order_id", "=", "o.id")
            .where("a.state", "in", blocking)
            // A start without an answer blocks nothing (`factsOf`).
            .where((eb) => eb.not(eb.and({ "a.state": "unknown", "a.step": "start" }))),
        ),
      ),
    )
    .orderBy("o.expires_at")
    .limit(batchSize)
    .execute();
  let cancelled = 0;
  for (const { id } of due) {
    try {
      await runInTransaction(services.db.kysely, (trx) => cancelOrder(trx, id, now, { reason: "expired" }));
      cancelled += 1;
    } catch (error) {
      // A payment was faster, or has just begun: then it decides.
      if (!isProblem(error)) services.log.error("expiry failed", { orderId: id, error });
    }
  }
  return cancelled;
}
