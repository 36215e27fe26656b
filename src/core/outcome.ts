/**
 * What a step at a payment provider came to. Adapters return one of these and never throw for a business result;
 * `unknown` is one of them.
 */
import type { Minor } from "./money.ts";

/** Why a payment was refused, in the project's own words. Every provider maps its codes to these by a flat table. */
export const declineReasons = [
  /** The card's bank, without a closer reason. */
  "card_declined",
  "insufficient_funds",
  "expired_card",
  "wrong_security_code",
  "card_not_supported",
  "three_ds_failed",
  /** The card takes no part in 3-D Secure: another card helps, another try does not. */
  "three_ds_not_enabled",
  /** Also where the provider has one code of its own for a wrong and an old one. */
  "otp_wrong",
  "otp_expired",
  /**
   * Outside of a limit at either end: of the provider for its shops, or of the buyer's card or account, by the amount or by how
   * often. Some providers have one code for too much and too little, so its texts say neither.
   */
  "limit_exceeded",
  /** The provider, or the wallet's side, does not take this payment or this buyer, and it is no limit. Of many, shops are sent to ask about their account. */
  "rejected_by_provider",
  /** The bank or the provider suspects fraud: shops read a warning about it. */
  "suspected_fraud",
  /** The buyer left or cancelled. What ran out is the outcome `closed` as expired, and no decline. */
  "cancelled_by_buyer",
  /** Nothing closer is known, as of a code that no table lists. */
  "other",
] as const;

export type DeclineReason = (typeof declineReasons)[number];

/** A stored reason as one of ours. */
export function readReason(stored: string | null): DeclineReason {
  return declineReasons.find((reason) => reason === stored) ?? "other";
}

/** Money as a provider states it, to be compared with the attempt's own before anything counts as paid. */
export type StatedMoney = { readonly amount: Minor; readonly currency: string };

/** What is known of the card that paid, for the receipt: never more than brand and last four digits. */
export type PaidWith = { readonly brand?: string; readonly lastFour?: string };

/**
 * What the provider needs to receive when the attempt continues (a session, a version): stored with the attempt and
 * handed back in its context. Nothing secret.
 */
export type StepData = Readonly<Record<string, string>>;

export type Outcome =
  /** The money was taken. */
  | {
      readonly kind: "captured";
      readonly reference: string;
      readonly money: StatedMoney;
      /** The sum was the buyer's to type: what is above the order's is theirs, and the order is paid all the same. */
      readonly mayExceed?: true;
      readonly paidWith?: PaidWith;
    }
  /** A part of the money is there and the rest may come; nothing is decided (a transfer in parts). */
  | { readonly kind: "part_received"; readonly reference: string; readonly received: StatedMoney }
  /** The money is guaranteed and a capture is due. */
  | { readonly kind: "authorised"; readonly reference: string; readonly money: StatedMoney }
  /** The buyer is proven and nothing was charged yet; the capture step may run behind the fence. */
  | { readonly kind: "ready"; readonly reference: string; readonly data?: StepData }
  | {
      readonly kind: "declined";
      readonly reason: DeclineReason;
      /** The provider's own code and words: stored (redacted), never shown. */
      readonly providerCode?: string;
      readonly providerText?: string;
      /** The buyer may try again within the same attempt: a wrong code, also the one by which the provider ends it, since the core counts them. */
      readonly retryable?: boolean;
      /** The request was refused before it became a payment: that says nothing of an earlier copy on its way. */
      readonly isOfRequest?: boolean;
    }
  | { readonly kind: "redirect"; readonly url: string; readonly reference: string; readonly data?: StepData }
  /** A one-time code is on its way, to be typed on our page. */
  | {
      readonly kind: "otp_sent";
      readonly reference: string;
      /** Last digits of the mobile that it was sent to: enough for its owner to recognise it, and not enough to call it. */
      readonly mobileEnd: string;
      /** Until when it can be typed (milliseconds since the epoch), null where the provider does not say. */
      readonly codeExpiresAt: number | null;
      readonly data?: StepData;
    }
  /** A 3-D Secure page of the card's bank, as HTML of a third party. */
  | {
      readonly kind: "challenge";
      readonly html: string;
      readonly reference: string;
      readonly data?: StepData;
    }
  | {
      readonly kind: "reference_issued";
      readonly reference: string;
      /** What the buyer is shown: bill number, IBAN and so on, by field name. */
      readonly details: Readonly<Record<string, string>>;
      /**
       * Until when it can be paid (milliseconds since the epoch), null for no end: afterwards no buyer is shown it. Stored with
       * the details as `expiresAt` (RFC 3339), under which the method's call finds it.
       */
      readonly expiresAt: number | null;
    }
  /**
   * The provider knows the payment and has not decided. An unlisted provider status is this, too, but for one that a buyer can only have
   * by taking the step that takes money on the provider's page: that is `unknown` and `isUnderWay`, or the buyer reads "not paid".
   */
  | { readonly kind: "pending"; readonly reference?: string; readonly data?: StepData }
  /** The provider says that the payment was abandoned or ran out of time; nothing was charged. */
  | { readonly kind: "closed"; readonly as: "cancelled" | "expired"; readonly providerCode?: string }
  /**
   * The provider has no record of it: the request did not arrive. Believed only after a grace period, by when it was asked
   * (milliseconds since the epoch), which the caller adds: an answer that took long says nothing of what came meanwhile.
   */
  | { readonly kind: "not_found"; readonly askedAt?: number }
  /** The request was certainly not processed (refused connection, busy): nothing was charged. */
  | { readonly kind: "not_sent"; readonly why: string }
  /** No answer, or an unreadable one: money may have moved. */
  | {
      readonly kind: "unknown";
      readonly why: string;
      /** The provider itself says so: the buyer has paid on its page, and it does not know the result yet. */
      readonly isUnderWay?: true;
      readonly data?: StepData;
    };

/** What a question about a payment with a one-time code may come to: without the code none is ready to be confirmed. */
export type CodeOutcome = Exclude<Outcome, { kind: "ready" }>;

/** The ways on that a start may give its buyer; `ready` needs nothing more of them. */
export const waysOn = ["ready", "challenge", "redirect", "otp_sent", "reference_issued"] as const;

export type WayOn = (typeof waysOn)[number];

/**
 * The provider's address that an outcome leads its buyer to; null where it leads to none. It is checked before the buyer gets it
 * (Spec 4), so an outcome that is new says here whether it has one. The page of a challenge comes as its text, without one.
 */
export function addressOf(outcome: Outcome): string | null {
  switch (outcome.kind) {
    case "redirect":
      return outcome.url;
    case "captured":
    case "part_received":
    case "authorised":
    case "ready":
    case "declined":
    case "otp_sent":
    case "challenge":
    case "reference_issued":
    case "pending":
    case "closed":
    case "not_found":
    case "not_sent":
    case "unknown":
      return null;
  }
}

/**
 * What a start may come to: one of its ways on, or an end. Never `pending`: nothing would say what the buyer is to do, so the
 * call would have no reply.
 */
export type StartOutcome<Way extends WayOn = WayOn> =
  | Extract<Outcome, { kind: Way }>
  | Exclude<Outcome, { kind: WayOn | "pending" | "part_received" }>;

/**
 * The outcome of a start that is read as a question's answer is. Without one of its ways on it is unknown: nothing was
 * taken, the buyer may start again, and the job asks.
 * @param ways what this provider's start gives
 */
export function startedBy<Way extends WayOn>(ways: readonly Way[], outcome: Outcome): StartOutcome<Way> {
  const isWay = (given: Outcome): given is Extract<Outcome, { kind: Way }> =>
    ways.some((way) => way === given.kind);
  if (isWay(outcome)) return outcome;
  switch (outcome.kind) {
    case "captured":
    case "authorised":
    case "declined":
    case "closed":
    case "not_found":
    case "not_sent":
    case "unknown":
      return outcome;
    case "ready":
    case "challenge":
    case "redirect":
    case "otp_sent":
    case "reference_issued":
    case "pending":
    case "part_received": {
      const data = "data" in outcome ? outcome.data : undefined;
      return { kind: "unknown", why: `started, and ${outcome.kind}`, ...(data && { data }) };
    }
  }
}

/** What is stored with the attempt when a code was sent: by these names the page of a returning buyer and the next code find it. */
export function dataOfCode(sent: Extract<Outcome, { kind: "otp_sent" }>): StepData {
  const { data, mobileEnd, codeExpiresAt } = sent;
  return { ...data, mobileEnd, ...(codeExpiresAt !== null && { codeExpiresAt: String(codeExpiresAt) }) };
}

/** What an adapter says when a refund that it was about to send may not be sent now. */
export const heldBack = { kind: "not_sent", why: "may not be sent now" } as const;
