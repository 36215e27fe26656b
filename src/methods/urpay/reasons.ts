/** Why UR Pay refused: codes → our words, one table for both drivers. */
import type { DeclineReason } from "#core/outcome.ts";

/** Codes of the gateway that are about this buyer and this payment. All others are faults of ours or the gateway's. */
export const reasonsByCode: Readonly<Record<string, DeclineReason>> = {
  /** The payment's page or code has run out. */
  IPAY0100042: "otp_expired",
  IPAY0100045: "suspected_fraud",
  /** Too many wrong codes. */
  IPAY0100049: "rejected_by_provider",
  /** The mobile is missing or none. */
  IPAY0100088: "rejected_by_provider",
  IPAY0100089: "rejected_by_provider",
  /** The code is missing or wrong. */
  IPAY0100092: "otp_wrong",
  IPAY0100093: "otp_wrong",
  /** Too many payments from one address. */
  IPAY0100198: "suspected_fraud",
  /** Too many new codes. */
  IPAY0100555: "rejected_by_provider",
  /** UR Pay is not enabled. */
  IPAY0880001: "rejected_by_provider",
  IPAY0880010: "otp_wrong",
  IPAY0880011: "otp_wrong",
  IPAY0880021: "otp_wrong",
};

/** Answers of the wallet's side to a payment (ISO 8583). */
export const reasonsByResponseCode: Readonly<Record<string, DeclineReason>> = {
  "51": "insufficient_funds",
  "59": "suspected_fraud",
  "61": "limit_exceeded",
  "65": "limit_exceeded",
};

/** The reason for an error code, or null when the code is not about this payment. */
export function reasonOfCode(code: string): DeclineReason | null {
  return Object.hasOwn(reasonsByCode, code) ? (reasonsByCode[code] ?? null) : null;
}

/** The reason for a payment that was not captured. */
export function reasonOfResponse(responseCode: string | null | undefined): DeclineReason {
  const code = responseCode ?? "";
  return Object.hasOwn(reasonsByResponseCode, code)
    ? (reasonsByResponseCode[code] ?? "rejected_by_provider")
    : "rejected_by_provider";
}
