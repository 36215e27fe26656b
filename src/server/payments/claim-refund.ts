/**
 * Asking for a refund of a paid order, under the order's lock. Each method decides whether it
 * can refund: it has `provider.refund` or not, and all that have it accept partial refunds. What a provider cannot
 * refund (SADAD bills, transfers), or has refused to, the merchant pays out by hand and records here.
 */
import type { Transaction } from "kysely";
import { attemptStateFacts } from "#core/attempt-status.ts";
import { type Minor, minor } from "#core/money.ts";
import { orderStatusFacts, refusalOfUnpaid } from "#core/order-status.ts";
import { isByHand as wasByHand } from "#core/payment-by-hand.ts";
import { Problem } from "#core/problem.ts";
import { openRefundStates } from "#core/refund-status.ts";
import type { CreditedLine, LineToRefund } from "#core/tax/credit-note.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import { type LockedOrder, lockOrder } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { bookRefund, logRefund, type RefundRow, refundedSoFar, takenBy } from "./book-refund.ts";
import { paymentsOfOrder, paymentToRefund } from "./order-payments.ts";
import { findProviderOfAttempt } from "./providers.ts";
import { askForApproval } from "./refund-approvals.ts";
import { type RefundMaker, reachedLimit } from "./refund-limits.ts";
import { insertRefundLines, planRefund, type RefundPlan, refundableLines } from "./refund-lines.ts";

export type RefundRequest = {
  readonly orderId: number;
  /** Minor units; null with no lines refunds all that is left. */
  readonly amount: Minor | null;
  /** The lines that are refunded; null where an amount is enough. */
  readonly lines: readonly LineToRefund[] | null;
  readonly reason: string | null;
  /** The merchant has paid the money out without us; only where the provider cannot refund, or has refused to. */
  readonly isByHand: boolean;
  readonly maker: RefundMaker;
  /** Given by a second person, who saw this amount; null where none was asked yet. */
  readonly approval: { readonly id: string; readonly amount: Minor } | null;
};

/** A refund, or the request for one: a limit of the merchant asks for a second person. */
export type ClaimedRefund =
  | { readonly kind: "claimed"; readonly refund: RefundRow }
  | { readonly kind: "asked"; readonly approvalId: string };

/**
 * Claims a refund of a paid order; it is sent by `sendRefund` once this transaction is committed. One that was made by
 * hand is booked at once, and there is nothing to send. Above a limit of the merchant a second person is asked instead.
 * @throws Problem `order_not_paid`, `order_refunded`, `refund_too_large`, `refund_in_progress`, `payment_not_captured`, `lines_required`,
 *   `refund_not_supported`, `validation_failed` when a refund by hand is not wanted here or lines are wrong;
 *   `approval_pending` while a request for the order waits, `approval_outdated` when what was approved is another amount now
 */
export async function claimRefund(
  services: Services,
  trx: Transaction<Schema>,
  request: RefundRequest,
): Promise<ClaimedRefund> {
  const order = await lockOrder(trx, request.orderId);
  const facts = orderStatusFacts[order.status];
  if (!facts.refundable) throw new Problem(refusalOfUnpaid(facts));
  const attempt = paymentToRefund(await paymentsOfOrder(trx, order));
  const { isByHand, reason } = request;
  await requireWay(services, trx, attempt, isByHand);
  if (attempt.state !== "captured") throw new Problem("payment_not_captured");
  await refuseSecondRefund(trx, attempt);
  const left = minor(takenBy(attempt) - (await refundedSoFar(trx, attempt)));
  const plan = planRefund(await refundableLines(trx, order), request, left);
  const leave = await approvalOrRequest(services, trx, { order, attempt }, { ...request, plan });
  if (leave.kind === "asked") return leave;
  const made = { ...plan, reason, isByHand, madeBy: request.maker.name, approvalId: leave.id };
  const refund = await insertRefund(services, trx, { order, attempt }, made);
  if (isByHand) await bookRefund(services, trx, order, refund);
  return { kind: "claimed", refund };
}

/** The approval by which a refund is made, null where none is needed; or the request for one that was just made. */
async function approvalOrRequest(
  services: Services,
  trx: Transaction<Schema>,
  { order, attempt }: { readonly order: LockedOrder; readonly attempt: AttemptRow },
  { plan, approval, ...request }: RefundRequest & { readonly plan: RefundPlan },
): Promise<
  { readonly kind: "free"; readonly id: string | null } | (ClaimedRefund & { readonly kind: "asked" })
> {
  if (approval) {
    if (approval.amount !== plan.amount) throw new Problem("approval_outdated");
    return { kind: "free", id: approval.id };
  }
  const { amount, lines, maker, reason, isByHand } = request;
  const refund = {
    merchantId: order.merchant_id,
    orderId: order.id,
    amount: plan.amount,
    currency: attempt.currency,
  };
  const reached = await reachedLimit(trx, { ...refund, maker });
  if (reached === null) return { kind: "free", id: null };
  const asked = { ...refund, wish: { amount, lines }, reason, isByHand, reached, requestedBy: maker.name };
  return { kind: "asked", approvalId: await askForApproval(services, trx, asked) };
}

/** A refund goes the one way that the method has; by hand, too, what the provider has refused to give back, or whose account is gone. */
async function requireWay(
  services: Services,
  trx: Transaction<Schema>,
  attempt: AttemptRow,
  isByHand: boolean,
): Promise<void> {
  if (wasByHand(attempt)) {
    if (!isByHand) throw new Problem("refund_not_supported");
    return;
  }
  const provider = await findProviderOfAttempt(services, attempt, attempt.merchant_id);
  if (!provider?.refund && !isByHand) throw new Problem("refund_not_supported");
  if (provider?.refund && isByHand && !(await wasLastRefused(trx, attempt)))
    throw new Problem("validation_failed", {
      fields: [{ path: "byHand", code: "invalid", message: "this payment is refunded by its provider" }],
    });
}

/** Whether the provider has refused the last refund of a payment: the card or the account may be gone. */
async function wasLastRefused(
  trx: Transaction<Schema>,
  { merchant_id, id }: Pick<AttemptRow, "merchant_id" | "id">,
): Promise<boolean> {
  const last = await trx
    .selectFrom("refunds")
    .select("state")
    .where("merchant_id", "=", merchant_id)
    .where("attempt_id", "=", id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.state === "declined";
}

/** One at a time: the order's lock is held, so what is open now is all that is open. */
export async function refuseSecondRefund(trx: Transaction<Schema>, attempt: AttemptRow): Promise<void> {
  const open = await trx
    .selectFrom("refunds")
    .select("id")
    .where("merchant_id", "=", attempt.merchant_id)
    .where("attempt_id", "=", attempt.id)
    .where("state", "in", openRefundStates)
    .executeTakeFirst();
  if (open) throw new Problem("refund_in_progress");
}

type NewRefund = {
  readonly amount: Minor;
  readonly reason: string | null;
  readonly isSurplus?: boolean;
  readonly isByHand?: boolean;
  /** Who asked for it; null for automatic refunds. */
  readonly madeBy?: string | null;
  readonly approvalId?: string | null;
  /** What it takes back of each line of the order; nothing of surplus, which was never the order's. */
  readonly credited?: readonly CreditedLine[] | null;
};

/**
 * Writes a refund down: under way, or done where it was made by hand.
 * @throws Problem `payment_not_captured` where nothing was taken: an approval is given up, not refunded
 */
export async function insertRefund(
  services: Services,
  trx: Transaction<Schema>,
  { order, attempt }: { readonly order: LockedOrder; readonly attempt: AttemptRow },
  {
    amount,
    reason,
    isSurplus = false,
    isByHand = false,
    credited = null,
    madeBy = null,
    approvalId = null,
  }: NewRefund,
): Promise<RefundRow> {
  if (!attemptStateFacts[attempt.state].tookMoney) throw new Problem("payment_not_captured");
  const state = isByHand ? "refunded" : "in_flight";
  const row = await trx
    .insertInto("refunds")
    .values({
      merchant_id: order.merchant_id,
      id: services.ids.attemptId(),
      order_id: order.id,
      attempt_id: attempt.id,
      amount,
      currency: attempt.currency,
      state,
      is_surplus: isSurplus,
      is_by_hand: isByHand,
      made_by: madeBy,
      approval_id: approvalId,
      reason,
      next_check_at: isByHand ? null : new Date(services.clock.now() + timing.refundPickUpMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (credited) await insertRefundLines(trx, row, credited);
  await logRefund(trx, row, order.merchant_id, state);
  return row;
}
