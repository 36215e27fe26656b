/**
 * The one place that makes an order paid, and the one place where a provider's outcome changes an attempt. Outcomes
 * come from the first call, the buyer's return, a webhook or the job, in any order, twice or never; the tables of
 * states make the later ones harmless.
 */
import type { Transaction } from "kysely";
import { type AttemptState, attemptStateFacts, mayAttemptBecome } from "#core/attempt-status.ts";
import { orderStatusFacts, paidStatus } from "#core/order-status.ts";
import type { Outcome, StatedMoney } from "#core/outcome.ts";
import { timing } from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { type LockedOrder, lockOrder, moveOrder } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import {
  type AttemptChanges,
  type AttemptRow,
  attemptsOfOrder,
  findAttempt,
  moveAttempt,
  scheduleCheck,
} from "./attempt-store.ts";

/** Which step brought the outcome. Only the steps that we sent ourselves can leave an attempt `unknown`. */
export type OutcomeCause = "start" | "confirm" | "check" | "capture" | "cancel";

type Next = {
  readonly to: AttemptState;
  readonly set?: AttemptChanges;
  readonly data?: Readonly<Record<string, unknown>>;
};

/**
 * Applies an outcome to an attempt and, when money is proven, to its order; one transaction, order locked first.
 * @returns the attempt as it stands afterwards
 */
export async function applyOutcome(
  services: Services,
  attemptId: string,
  outcome: Outcome,
  cause: OutcomeCause,
): Promise<AttemptRow> {
  const { attempt, raised } = await runInTransaction(services.db.kysely, async (trx) => {
    const orderId = (await findAttempt(trx, attemptId))?.order_id;
    if (orderId === undefined) throw new Error(`no attempt ${attemptId}`);
    const order = await lockOrder(trx, orderId);
    const before = await findAttempt(trx, attemptId, { lock: true });
    if (!before) throw new Error(`no attempt ${attemptId}`);
    const next = nextState(before, order, outcome, cause, services.clock.now());
    if (next === null || (next.to !== before.state && !mayAttemptBecome(before.state, next.to))) {
      return { attempt: before, raised: null };
    }
    // A question that brought nothing new moves the deadline and leaves no trace in the logs.
    if (next.to === before.state && !next.data) {
      await scheduleCheck(trx, before, next.set ?? {});
      return { attempt: before, raised: null };
    }
    if (next.set?.settled_at && !(await makeWay(services, trx, before, order.merchant_id)))
      return { attempt: before, raised: null };
    await moveAttempt(trx, before, order.merchant_id, {
      to: next.to,
      cause,
      ...(next.set && { set: next.set }),
      ...(next.data && { data: next.data }),
    });
    if (next.set?.settled_at) await settleOrder(services, trx, order, before);
    return {
      attempt: (await findAttempt(trx, attemptId)) ?? before,
      raised: next.to === "surplus" ? next.data : null,
    };
  });
  if (raised) services.log.error("surplus money", { attemptId, ...raised });
  return attempt;
}

/**
 * Another attempt may be live when an open bill is paid. One that waits for its buyer is put aside; one that is with
 * its provider must be answered first, so this news is asked for again a little later.
 * @returns whether this attempt may settle the order now
 */
async function makeWay(
  services: Services,
  trx: Transaction<Schema>,
  attempt: AttemptRow,
  merchantId: number,
): Promise<boolean> {
  const all = await attemptsOfOrder(trx, attempt.order_id);
  const others = all.filter((other) => other.id !== attempt.id && attemptStateFacts[other.state].live);
  if (others.some((other) => attemptStateFacts[other.state].blocksStart)) {
    await scheduleCheck(trx, attempt, { next_check_at: nextCheck({ check_count: 0 }, services.clock.now()) });
    return false;
  }
  for (const other of others) {
    await moveAttempt(trx, other, merchantId, {
      to: "superseded",
      cause: "paid_otherwise",
      set: { next_check_at: new Date(services.clock.now()), check_count: 0 },
    });
  }
  return true;
}

/** Makes the order paid. Called only from `applyOutcome`, with the order locked and the attempt settled. */
async function settleOrder(
  services: Services,
  trx: Transaction<Schema>,
  order: LockedOrder,
  attempt: AttemptRow,
): Promise<void> {
  await moveOrder(trx, order, paidStatus(order.source), {
    type: "order.paid",
    attemptId: attempt.id,
    data: { method: attempt.method, amount: attempt.amount, currency: attempt.currency },
  });
  // Bills that are still out are to be taken back at their providers.
  await trx
    .updateTable("payment_attempts")
    .set({ next_check_at: new Date(services.clock.now()) })
    .where("order_id", "=", order.id)
    .where("state", "=", "offered")
    .execute();
  await services.onOrderPaid(trx, order.id);
}

/** What an outcome makes of an attempt; null when there is nothing to write. */
function nextState(
  before: AttemptRow,
  order: LockedOrder,
  outcome: Outcome,
  cause: OutcomeCause,
  now: number,
): Next | null {
  if (before.settled_at !== null && outcome.kind !== "captured" && outcome.kind !== "authorised") {
    // The order counts as paid on the provider's word; a failing collection is asked for again, never undone.
    return stillOpen(before, now);
  }
  switch (outcome.kind) {
    case "captured":
      return moneyArrived(before, order, outcome, "captured", now);
    case "authorised":
      return moneyArrived(before, order, outcome, "authorised", now);
    case "declined":
      return {
        to: outcome.retryable === true ? "awaiting_buyer" : "declined",
        set: {
          decline_reason: outcome.reason,
          provider_code: outcome.providerCode?.slice(0, 100) ?? null,
          next_check_at: outcome.retryable === true ? nextCheck(before, now) : null,
        },
        data: { reason: outcome.reason },
      };
    case "challenge":
    case "redirect":
    case "otp_sent":
      return {
        to: "awaiting_buyer",
        set: {
          provider_reference: outcome.reference,
          ...withData(outcome.data),
          next_check_at: new Date(now + 30_000),
          check_count: 0,
        },
      };
    case "reference_issued":
      return {
        to: "offered",
        set: {
          provider_reference: outcome.reference,
          provider_data: outcome.details,
          next_check_at: new Date(now + 60_000),
          check_count: 0,
        },
      };
    case "closed":
      return { to: outcome.as, set: { provider_code: outcome.providerCode ?? null, next_check_at: null } };
    case "not_sent":
      // Our own step certainly did not arrive: nothing can have been charged by it. A failed question proves nothing.
      return cause === "start" || cause === "confirm"
        ? { to: "declined", set: { decline_reason: "other", provider_code: "not_sent", next_check_at: null } }
        : stillOpen(before, now);
    case "not_found":
      return notFound(before, now);
    case "ready":
    case "pending":
    case "unknown":
      return cause === "start" || cause === "confirm"
        ? {
            to: "unknown",
            set: {
              ...withReference(outcome),
              ...withData(outcome.data),
              next_check_at: nextCheck(before, now),
            },
            data: { outcome: outcome.kind },
          }
        : stillOpen(before, now);
  }
}

/**
 * Money counts for the order only if amount and currency are the attempt's own, the attempt was still live and the
 * order still open. Everything else that arrives is kept as surplus, owed to the buyer (decision S3).
 */
function moneyArrived(
  before: AttemptRow,
  order: LockedOrder,
  outcome: {
    readonly reference: string;
    readonly money: StatedMoney;
    readonly paidWith?: { brand?: string; lastFour?: string };
  },
  to: "captured" | "authorised",
  now: number,
): Next | null {
  if (before.settled_at !== null) {
    return before.state === "authorised" && to === "captured" ? { to, set: { next_check_at: null } } : null;
  }
  const set: AttemptChanges = {
    provider_reference: outcome.reference,
    paid_brand: outcome.paidWith?.brand ?? null,
    paid_last_four: outcome.paidWith?.lastFour ?? null,
    next_check_at: to === "authorised" ? new Date(now) : null,
    check_count: 0,
  };
  const isExact = outcome.money.amount === before.amount && outcome.money.currency === before.currency;
  const isLive = attemptStateFacts[before.state].live || before.state === "offered";
  if (isExact && isLive && orderStatusFacts[order.status].payable) {
    return {
      to,
      set: { ...set, settled_at: new Date(now) },
      data: { amount: before.amount, currency: before.currency },
    };
  }
  if (before.state === "surplus") return null;
  return {
    to: "surplus",
    // Exact surplus is given back by the job; another amount needs a person.
    set: { ...set, next_check_at: isExact && to === "captured" ? new Date(now) : null },
    data: {
      stated: outcome.money.amount,
      statedCurrency: outcome.money.currency,
      expected: before.amount,
      isExact,
      orderStatus: order.status,
    },
  };
}

/** The provider never heard of it. Believed only once the request cannot be on its way any more. */
function notFound(before: AttemptRow, now: number): Next | null {
  const ageMs = now - before.step_started_at.getTime();
  if (ageMs < timing.notFoundGraceMs) return stillOpen(before, now);
  return { to: "expired", set: { provider_code: "not_found", next_check_at: null } };
}

/** Nothing new: ask again later. */
function stillOpen(before: AttemptRow, now: number): Next | null {
  if (!attemptStateFacts[before.state].isChecked) return null;
  // What was put aside is told to its provider a few times, then left: nothing can be charged by it.
  if (before.state === "superseded" && before.check_count >= timing.checkIntervalsMs.length) {
    return { to: before.state, set: { next_check_at: null } };
  }
  return {
    to: before.state,
    set: { check_count: before.check_count + 1, next_check_at: nextCheck(before, now) },
  };
}

/** When to ask next: growing intervals, the last one repeats. */
export function nextCheck(attempt: Pick<AttemptRow, "check_count">, now: number): Date {
  const intervals = timing.checkIntervalsMs;
  return new Date(now + (intervals[Math.min(attempt.check_count, intervals.length - 1)] ?? 0));
}

function withReference(outcome: Outcome): Pick<AttemptChanges, "provider_reference"> {
  return "reference" in outcome && outcome.reference !== undefined
    ? { provider_reference: outcome.reference }
    : {};
}

function withData(data: Readonly<Record<string, string>> | undefined): Pick<AttemptChanges, "provider_data"> {
  return data ? { provider_data: data } : {};
}
