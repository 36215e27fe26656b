/**
 * Giving money back, in full or in part. The same shape as a payment: claim under the order's lock, ask the provider
 * outside any transaction, write down what came of it. The refund's id is the provider's idempotency key, so asking
 * again after silence cannot refund twice.
 */
import { type Selectable, sql, type Transaction } from "kysely";
import { type Minor, minor } from "#core/money.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import { timing } from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import type { RefundState, Schema } from "#db/schema.ts";
import type { RefundOutcome } from "#methods/payment-method.ts";
import { type LockedOrder, lockOrder, moveOrder } from "../orders/order-moves.ts";
import { loadOrderById } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { attemptContext, noBuyer } from "./attempt-context.ts";
import { type AttemptRow, findAttempt, moveAttempt, scheduleCheck } from "./attempt-store.ts";
import { providerOfAttempt } from "./providers.ts";
import { nextCheck } from "./settle.ts";

export type RefundRow = Selectable<Schema["refunds"]>;

/**
 * Claims a refund of a paid order; it is sent by `sendRefund` once this transaction is committed.
 * @param request.amount minor units; null gives back all that is left
 * @throws Problem `order_not_paid`, `order_refunded`, `refund_too_large`, `refund_in_progress`, `refund_not_supported`
 */
export async function claimRefund(
  services: Services,
  trx: Transaction<Schema>,
  request: { readonly orderId: number; readonly amount: Minor | null; readonly reason: string | null },
): Promise<RefundRow> {
  const order = await lockOrder(trx, request.orderId);
  if (order.status === "REFUNDED") throw new Problem("order_refunded");
  if (!orderStatusFacts[order.status].paid) throw new Problem("order_not_paid");
  const attempt = await trx
    .selectFrom("payment_attempts")
    .selectAll()
    .where("order_id", "=", order.id)
    .where("settled_at", "is not", null)
    .executeTakeFirstOrThrow();
  const provider = await providerOfAttempt(services, attempt, order.merchant_id);
  if (!provider.refund) throw new Problem("refund_not_supported");
  // Approved money that was not collected yet is not there to be given back.
  if (attempt.state !== "captured") throw new Problem("refund_in_progress");
  await refuseSecondRefund(trx, attempt.id);
  const left = minor(attempt.amount - (await refundedSoFar(trx, attempt)));
  const amount = request.amount ?? left;
  if (amount <= 0 || amount > left) throw new Problem("refund_too_large");
  return await insertRefund(services, trx, order, attempt, {
    amount,
    reason: request.reason,
    isSurplus: false,
  });
}

/** One at a time: the order's lock is held, so what is open now is all that is open. */
async function refuseSecondRefund(trx: Transaction<Schema>, attemptId: string): Promise<void> {
  const open = await trx
    .selectFrom("refunds")
    .select("id")
    .where("attempt_id", "=", attemptId)
    .where("state", "in", ["in_flight", "unknown", "pending"])
    .executeTakeFirst();
  if (open) throw new Problem("refund_in_progress");
}

/** Minor units given back or under way. By the order as well: its refunds are found by an index. */
async function refundedSoFar(
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

/** What other refunds of the attempt have given back; one is under way at a time, so these are over. */
async function refundedByOthers(services: Services, refund: RefundRow): Promise<Minor> {
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

async function insertRefund(
  services: Services,
  trx: Transaction<Schema>,
  order: LockedOrder,
  attempt: AttemptRow,
  refund: { readonly amount: Minor; readonly reason: string | null; readonly isSurplus: boolean },
): Promise<RefundRow> {
  const row = await trx
    .insertInto("refunds")
    .values({
      id: services.ids.attemptId(),
      order_id: order.id,
      attempt_id: attempt.id,
      amount: refund.amount,
      currency: attempt.currency,
      state: "in_flight",
      is_surplus: refund.isSurplus,
      reason: refund.reason,
      next_check_at: new Date(services.clock.now() + timing.attemptLeaseMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await logRefund(trx, row, order.merchant_id, "in_flight");
  return row;
}

/** Gives money back that was never the order's. At most once: the attempt has nothing left to do afterwards. */
export async function refundSurplus(services: Services, attempt: AttemptRow): Promise<void> {
  const refund = await runInTransaction(services.db.kysely, async (trx) => {
    const order = await lockOrder(trx, attempt.order_id);
    const current = await findAttempt(trx, attempt.id, { lock: true });
    if (current?.state !== "surplus" || (await refundedSoFar(trx, attempt)) > 0) return null;
    await scheduleCheck(trx, attempt, { next_check_at: null });
    return await insertRefund(services, trx, order, current, {
      amount: current.amount,
      reason: null,
      isSurplus: true,
    });
  });
  if (refund) await sendRefund(services, refund);
}

/** Sends, or sends again, a refund to its provider and writes down the answer. */
export async function sendRefund(services: Services, refund: RefundRow): Promise<RefundRow> {
  const attempt = await findAttempt(services.db.kysely, refund.attempt_id);
  const order = attempt && (await loadOrderById(services.db.pool, attempt.order_id));
  if (!attempt || !order) throw new Error(`refund ${refund.id} has no attempt`);
  const provider = await providerOfAttempt(services, attempt, order.merchant_id);
  if (!provider.refund) throw new Error(`${provider.id} cannot refund`);
  const context = attemptContext(services, order, attempt, noBuyer);
  const refundedBefore = await refundedByOthers(services, refund);
  const outcome = await provider
    .refund(context, { id: refund.id, amount: refund.amount, refundedBefore })
    .catch((error: unknown): RefundOutcome => {
      services.log.error("adapter failed", { refundId: refund.id, provider: provider.id, error });
      return { kind: "unknown", why: "adapter failed" };
    });
  return await applyRefundOutcome(services, refund, outcome);
}

const states = {
  refunded: "refunded",
  declined: "declined",
  pending: "pending",
  // Nothing was done yet and the id is ours: it is simply sent again.
  not_sent: "unknown",
  unknown: "unknown",
} as const satisfies Record<RefundOutcome["kind"], RefundState>;

async function applyRefundOutcome(
  services: Services,
  refund: RefundRow,
  outcome: RefundOutcome,
): Promise<RefundRow> {
  return await runInTransaction(services.db.kysely, async (trx) => {
    const order = await lockOrder(trx, refund.order_id);
    const before = await trx
      .selectFrom("refunds")
      .selectAll()
      .where("id", "=", refund.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before.state === "refunded" || before.state === "declined") return before;
    const isExact =
      outcome.kind !== "refunded" ||
      (outcome.amount === before.amount && outcome.currency === before.currency);
    if (!isExact) services.log.error("refund of another amount", { refundId: refund.id });
    const to = isExact ? states[outcome.kind] : "unknown";
    const isOpen = to === "unknown" || to === "pending";
    const after = await trx
      .updateTable("refunds")
      .set({
        state: to,
        provider_reference: "reference" in outcome ? outcome.reference : before.provider_reference,
        provider_code: "providerCode" in outcome ? (outcome.providerCode ?? null) : before.provider_code,
        check_count: before.check_count + 1,
        next_check_at: isOpen ? nextCheck(before, services.clock.now()) : null,
        updated_at: sql<Date>`now()`,
      })
      .where("id", "=", refund.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (to !== before.state) await logRefund(trx, after, order.merchant_id, to);
    if (to === "refunded") await bookRefund(services, trx, order, after);
    return after;
  });
}

/** The money is back with the buyer: the order's books, and its status once all of it is. */
async function bookRefund(
  services: Services,
  trx: Transaction<Schema>,
  order: LockedOrder,
  refund: RefundRow,
): Promise<void> {
  const attempt = await findAttempt(trx, refund.attempt_id, { lock: true });
  if (!attempt) throw new Error(`no attempt ${refund.attempt_id}`);
  const isAll = (await refundedSoFar(trx, attempt)) === attempt.amount;
  if (isAll)
    await moveAttempt(trx, attempt, order.merchant_id, {
      to: "refunded",
      cause: "refund",
      data: { refundId: refund.id },
    });
  if (refund.is_surplus) return;
  await trx
    .updateTable("orders")
    .set({ refunded_total: sql<never>`refunded_total + ${refund.amount}` })
    .where("id", "=", order.id)
    .execute();
  if (isAll)
    await moveOrder(trx, order, "REFUNDED", {
      type: "order.refunded",
      attemptId: attempt.id,
      data: { refundId: refund.id },
    });
  await services.onOrderRefunded(trx, {
    orderId: order.id,
    refundId: refund.id,
    amount: refund.amount,
    reason: refund.reason,
  });
}

async function logRefund(
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
      type: `refund.${state}`,
      data: JSON.stringify({ refundId: refund.id, amount: refund.amount, currency: refund.currency }),
    })
    .execute();
}
