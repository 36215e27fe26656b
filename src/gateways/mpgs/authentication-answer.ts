/**
 * What an authentication transaction says: may the payment be made, must the buyer pass the bank's page, or is it
 * over. Strict on purpose: only the two documented successes with the gateway's PROCEED lead to a payment.
 */
import type { DeclineReason, Outcome, StepData } from "#core/outcome.ts";
import type { CardPayment } from "./payment-context.ts";
import { readAmount, type TransactionAnswer } from "./wire.ts";

/**
 * `required`: a card without 3-D Secure is refused (mada demands it). `if_supported`: such a card pays without it
 * when the gateway says PROCEED, at the merchant's risk.
 */
export type ThreeDSecurePolicy = "required" | "if_supported";

/** Marks an attempt whose card has no 3-D Secure and whose policy allows that: PAY names no authentication. */
export const withoutAuthentication = { authentication: "none" } as const;

const successStatuses = new Set(["AUTHENTICATION_SUCCESSFUL", "AUTHENTICATION_ATTEMPTED"]);
const refusals = new Set([
  "DO_NOT_PROCEED",
  "DO_NOT_PROCEED_ABANDON_ORDER",
  "RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS",
]);
const failureReasons: Readonly<Partial<Record<string, DeclineReason>>> = {
  AUTHENTICATION_NOT_IN_EFFECT: "three_ds_not_enabled",
  AUTHENTICATION_UNAVAILABLE: "three_ds_failed",
  AUTHENTICATION_FAILED: "three_ds_failed",
  AUTHENTICATION_REJECTED: "three_ds_failed",
};

/** The answer to INITIATE_AUTHENTICATION: null when AUTHENTICATE_PAYER may follow, else the outcome. */
export function initiationOutcome(
  answer: TransactionAnswer,
  payment: CardPayment,
  options: { readonly policy: ThreeDSecurePolicy; readonly data: StepData },
): Outcome | null {
  const isAvailable = answer.transaction.authenticationStatus === "AUTHENTICATION_AVAILABLE";
  if (isAvailable && answer.result === "SUCCESS" && recommendation(answer) === "PROCEED") return null;
  return authenticationOutcome(answer, payment, options);
}

/** The outcome of AUTHENTICATE_PAYER, or of an authentication transaction that was retrieved. */
export function authenticationOutcome(
  answer: TransactionAnswer,
  payment: CardPayment,
  options: { readonly policy: ThreeDSecurePolicy; readonly data: StepData },
): Outcome {
  const { policy, data } = options;
  const reference = answer.transaction.id;
  const status = answer.transaction.authenticationStatus ?? "";
  const isFavoured = recommendation(answer) === "PROCEED";

  if (successStatuses.has(status) && answer.result === "SUCCESS" && isFavoured) {
    if (isSameMoney(answer, payment)) return { kind: "ready", reference, data };
    return { kind: "declined", reason: "three_ds_failed", providerCode: "AUTHENTICATED_ANOTHER_AMOUNT" };
  }
  if (isWithoutThreeDSecure(answer)) {
    // The gateway may call this a FAILURE and favour going on all the same: there was no bank to ask.
    if (policy === "if_supported" && isFavoured) {
      return { kind: "ready", reference, data: { ...data, ...withoutAuthentication } };
    }
    return { kind: "declined", reason: "three_ds_not_enabled", providerCode: status };
  }
  const page = answer.authentication?.redirect?.html ?? answer.authentication?.redirectHtml ?? "";
  if (status === "AUTHENTICATION_PENDING" && answer.result === "PENDING" && isFavoured && page !== "") {
    return { kind: "challenge", html: page, reference, data };
  }
  const reason = failureReasons[status];
  if (reason !== undefined || answer.result === "FAILURE" || refusals.has(recommendation(answer))) {
    const providerCode = status || (answer.response?.gatewayCode ?? "");
    return { kind: "declined", reason: reason ?? "three_ds_failed", providerCode };
  }
  return { kind: "pending", reference, data };
}

function recommendation(answer: TransactionAnswer): string {
  return answer.response?.gatewayRecommendation ?? "";
}

/** `version` is NONE after some failures, too; then the status says which. */
function isWithoutThreeDSecure(answer: TransactionAnswer): boolean {
  const status = answer.transaction.authenticationStatus ?? "";
  if (status === "AUTHENTICATION_NOT_SUPPORTED") return true;
  return answer.authentication?.version === "NONE" && failureReasons[status] === undefined;
}

/** An authentication for another amount or currency is worth nothing for this payment. */
function isSameMoney(answer: TransactionAnswer, { attempt }: CardPayment): boolean {
  const currency = answer.order.currency ?? answer.transaction.currency;
  const stated = answer.authentication?.amount ?? answer.order.amount ?? answer.transaction.amount;
  return currency === attempt.currency && readAmount(stated, currency) === attempt.amount;
}
