/** The effect of refunds: how much of an attempt was refunded, and the status of its order after that. */
import { type Selectable, sql, type Transaction } from "kysely";
import { type Minor, minor } from "#core/money.ts";
import type { RefundState } from "#core/refund-status.ts";
import type { Schema } from "#db/schema.ts";
import { type LockedOrder, moveOrder } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import { type AttemptRow, findAttempt, moveAttempt } from "./attempt-store.ts";
import { paymentsOfOrder } from "./order-payments.ts";
import { expireApprovalsAbove } from "./refund-approvals.ts";

export type RefundRow = Selectable<Schema["refunds"]>;

/**
 * What an attempt has taken and can refund: for its order never more than its amount, less if less was collected; of surplus
 * all that arrived.
 */
export function takenBy(attempt: Pick<AttemptRow, "state" | "amount" | "received_amount">): Minor {
  const received = attempt.received_amount ?? attempt.amount;
  return attempt.state === "surplus" ? received : minor(Math.min(attempt.amount, received));
}

/** Minor units refunded or under way. By the order as well: its refunds are found by an index. */
export async function refundedSoFar(
  trx: Transaction<Schema>,
  attempt: Pick<AttemptRow, "id" | "order_id">,
): Promise<number> {
  const { total } = await trx
    .selectFrom("refunds")
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as("total"))
    .where("order_id", "=", attempt.order_id)
    .where("attempt_id", "=", attempt.id)
    .where("state", "!=", "declined")
    .executeTakeFirstOrThrow();
  return total;
}

/** What other refunds of the attempt have returned; one is under way at a time, so these have ended. */
export async function refundedByOthers(services: Services, refund: RefundRow): Promise<Minor> {
  const { total } = await services.db.kysely
    .selectFrom("refunds")
    .select(sql<Minor>`coalesce(sum(amount), 0)::bigint`.as("total"))
    .where("order_id", "=", refund.order_id)
    .where("attempt_id", "=", refund.attempt_id)
    .where("id", "!=", refund.id)
    .where("state", "=", "refunded")
    .executeTakeFirstOrThrow();
  return total;
}

/** The money is back with the buyer: the order's books, and its status once all of it is. */
export async function bookRefund(
  services: Services,
  trx: Transaction<Schema>,
  order: LockedOrder,
  refund: RefundRow,
): Promise<void> {
  const attempt = await findAttempt(trx, refund.attempt_id, { lock: true });
  if (!attempt) throw new Error(`no attempt ${refund.attempt_id}`);
  const left = minor(takenBy(attempt) - (await refundedSoFar(trx, attempt)));
  const isAll = left === 0;
  if (isAll)
    await moveAttempt(trx, attempt, order.merchant_id, {
      to: "refunded",
      cause: "refund",
      data: { refundId: refund.id },
    });
  if (refund.is_surplus) return;
  const isLastPayment = await areOthersRefunded(trx, attempt);
  const isWholeOrder = isAll && isLastPayment;
  await addToRefunded(trx, order, refund, isWholeOrder ? null : "invoice.refunded");
  if (isLastPayment) await expireApprovalsAbove(trx, left, { refund, now: services.clock.now() });
  if (isWholeOrder)
    await moveOrder(trx, order, "REFUNDED", {
      type: "invoice.refunded",
      attemptId: attempt.id,
      data: eventDataOf(refund),
    });
  await services.onOrderRefunded(trx, {
    merchantId: order.merchant_id,
    orderId: order.id,
    refundId: refund.id,
    amount: refund.amount,
    reason: refund.reason,
  });
}

/** Whether every other payment of the order has been refunded in full. */
async function areOthersRefunded(trx: Transaction<Schema>, attempt: AttemptRow): Promise<boolean> {
  const { id, order_id, merchant_id } = attempt;
  const payments = await paymentsOfOrder(trx, { id: order_id, merchant_id });
  return payments.every((payment) => payment.id === id || payment.state === "refunded");
}

/** Adds to the refunded total of an order, with the event where no move of its status writes one. */
async function addToRefunded(
  trx: Transaction<Schema>,
  order: LockedOrder,
  refund: RefundRow,
  event: "invoice.refunded" | null,
): Promise<void> {
  await sql`
    with added as (
      update orders set refunded_total = refunded_total + ${refund.amount} where id = ${order.id}
      returning id, merchant_id
    )
    insert into events (merchant_id, order_id, attempt_id, type, data)
    select merchant_id, id, ${refund.attempt_id}, ${event}::text, ${JSON.stringify(eventDataOf(refund))}::jsonb
    from added where ${event}::text is not null`.execute(trx);
}

function eventDataOf({ id, amount, currency, reason }: RefundRow): Readonly<Record<string, unknown>> {
  return { refundId: id, amount, currency, reason };
}

/**
 * The event of a refund's state. Merchants read `refund.declined` alone: that money went back is the invoice's own event
 * (`bookRefund`), and surplus that was not taken back stays surplus, so its refunds have names that nothing publishes.
 */
export async function logRefund(
  trx: Transaction<Schema>,
  refund: RefundRow,
  merchantId: number,
  state: RefundState,
): Promise<void> {
  await trx
    .insertInto("events")
    .values({
      merchant_id: merchantId,
      order_id: refund.order_id,
      attempt_id: refund.attempt_id,
      type: `${refund.is_surplus ? "surplus_refund" : "refund"}.${state}`,
      data: JSON.stringify(eventDataOf(refund)),
    })
    .execute();
}
