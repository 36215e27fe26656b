/**
 * What a buyer may read of one attempt. Its state alone does not say it: a start without an answer took nothing, what we ended ourselves
 * is no decline, and a buyer who is on the page of an instalment service may have paid there.
 */
import { factsOf } from "#core/attempt-status.ts";
import { type DeclineReason, readReason } from "#core/outcome.ts";
import type { ProblemCode } from "#core/problem.ts";
import { flowFactsOf, type WaitsFor } from "#methods/flow.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { isNumberOut } from "./open-references.ts";
import { ownRefusal } from "./own-refusals.ts";
import { whatItWaitsFor } from "./waits-for.ts";

export type AttemptForBuyer =
  /** Its money is there. */
  | { readonly kind: "taken" }
  /** Its provider guarantees the money. */
  | { readonly kind: "approved" }
  /** Its money may have been taken: "do not pay again". */
  | { readonly kind: "checked" }
  /** It was begun and not finished: nothing has been paid by it, and another may be begun. */
  | { readonly kind: "begun" }
  /** Its number is out, and can be paid at a bank. */
  | { readonly kind: "offered" }
  /** Its time is over; no reason where it was that of its number, and nothing has noted it yet. */
  | { readonly kind: "over"; readonly reason: DeclineReason | null }
  /** It was cancelled. */
  | { readonly kind: "left"; readonly reason: DeclineReason }
  /** A bank or service has said no. */
  | { readonly kind: "declined"; readonly reason: DeclineReason }
  /** We have ended it before any bank or service was asked for the money. */
  | { readonly kind: "ended_by_us"; readonly problem: ProblemCode }
  /** It has made way for another one. */
  | { readonly kind: "superseded" }
  /** Its money is not the order's, and is to be given back. */
  | { readonly kind: "owed" }
  /** Its money was given back. */
  | { readonly kind: "given_back" };

type Facts = Pick<
  AttemptRow,
  "state" | "step" | "method" | "decline_reason" | "provider_code" | "provider_data"
>;

/**
 * What a buyer may read of an attempt, at a moment (milliseconds). Whatever words an attempt for a buyer asks this, and no other fact of
 * it (ARCHITECTURE.md, "How a payment flows").
 */
export function attemptForBuyer(attempt: Facts, now: number): AttemptForBuyer {
  switch (attempt.state) {
    case "captured":
      return { kind: "taken" };
    case "authorised":
      return { kind: "approved" };
    case "in_flight":
    case "unknown":
    case "awaiting_buyer":
      return { kind: mayBePaid(attempt) ? "checked" : "begun" };
    case "offered":
      return isNumberOut(attempt, now) ? { kind: "offered" } : { kind: "over", reason: null };
    case "expired":
      return { kind: "over", reason: reasonOfEnd(attempt) };
    case "cancelled":
      return { kind: "left", reason: reasonOfEnd(attempt) };
    case "declined": {
      const problem = ownRefusal(attempt);
      if (problem !== null) return { kind: "ended_by_us", problem };
      return { kind: "declined", reason: readReason(attempt.decline_reason) };
    }
    case "superseded":
      return { kind: "superseded" };
    case "surplus":
      return { kind: "owed" };
    case "refunded":
      return { kind: "given_back" };
  }
}

/**
 * Whether money may have been taken: the provider has not answered, to a step that takes any. An instalment provider that is still deciding counts; a 3-D
 * Secure page that was left, and a code that was not typed, do not: a provider that knows more says so (`isUnderWay`).
 */
function mayBePaid(attempt: Facts): boolean {
  if (factsOf(attempt).blocksStart) return true;
  return attempt.state === "awaiting_buyer" && flowFactsOf(attempt.method)?.mayBePaidMeanwhile === true;
}

/** What it says of a payment that ran out of time: a code is asked for again, anything else was left by its buyer. */
const reasonsOfExpiry: Readonly<Record<WaitsFor, DeclineReason>> = {
  bank: "cancelled_by_buyer",
  code: "otp_expired",
  page: "cancelled_by_buyer",
  number: "cancelled_by_buyer",
};

/** Why an attempt ended that no one declined. */
export function reasonOfEnd(ended: Pick<AttemptRow, "state" | "method" | "provider_data">): DeclineReason {
  return ended.state === "expired" ? reasonsOfExpiry[whatItWaitsFor(ended)] : "cancelled_by_buyer";
}
