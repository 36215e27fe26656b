/** Why the gateway or the card's bank said no: `response.gatewayCode` → our words. What is not listed is `other`. */
import type { DeclineReason } from "#core/outcome.ts";

export const declineReasonsByCode: Readonly<Record<string, DeclineReason>> = {
  DECLINED: "card_declined",
  DECLINED_AVS: "card_declined",
  DECLINED_DO_NOT_CONTACT: "card_declined",
  DECLINED_INVALID_PIN: "card_declined",
  DECLINED_PIN_REQUIRED: "card_declined",
  DECLINED_PAYMENT_PLAN: "card_declined",
  REFERRED: "card_declined",
  DECLINED_CSC: "wrong_security_code",
  DECLINED_AVS_CSC: "wrong_security_code",
  INVALID_CSC: "wrong_security_code",
  INSUFFICIENT_FUNDS: "insufficient_funds",
  NO_BALANCE: "insufficient_funds",
  EXPIRED_CARD: "expired_card",
  EXCEEDED_RETRY_LIMIT: "limit_exceeded",
  NOT_SUPPORTED: "card_not_supported",
  NOT_ENROLLED_3D_SECURE: "three_ds_not_enabled",
  AUTHENTICATION_FAILED: "three_ds_failed",
  BLOCKED: "suspected_fraud",
  CANCELLED: "cancelled_by_buyer",
  ABORTED: "cancelled_by_buyer",
  DUPLICATE_BATCH: "rejected_by_provider",
  ACQUIRER_SYSTEM_ERROR: "rejected_by_provider",
  UNSPECIFIED_FAILURE: "rejected_by_provider",
};

/** The reason for a code. */
export function declineReason(gatewayCode: string): DeclineReason {
  return Object.hasOwn(declineReasonsByCode, gatewayCode)
    ? (declineReasonsByCode[gatewayCode] ?? "other")
    : "other";
}
