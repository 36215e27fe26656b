/** What a provider's outcome makes of an attempt: rules without I/O. `settle.ts` writes down what they say. */
import { type AttemptState, attemptStateFacts } from "#core/attempt-status.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import type { Outcome } from "#core/outcome.ts";
import * as timing from "#core/timing.ts";
import type { LockedOrder } from "../orders/order-moves.ts";
import type { AttemptChanges, AttemptRow } from "./attempt-store.ts";

/** Which step brought the outcome. Only the steps that we sent ourselves can leave an attempt `unknown`. */
export type OutcomeCause = "start" | "confirm" | "check" | "capture" | "cancel";

export type Next = {
  readonly to: AttemptState;
  readonly set?: AttemptChanges;
  readonly event?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Somebody must look at this: money that is not what the attempt asked for. */
  readonly isRaised?: boolean;
  /** The money is the order's: this attempt settles it. */
  readonly settles?: true;
};

/** Stored as the provider's code of an attempt that the provider did not take. */
const notSentCode = "not_sent";

/** Whether an attempt ended before anything was done: its provider could not be reached, or was too busy for it. */
export function wasNotSent(attempt: Pick<AttemptRow, "state" | "provider_code">): boolean {
  return attempt.state === "declined" && attempt.provider_code === notSentCode;
}

/** What an outcome makes of an attempt; null when there is nothing to write. */
export function nextState(
  before: AttemptRow,
  order: LockedOrder,
  outcome: Outcome,
  cause: OutcomeCause,
  now: number,
): Next | null {
  const next = judge(before, order, outcome, cause, now);
  return next && withinLifetime(before, next, now);
}

/**
 * An attempt that may be left waiting is asked about when its time is over, not when the growing intervals come round:
 * until then nobody could close it. Where a provider gives its buyers longer, this is one question more.
 */
function withinLifetime(before: AttemptRow, next: Next, now: number): Next {
  const mayBeAbandoned = next.to === "awaiting_buyer" || (next.to === "unknown" && before.step === "start");
  const dueAt = next.set?.next_check_at?.getTime() ?? 0;
  const overAt = before.created_at.getTime() + timing.threeDSecureLifetimeMs;
  if (!mayBeAbandoned || now >= overAt || dueAt <= overAt) return next;
  return { ...next, set: { ...next.set, next_check_at: new Date(overAt) } };
}

function judge(
  before: AttemptRow,
  order: LockedOrder,
  outcome: Outcome,
  cause: OutcomeCause,
  now: number,
): Next | null {
  if (before.settled_at !== null && outcome.kind !== "captured") {
    // The order counts as paid on the provider's word; a failing collection is asked for again, never undone.
    return stillOpen(before, now);
  }
  switch (outcome.kind) {
    case "captured":
    case "authorised":
      return before.settled_at === null
        ? moneyArrived(before, order, outcome, now)
        : collected(before, outcome);
    case "part_received":
      return partReceived(before, order, outcome, now);
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
        ? {
            to: "declined",
            set: { decline_reason: "other", provider_code: notSentCode, next_check_at: null },
          }
        : stillOpen(before, now);
    case "not_found":
      return notFound(before, now);
    case "ready":
    case "pending":
    case "unknown":
      return cause === "start" || cause === "confirm" || isUnderWay(before, outcome)
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

/** Paid on the provider's page, and in doubt there: from now on nothing else may be started (decision S3). */
function isUnderWay(before: AttemptRow, outcome: Outcome): boolean {
  return before.state === "awaiting_buyer" && outcome.kind === "unknown" && outcome.isUnderWay === true;
}

type Captured = Extract<Outcome, { kind: "captured" }>;
type Proven = Captured | Extract<Outcome, { kind: "authorised" }>;

/** What a provider states to have taken, beside what the attempt asked for. */
function compare(before: AttemptRow, outcome: Proven) {
  const { amount: stated, currency: statedCurrency } = outcome.money;
  const isSameCurrency = statedCurrency === before.currency;
  const isExact = stated === before.amount && isSameCurrency;
  const mayExceed = outcome.kind === "captured" && outcome.mayExceed === true;
  return {
    isExact,
    /** All that was asked for is there, and what is above it is known to be the buyer's. */
    isEnough: isExact || (mayExceed && isSameCurrency && stated > before.amount),
    received: isExact || !isSameCurrency ? null : stated,
    data: { stated, statedCurrency, expected: before.amount, isExact },
  };
}

/**
 * Money counts for the order only if amount and currency are the attempt's own and still the order's, the attempt was
 * still live and the order still open. Everything else that arrives is kept as surplus, owed to the buyer (decision S3). What a buyer
 * sent beyond the order's amount is theirs as well, and no reason to leave the order unpaid (decision 0010).
 */
function moneyArrived(before: AttemptRow, order: LockedOrder, outcome: Proven, now: number): Next | null {
  const { kind: to, reference } = outcome;
  const paidWith = outcome.kind === "captured" ? outcome.paidWith : undefined;
  const { isExact, isEnough, received, data } = compare(before, outcome);
  const set: AttemptChanges = {
    provider_reference: reference,
    paid_brand: paidWith?.brand ?? null,
    paid_last_four: paidWith?.lastFour ?? null,
    received_amount: received,
    next_check_at: to === "authorised" ? new Date(now) : null,
    check_count: 0,
  };
  const isLive = attemptStateFacts[before.state].live || before.state === "offered";
  // No call edits an order that is being paid; should one ever change, the old sum does not pay the new total.
  const isOrdersOwn = before.amount === order.total && before.currency === order.currency;
  if (isEnough && isLive && isOrdersOwn && orderStatusFacts[order.status].payable) {
    return {
      to,
      set,
      settles: true,
      data: {
        amount: before.amount,
        currency: before.currency,
        ...(received !== null && { surplus: received - before.amount }),
      },
      isRaised: !isExact,
    };
  }
  if (before.state === "surplus") return null;
  return {
    to: "surplus",
    // Exact surplus is given back by the job; another amount needs a person.
    set: { ...set, next_check_at: isExact && to === "captured" ? new Date(now) : null },
    data: { ...data, orderStatus: order.status },
    isRaised: true,
  };
}

/**
 * Approved money was collected: the order is paid already, on the provider's word. Another sum than was approved is
 * kept and raised; it was taken all the same, so the attempt does not wait for more.
 */
function collected(before: AttemptRow, outcome: Proven): Next | null {
  if (before.state !== "authorised" || outcome.kind !== "captured") return null;
  const { isExact, received, data } = compare(before, outcome);
  const set: AttemptChanges = { next_check_at: null, received_amount: received };
  return isExact ? { to: "captured", set } : { to: "captured", set, data, isRaised: true };
}

/**
 * A part of a transfer. While its account is open the rest may come, so it is written down and nothing else; on an
 * attempt that is over it is money like any other that fits nowhere.
 */
function partReceived(
  before: AttemptRow,
  order: LockedOrder,
  { reference, received }: Extract<Outcome, { kind: "part_received" }>,
  now: number,
): Next | null {
  if (before.state !== "offered")
    return moneyArrived(before, order, { kind: "captured", reference, money: received }, now);
  if (before.received_amount === received.amount) return stillOpen(before, now);
  return {
    to: "offered",
    event: "part_received",
    set: {
      received_amount: received.amount,
      check_count: 0,
      next_check_at: nextCheck({ check_count: 0 }, now),
    },
    data: { received: received.amount, expected: before.amount, currency: received.currency },
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
    // Asked about in flight, its caller is gone: from now on whoever wants to know may ask, not the job alone.
    to: before.state === "in_flight" ? "unknown" : before.state,
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
