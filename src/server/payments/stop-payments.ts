/** The end of an order's payments when it is taken out of the statuses in which it may be paid, without having been paid. */
import type { Transaction } from "kysely";
import { factsOf } from "#core/attempt-status.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import type { LockedOrder } from "../orders/order-moves.ts";
import { attemptsOfOrder, moveAttempt, scheduleCheck } from "./attempt-store.ts";

/**
 * Stops the payments of a locked order, before it is moved: those that wait for their buyer are superseded, open bills and
 * transfers are left to the job, which takes them back where a provider can. A buyer who might already have been charged must not
 * find the order closed (threat 2.7); the database refuses the move where this was left out.
 * @param cause reported with the events of the superseded attempts, such as `order_cancelled`
 * @throws Problem `payment_in_progress` while a payment is in flight, unanswered or approved
 */
export async function stopPayments(
  trx: Transaction<Schema>,
  order: LockedOrder,
  { cause, now }: { readonly cause: string; readonly now: Date },
): Promise<void> {
  for (const attempt of await attemptsOfOrder(trx, order.id)) {
    const facts = factsOf(attempt);
    if (facts.blocksStart) throw new Problem("payment_in_progress", { retryAfterSeconds: 2 });
    if (attempt.state === "offered")
      await scheduleCheck(trx, attempt, { next_check_at: now, check_count: 0 });
    if (!facts.maySupersede) continue;
    const set = { next_check_at: now, check_count: 0 };
    const moved = await moveAttempt(trx, attempt, order.merchant_id, { to: "superseded", cause, set });
    if (!moved) throw new Problem("payment_in_progress", { retryAfterSeconds: 2 });
  }
}
