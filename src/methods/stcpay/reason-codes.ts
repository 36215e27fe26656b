/** Why STC Pay refused: its codes → our words. Codes that say nothing of the buyer are not listed. */
import type { DeclineReason } from "#core/outcome.ts";

export const reasonsByCode: Readonly<Record<number, DeclineReason>> = {
  /** No account for this mobile. */
  2008: "rejected_by_provider",
  /** The mobile is missing or none. */
  2017: "rejected_by_provider",
  2018: "rejected_by_provider",
  /** The code is missing. */
  2020: "otp_wrong",
  2023: "insufficient_funds",
  /** The limit of a shared account, or a shared account that may not pay. */
  2024: "limit_exceeded",
  2025: "rejected_by_provider",
  2026: "otp_expired",
  2027: "cancelled_by_buyer",
  /** The account's data are incomplete, its status forbids it, it is not allowed. */
  2028: "rejected_by_provider",
  2029: "rejected_by_provider",
  2030: "rejected_by_provider",
  /** Wrong or too old; STC Pay does not tell which. */
  2031: "otp_wrong",
};

/** The inquiry found nothing. */
export const noSuchPayment = 2006;

/** The reason for a code, or null when the code is not about this buyer and this code. */
export function reasonOf(code: number): DeclineReason | null {
  return reasonsByCode[code] ?? null;
}
