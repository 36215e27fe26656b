/** The next state of an attempt after a provider's outcome: rules without I/O, applied by `settle.ts`. */
import type { AttemptState } from "#core/attempt-status.ts";
import type { AttemptEvent } from "#core/event-types.ts";
import { type DeclineReason, dataOfCode, type Outcome, readReason } from "#core/outcome.ts";
import * as timing from "#core/timing.ts";
import type { LockedOrder } from "../orders/order-moves.ts";
import type { AttemptChanges, AttemptRow, MoveFacts } from "./attempt-store.ts";
import { collected, isUnusableApproval, moneyArrived, supersedeApproved } from "./proven-money.ts";
import { nextCheck, nextQuestion } from "./question-times.ts";

/** Which step brought the outcome. Only the steps that we sent ourselves can leave an attempt `unknown`. */
export type OutcomeCause = "start" | "confirm" | "check" | "capture" | "cancel";

export type Next = {
  readonly to: AttemptState;
  readonly set?: AttemptChanges;
  readonly event?: AttemptEvent;
  readonly data?: MoveFacts;
  /** A person must check this: money that is not what the attempt asked for. */
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

/**
 * The next state of an attempt after an outcome; null when there is nothing to write. After an answer without news the
 * job sets the next check (`question-times.ts`): checks by others do not delay it.
 */
export function nextState(
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
      if (before.settled_at !== null) return collected(before, outcome);
      return isUnusableApproval(before, order, outcome)
        ? supersedeApproved(before, order, outcome, { cause, now })
        : moneyArrived(before, order, outcome, now);
    case "part_received":
      return partReceived(before, order, outcome, now);
    case "declined": {
      const reason = reasonOf(before, outcome.reason, cause);
      return {
        to: outcome.retryable === true ? "awaiting_buyer" : "declined",
        set: {
          decline_reason: reason,
          provider_code: outcome.providerCode?.slice(0, 100) ?? null,
          next_check_at: outcome.retryable === true ? askAgain(before, "awaiting_buyer", now) : null,
        },
        data: { reason },
      };
    }
    case "challenge":
    case "redirect":
    case "otp_sent":
      return {
        to: "awaiting_buyer",
        set: {
          provider_reference: outcome.reference,
          ...withData(outcome.kind === "otp_sent" ? dataOfCode(outcome) : outcome.data),
          next_check_at: new Date(now + 30_000),
          check_count: 0,
        },
      };
    case "reference_issued":
      return {
        to: "offered",
        set: {
          provider_reference: outcome.reference,
          provider_data: { ...outcome.details, ...endOf(outcome, order) },
          next_check_at: new Date(now + 60_000),
          check_count: 0,
        },
      };
    case "closed":
      return { to: outcome.as, set: { provider_code: outcome.providerCode ?? null, next_check_at: null } };
    case "not_sent":
      return cause === "start" || cause === "confirm" ? notSent(before, cause, now) : stillOpen(before, now);
    case "not_found":
      return notFound(before, outcome, now);
    case "ready":
    case "pending":
    case "unknown":
      if (isUnderWay(before, outcome)) return underWay(before, outcome, now);
      return cause === "start" || cause === "confirm"
        ? {
            to: "unknown",
            set: {
              ...withReference(outcome),
              ...withData(outcome.data),
              next_check_at: askAgain(before, "unknown", now),
            },
            data: { outcome: outcome.kind },
          }
        : stillOpen(before, now);
  }
}

/** A provider that has ended a payment by wrong codes may not say why when it is asked later: what it said of the last code stays. */
function reasonOf(before: AttemptRow, reason: DeclineReason, cause: OutcomeCause): DeclineReason {
  const isKnown = cause === "check" && before.state === "awaiting_buyer" && before.decline_reason !== null;
  return reason === "other" && isKnown ? readReason(before.decline_reason) : reason;
}

/**
 * Our own step was certainly not taken. That is a decline where nothing else of the attempt can be under way: not after
 * an earlier sending without an answer, of which this one says nothing, and not when the attempt has moved on since, by
 * another step or by an answer that came after all. A failed check proves nothing either.
 */
function notSent(before: AttemptRow, cause: "start" | "confirm", now: number): Next | null {
  const isUnanswered = before.state === "in_flight" || before.state === "unknown";
  if (before.step !== cause || !isUnanswered) return null;
  if (before.unanswered_at === null) {
    return {
      to: "declined",
      set: { decline_reason: "other", provider_code: notSentCode, next_check_at: null },
    };
  }
  // As if the repetition had never been sent: the next one need not wait for it.
  const stands = { ...before, step_started_at: before.unanswered_at };
  return {
    to: "unknown",
    set: { step_started_at: before.unanswered_at, next_check_at: askAgain(stands, "unknown", now) },
    data: { outcome: "not_sent" },
  };
}

/** Paid on the provider's page, and its outcome is unknown there: from now on no other payment may be started (decision S3). */
function isUnderWay(before: AttemptRow, outcome: Outcome): boolean {
  return before.state === "awaiting_buyer" && outcome.kind === "unknown" && outcome.isUnderWay === true;
}

/** The buyer has taken the step that takes money. */
function underWay(before: AttemptRow, outcome: Outcome, now: number): Next {
  const step = { step: "confirm", step_started_at: new Date(now) } as const;
  const next_check_at = askAgain({ ...before, ...step }, "unknown", now);
  return { to: "unknown", set: { ...step, next_check_at }, data: { outcome: outcome.kind } };
}

/** What was never asked about is asked about soon: where a process was frozen, the age of its step says nothing. */
function askAgain(attempt: AttemptRow, state: AttemptState, now: number): Date {
  return attempt.check_count === 0 ? nextCheck(attempt, now) : nextQuestion({ ...attempt, state }, now);
}

/**
 * A part of a transfer. While its account is open the rest may arrive, so it is only recorded; on an
 * attempt that has ended it is surplus.
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
    event: "payment.part_received",
    set: {
      received_amount: received.amount,
      check_count: 0,
      next_check_at: nextCheck({ check_count: 0 }, now),
    },
    data: { received: received.amount, expected: before.amount, currency: received.currency },
  };
}

/** The provider had no record of it. Trusted only where the request could no longer be on its way when it was asked. */
function notFound(
  before: AttemptRow,
  { askedAt }: Extract<Outcome, { kind: "not_found" }>,
  now: number,
): Next | null {
  const isBelieved =
    askedAt !== undefined && askedAt - before.step_started_at.getTime() >= timing.notFoundGraceMs;
  if (!isBelieved) return stillOpen(before, now);
  return { to: "expired", set: { provider_code: "not_found", next_check_at: null } };
}

/**
 * The one name under which the end of a number is stored, whatever the method calls it for its buyers. It ends with its order,
 * also where the provider would take it for longer; the end of an order stays while a number is out (`reference_open`).
 */
function endOf(
  { expiresAt }: Extract<Outcome, { kind: "reference_issued" }>,
  { expires_at }: LockedOrder,
): { readonly expiresAt: string } {
  const ends = [expiresAt, expires_at?.getTime() ?? null].filter((end) => end !== null);
  return { expiresAt: ends.length === 0 ? "" : new Date(Math.min(...ends)).toISOString() };
}

/** No news. An attempt in flight that is checked has lost its caller: from now on any caller may check it. */
function stillOpen(before: AttemptRow, now: number): Next | null {
  if (before.state !== "in_flight") return null;
  return { to: "unknown", set: { next_check_at: askAgain(before, "unknown", now) } };
}

function withReference(outcome: Outcome): Pick<AttemptChanges, "provider_reference"> {
  return "reference" in outcome && outcome.reference !== undefined
    ? { provider_reference: outcome.reference }
    : {};
}

function withData(data: Readonly<Record<string, string>> | undefined): Pick<AttemptChanges, "provider_data"> {
  return data ? { provider_data: data } : {};
}
