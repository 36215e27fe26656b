/**
 * Why Tabby does not take a payment: its reasons, our words for them, and the names under which the page has a text
 * ("tabby_" and the name, Spec 8). Both sides load this.
 */
import type { DeclineReason } from "#core/outcome.ts";

export const rejectReasons = ["not_available", "order_amount_too_high", "order_amount_too_low"] as const;

/** `rejected` stands for everything that Tabby gives no reason for. */
export type RejectReason = (typeof rejectReasons)[number] | "rejected";

/** What is not listed is `rejected_by_provider`. */
const declineReasons: Readonly<Record<string, DeclineReason>> = {
  not_available: "rejected_by_provider",
  order_amount_too_high: "limit_exceeded",
  order_amount_too_low: "limit_exceeded",
};

/** Our word for one of Tabby's reasons. */
export function declineReason(code: string): DeclineReason {
  return Object.hasOwn(declineReasons, code)
    ? (declineReasons[code] ?? "rejected_by_provider")
    : "rejected_by_provider";
}

/** The name of the text for one of Tabby's reasons. */
export function rejectReason(code: string | null): RejectReason {
  return rejectReasons.find((reason) => reason === code) ?? "rejected";
}
