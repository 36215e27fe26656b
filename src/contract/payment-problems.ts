/** The refusals of the steps of a payment, which many calls share (server/payments/guards.ts, pay.ts). */
import { orderRefusals } from "#core/order-status.ts";
import type { ProblemCode } from "#core/problem.ts";

/** Of everything that needs an order that can be paid now. */
export const openOrderProblems = [
  "order_not_found",
  ...orderRefusals,
  "merchant_inactive",
  "link_expired",
] as const satisfies readonly ProblemCode[];

/** The result of a payment that was not taken, or whose outcome is unknown. */
export const outcomeProblems = [
  "payment_declined",
  "authentication_failed",
  "three_ds_not_enabled",
  "payment_in_progress",
  "session_invalid",
  "payment_token_invalid",
  "security_code_invalid",
  "mada_not_allowed",
  "credit_not_allowed",
  "card_number_invalid",
  "gateway_refused",
  "gateway_unavailable",
  "outcome_unknown",
] as const satisfies readonly ProblemCode[];

/** Of a limit of payments that was reached. */
const limitProblems = ["attempts_used_up", "too_many_attempts"] as const satisfies readonly ProblemCode[];

/** Of the beginning of a payment: every guard, then its result. */
export const startProblems = [
  ...openOrderProblems,
  "signature_invalid",
  "order_changed",
  "country_not_allowed",
  "method_not_allowed_for_order",
  "amount_mismatch",
  "agreement_required",
  "email_not_verified",
  "client_required",
  "card_number_misplaced",
  ...limitProblems,
  ...outcomeProblems,
] as const satisfies readonly ProblemCode[];

/** Of the end of a payment that was begun by another call. */
export const confirmProblems = [
  ...openOrderProblems,
  "signature_invalid",
  "method_not_allowed_for_order",
  "amount_mismatch",
  "card_number_misplaced",
  "otp_wrong",
  "otp_expired",
  "otp_locked",
  ...limitProblems,
  ...outcomeProblems,
] as const satisfies readonly ProblemCode[];

/** Of a card session; with card data in direct mode, without in hosted mode. */
export const sessionProblems = [
  "direct_card_not_allowed",
  "test_card_required",
  "method_not_allowed_for_order",
  "card_number_invalid",
  "mada_not_allowed",
  "credit_not_allowed",
  "expiry_year_invalid",
  "expiry_month_invalid",
  "security_code_invalid",
  ...limitProblems,
  "gateway_refused",
  "gateway_unavailable",
] as const satisfies readonly ProblemCode[];
