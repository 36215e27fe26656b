/**
 * A shop writes down that it has given surplus back itself (docs/decisions/0300): what came by SADAD or transfer, another sum
 * than was asked for, what a provider would not refund. One transaction under the order's lock, as of the refund that the job
 * makes of surplus by itself: whichever is first, the other finds it.
 */
import type { Transaction } from "kysely";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { lockOrder } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import { type AttemptRow, findAttempt, scheduleCheck } from "./attempt-store.ts";
import { bookRefund, type RefundRow, takenBy } from "./book-refund.ts";
import { insertRefund, refuseSecondRefund } from "./claim-refund.ts";

type SurplusRefund = {
  readonly attempt: Pick<AttemptRow, "id" | "order_id">;
  readonly reason: string | null;
  /** As the audit log names callers. */
  readonly madeBy: string;
};

/**
 * Books all that arrived as given back; the order's own sums and papers do not know of surplus.
 * @throws Problem `payment_not_surplus`; `refund_in_progress` while it goes back by its provider
 */
export async function recordSurplusRefund(
  services: Services,
  trx: Transaction<Schema>,
  { attempt: { id, order_id }, reason, madeBy }: SurplusRefund,
): Promise<RefundRow> {
  const order = await lockOrder(trx, order_id);
  const attempt = await findAttempt(trx, id, { lock: true });
  if (attempt?.state !== "surplus") throw new Problem("payment_not_surplus");
  await refuseSecondRefund(trx, attempt);
  await scheduleCheck(trx, attempt, { next_check_at: null });
  const made = { amount: takenBy(attempt), reason, madeBy, isSurplus: true, isByHand: true };
  const refund = await insertRefund(services, trx, { order, attempt }, made);
  await bookRefund(services, trx, order, refund);
  return refund;
}
