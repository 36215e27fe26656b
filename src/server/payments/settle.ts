/**
 * The only place that makes an order paid, and where a provider's outcome changes an attempt. Outcomes
 * come from the first call, the buyer's return, a webhook or the job, in any order, repeated or not at all; the state
 * tables make repetitions harmless.
 */
import type { Transaction } from "kysely";
import { factsOf, mayAttemptBecome } from "#core/attempt-status.ts";
import { paidStatus } from "#core/order-status.ts";
import type { Outcome } from "#core/outcome.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { type LockedOrder, lockOrderOf, moveOrder } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import { type AttemptRow, attemptsOfOrder, moveAttempt, scheduleCheck } from "./attempt-store.ts";
import { noteTry } from "./decline-watch.ts";
import { type Next, nextState, type OutcomeCause } from "./next-state.ts";
import { nextCheck } from "./question-times.ts";

/**
 * Applies an outcome to an attempt and, when money is proven, to its order; one transaction, order locked first.
 * @returns the attempt as it is afterwards
 */
export async function applyOutcome(
  services: Services,
  attemptId: string,
  outcome: Outcome,
  cause: OutcomeCause,
): Promise<AttemptRow> {
  const { attempt, raised, hasMoved } = await runInTransaction(services.db.kysely, async (trx) => {
    const order = await lockOrderOf(trx, attemptId);
    const attempts = await attemptsOfOrder(trx, order.id);
    const before = attempts.find(({ id }) => id === attemptId);
    if (!before) throw new Error(`attempt ${attemptId} is not of its order`);
    const unchanged = { attempt: before, raised: null, hasMoved: false };
    const others = attempts.filter((other) => other !== before);
    const now = services.clock.now();
    const next = withNews(before, nextState(before, order, outcome, cause, now), now);
    if (next === null || (next.to !== before.state && !mayAttemptBecome(before.state, next.to))) {
      return unchanged;
    }
    // A check without news moves the deadline and is not logged.
    if (next.to === before.state && !next.data) {
      await scheduleCheck(trx, before, next.set ?? {});
      return unchanged;
    }
    const merchantId = order.merchant_id;
    if (next.settles && !(await makeWay(services, trx, { attempt: before, others, merchantId }))) {
      return unchanged;
    }
    const moved = await moveAttempt(trx, before, merchantId, {
      to: next.to,
      cause,
      set: { ...next.set, ...(next.settles && { settled_at: new Date(services.clock.now()) }) },
      ...(next.event && { event: next.event }),
      ...(next.data && { data: next.data }),
    });
    // Every move of an attempt holds its order's lock, as this does.
    if (!moved) throw new Error(`attempt ${attemptId} was moved without its order's lock`);
    if (next.settles) await settleOrder(services, trx, { order, attempt: before, others });
    return { attempt: moved, raised: next.isRaised ? next.data : null, hasMoved: next.to !== before.state };
  });
  if (hasMoved) services.metrics?.countPayment(attempt.method, attempt.state);
  if (raised) services.log.error("surplus money", { attemptId, ...raised });
  if (attempt.state === "declined") noteTry(services, attempt.merchant_id);
  return attempt;
}

/**
 * A message that arrived while this answer was on its way may be newer: its check
 * is still due.
 */
function withNews(before: AttemptRow, next: Next | null, now: number): Next | null {
  const isWaiting =
    before.news_at !== null && before.next_check_at !== null && before.next_check_at.getTime() <= now;
  if (next === null || !isWaiting || !mayAttemptBecome(next.to, "surplus")) return next;
  return { ...next, set: { ...next.set, next_check_at: new Date(now) } };
}

/**
 * Another attempt may be live when an open bill is paid. One that waits for its buyer is superseded; one that is with
 * its provider must be answered first, so this outcome is checked again a little later.
 * @returns whether this attempt may settle the order now
 */
async function makeWay(
  services: Services,
  trx: Transaction<Schema>,
  {
    attempt,
    others,
    merchantId,
  }: {
    readonly attempt: AttemptRow;
    readonly others: readonly AttemptRow[];
    readonly merchantId: number;
  },
): Promise<boolean> {
  const now = services.clock.now();
  if (others.some((other) => factsOf(other).blocksStart)) {
    await scheduleCheck(trx, attempt, { next_check_at: nextCheck({ check_count: 0 }, now) });
    return false;
  }
  for (const other of others.filter((each) => factsOf(each).live)) {
    await moveAttempt(trx, other, merchantId, {
      to: "superseded",
      cause: "paid_otherwise",
      set: { next_check_at: new Date(now), check_count: 0 },
    });
  }
  return true;
}

/**
 * Makes the order paid, with the order locked and the attempt settled. Called by `applyOutcome`, and by `record-payment.ts`
 * for money that no provider tells of.
 */
export async function settleOrder(
  services: Pick<Services, "clock" | "onOrderPaid">,
  trx: Transaction<Schema>,
  {
    order,
    attempt,
    others,
  }: {
    readonly order: LockedOrder;
    readonly attempt: AttemptRow;
    readonly others: readonly AttemptRow[];
  },
): Promise<void> {
  await moveOrder(trx, order, paidStatus(order.source), {
    type: "invoice.paid",
    attemptId: attempt.id,
    data: { method: attempt.method, amount: attempt.amount, currency: attempt.currency },
  });
  // Open bills are to be cancelled at their providers.
  for (const bill of others.filter(({ state }) => state === "offered")) {
    await scheduleCheck(trx, bill, { next_check_at: new Date(services.clock.now()) });
  }
  await services.onOrderPaid(trx, order);
}
