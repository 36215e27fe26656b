/** Why Tamara refused to open a checkout: its error codes → our words. What is not listed is `other`. */
import type { DeclineReason } from "#core/outcome.ts";

export const declineReasonsByCode: Readonly<Record<string, DeclineReason>> = {
  total_amount_invalid_limit: "limit_exceeded",
  total_amount_invalid_limit_24hrs_gmv: "limit_exceeded",
  consumer_invalid_phone_number: "rejected_by_provider",
  invalid_phone_number: "rejected_by_provider",
  billing_address_invalid_phone_number: "rejected_by_provider",
  shipping_address_invalid_phone_number: "rejected_by_provider",
  total_amount_invalid_currency: "rejected_by_provider",
  currency_unsupported: "rejected_by_provider",
  not_supported_delivery_country: "rejected_by_provider",
  tamara_disabled: "rejected_by_provider",
};

/** The reason for a code. */
export function declineReason(errorCode: string): DeclineReason {
  return Object.hasOwn(declineReasonsByCode, errorCode)
    ? (declineReasonsByCode[errorCode] ?? "other")
    : "other";
}
