/**
 * What the simulated acquirer says to a movement of money: by the expiry date of the published test table, by the
 * security code, and by amounts that end in 77.NN, because near expiry dates grow old while amounts do not.
 */

import { currencyExponent, type Minor } from "#core/money.ts";

/** One answer of the gateway in its own words. */
export type Outcome = {
  readonly result: string;
  readonly gatewayCode: string;
  readonly recommendation: string;
  readonly acquirerCode?: string | undefined;
  readonly acquirerMessage?: string | undefined;
  /** response.cardSecurityCode.gatewayCode */
  readonly csc?: string | undefined;
};

const resubmit = "RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS";

/** [result, recommendation, acquirer code, acquirer message] by gateway code. */
const outcomes: Readonly<Record<string, readonly [string, string, string?, string?]>> = {
  APPROVED: ["SUCCESS", "NO_ACTION", "00", "Approved"],
  DECLINED: ["FAILURE", resubmit, "05", "Do not honour"],
  DECLINED_CSC: ["FAILURE", resubmit, "82", "Security code does not match"],
  DECLINED_DO_NOT_CONTACT: ["FAILURE", "DO_NOT_PROCEED", "43", "Stolen card"],
  INSUFFICIENT_FUNDS: ["FAILURE", resubmit, "51", "Insufficient funds"],
  EXPIRED_CARD: ["FAILURE", resubmit, "54", "Expired card"],
  REFERRED: ["FAILURE", resubmit, "01", "Refer to card issuer"],
  NOT_SUPPORTED: ["FAILURE", "DO_NOT_PROCEED", "57", "Function not permitted"],
  EXCEEDED_RETRY_LIMIT: ["FAILURE", "DO_NOT_PROCEED_ABANDON_ORDER", "65", "Limit exceeded"],
  BLOCKED: ["FAILURE", "DO_NOT_PROCEED"],
  AUTHENTICATION_FAILED: ["FAILURE", "DO_NOT_PROCEED"],
  LOCK_FAILURE: ["FAILURE", "NO_ACTION"],
  TIMED_OUT: ["FAILURE", "NO_ACTION"],
  ACQUIRER_SYSTEM_ERROR: ["FAILURE", "NO_ACTION", "96", "System malfunction"],
  SYSTEM_ERROR: ["FAILURE", "NO_ACTION"],
  UNSPECIFIED_FAILURE: ["FAILURE", "NO_ACTION", "06", "Error"],
  UNKNOWN: ["UNKNOWN", "NO_ACTION"],
  PENDING: ["PENDING", "NO_ACTION"],
};

/** The full answer that goes with a gateway code. Throws for a code that this simulator never gives. */
export function outcomeOf(gatewayCode: string): Outcome {
  const known = outcomes[gatewayCode];
  if (known === undefined) throw new Error(`no outcome for ${gatewayCode}`);
  const [result, recommendation, acquirerCode, acquirerMessage] = known;
  return { result, gatewayCode, recommendation, acquirerCode, acquirerMessage };
}

/** What the caller receives first, and what a later retrieval shows. They differ only where the outcome was unknown. */
export type Decision = { readonly answered: string; readonly settled: string };

const expiryTriggers: Readonly<Record<string, string>> = {
  "01/39": "APPROVED",
  "05/39": "DECLINED",
  "04/27": "EXPIRED_CARD",
  "08/28": "TIMED_OUT",
  "01/37": "ACQUIRER_SYSTEM_ERROR",
  "02/37": "UNSPECIFIED_FAILURE",
  "05/37": "UNKNOWN",
};

/** Two digits after "77." and what they do to PAY, AUTHORIZE, CAPTURE and REFUND. */
const amountTriggers: Readonly<Record<string, Decision>> = {
  "01": { answered: "REFERRED", settled: "REFERRED" },
  "05": { answered: "DECLINED", settled: "DECLINED" },
  "43": { answered: "DECLINED_DO_NOT_CONTACT", settled: "DECLINED_DO_NOT_CONTACT" },
  "51": { answered: "INSUFFICIENT_FUNDS", settled: "INSUFFICIENT_FUNDS" },
  "54": { answered: "EXPIRED_CARD", settled: "EXPIRED_CARD" },
  "57": { answered: "NOT_SUPPORTED", settled: "NOT_SUPPORTED" },
  "59": { answered: "BLOCKED", settled: "BLOCKED" },
  "65": { answered: "EXCEEDED_RETRY_LIMIT", settled: "EXCEEDED_RETRY_LIMIT" },
  "66": { answered: "PENDING", settled: "APPROVED" },
  "68": { answered: "TIMED_OUT", settled: "APPROVED" },
  "69": { answered: "TIMED_OUT", settled: "DECLINED" },
  "70": { answered: "TIMED_OUT", settled: "TIMED_OUT" },
  "82": { answered: "DECLINED_CSC", settled: "DECLINED_CSC" },
  "91": { answered: "ACQUIRER_SYSTEM_ERROR", settled: "ACQUIRER_SYSTEM_ERROR" },
  "96": { answered: "SYSTEM_ERROR", settled: "SYSTEM_ERROR" },
  "98": { answered: "UNKNOWN", settled: "DECLINED" },
  "99": { answered: "UNKNOWN", settled: "APPROVED" },
};

/** Two digits after "77." that stand for a fault of the connection or of the answer. */
const amountFaults: Readonly<Record<string, { readonly fault: string; readonly delayMs?: number }>> = {
  "20": { fault: "drop_before" },
  "21": { fault: "drop_after_commit" },
  "22": { fault: "delay_ms", delayMs: 3_000 },
  "23": { fault: "status_500" },
  "24": { fault: "500_after_commit" },
  "25": { fault: "status_503" },
  "26": { fault: "amount_mismatch" },
  "27": { fault: "unlisted_status" },
  "28": { fault: "duplicate_webhook" },
  "29": { fault: "webhook_before_reply" },
};

/** The NN of an amount whose last four minor digits are 77NN in a currency with two decimals; else null. */
function triggerDigits(amount: Minor, currency: string): string | null {
  if (currencyExponent(currency) !== 2) return null;
  const ending = amount % 10_000;
  return Math.floor(ending / 100) === 77 ? String(ending % 100).padStart(2, "0") : null;
}

/** The fault that an amount calls for, or null. */
export function faultOfAmount(
  amount: Minor,
  currency: string,
): { readonly fault: string; readonly delayMs?: number } | null {
  return amountFaults[triggerDigits(amount, currency) ?? ""] ?? null;
}

/**
 * The acquirer's decision: the amount first, then the expiry table, then a month in the past is an expired card,
 * then approval. `expiry` is absent for captures and refunds, which look at the amount alone.
 */
export function decide(options: {
  readonly amount: Minor;
  readonly currency: string;
  readonly expiry?: { readonly month: string; readonly year: string };
  /** Simulator time, milliseconds since the epoch. */
  readonly now: number;
}): Decision {
  const byAmount = amountTriggers[triggerDigits(options.amount, options.currency) ?? ""];
  if (byAmount !== undefined) return byAmount;
  const code = options.expiry === undefined ? "APPROVED" : codeOfExpiry(options.expiry, options.now);
  return { answered: code, settled: code };
}

function codeOfExpiry(expiry: { readonly month: string; readonly year: string }, now: number): string {
  const known = expiryTriggers[`${expiry.month.padStart(2, "0")}/${expiry.year}`];
  if (known !== undefined) return known;
  const today = new Date(now);
  const monthsLeft =
    (2000 + Number(expiry.year)) * 12 +
    Number(expiry.month) -
    (today.getUTCFullYear() * 12 + today.getUTCMonth() + 1);
  return monthsLeft < 0 ? "EXPIRED_CARD" : "APPROVED";
}

/** response.cardSecurityCode.gatewayCode for a security code; codes outside the published table match. */
export function securityCodeResult(securityCode: string): string {
  if (securityCode === "101" || securityCode === "1010") return "NOT_PROCESSED";
  if (securityCode === "102" || securityCode === "1020") return "NO_MATCH";
  return "MATCH";
}

/** Entries in the order of their digits; an object puts "10" before "05". */
function byDigits<T>(table: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(table).sort(([a], [b]) => a.localeCompare(b));
}

/** The three trigger tables for the control page. */
export const triggerRows = {
  expiry: Object.entries(expiryTriggers),
  amount: byDigits(amountTriggers).map(([digits, { answered, settled }]) => [
    `…77.${digits}`,
    answered,
    answered === settled ? "the same" : settled,
  ]),
  amountFault: byDigits(amountFaults).map(([digits, { fault, delayMs }]) => [
    `…77.${digits}`,
    delayMs === undefined ? fault : `${fault} ${delayMs}`,
  ]),
} as const;
