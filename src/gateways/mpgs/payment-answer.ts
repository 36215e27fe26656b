/**
 * What a PAY or REFUND transaction says of the money. Approved is only what the gateway calls approved; a status that
 * no document lists is neither success nor failure.
 */
import { type Minor, minor } from "#core/money.ts";
import type { DeclineReason, Outcome, PaidWith, StatedMoney } from "#core/outcome.ts";
import { redactDigits } from "#core/secret/redact.ts";
import * as timing from "#core/timing.ts";
import { declineReason } from "./decline-reasons.ts";
import { readAmount, type TransactionAnswer } from "./wire.ts";

export type MoneyMove =
  | { readonly kind: "done"; readonly money: StatedMoney }
  | {
      readonly kind: "declined";
      readonly reason: DeclineReason;
      readonly providerCode: string;
      readonly providerText?: string;
    }
  | { readonly kind: "pending" }
  | { readonly kind: "unknown"; readonly why: string };

/** PARTIALLY_APPROVED took a smaller amount; it is stated as such, and the payment core refuses to count it. */
const approvedCodes = new Set(["APPROVED", "APPROVED_AUTO", "PARTIALLY_APPROVED"]);

/**
 * Failures that do not prove that the card's bank did nothing. LOCK_FAILURE means that another request for the order
 * was under way, which may have been the first copy of this very one.
 */
const unprovenCodes = new Set(["TIMED_OUT", "UNKNOWN", "SYSTEM_ERROR", "LOCK_FAILURE"]);

/**
 * Reads a transaction of the given type.
 * @param askedAt when the answer comes from retrieving the transaction, the time before it was asked for, milliseconds; else null
 *
 * A failure that proves nothing is `unknown` as the answer to the operation. Retrieved, it is believed once it has
 * stood for `notFoundGraceMs`: retrieving is the gateway's authoritative word, and by then the gateway has reversed
 * or completed what it had lost sight of.
 */
export function readMoneyMove(
  answer: TransactionAnswer,
  type: "PAYMENT" | "REFUND",
  askedAt: number | null,
): MoneyMove {
  const code = answer.response?.gatewayCode ?? "";
  if (answer.transaction.type !== undefined && answer.transaction.type !== type) {
    return { kind: "unknown", why: `transaction of type ${answer.transaction.type}` };
  }
  switch (answer.result) {
    case "SUCCESS": {
      if (!approvedCodes.has(code)) return { kind: "pending" };
      const money = statedMoney(answer, type);
      return money ? { kind: "done", money } : { kind: "unknown", why: "amount not readable" };
    }
    case "FAILURE":
      if (unprovenCodes.has(code) && !hasStood(answer, askedAt)) return { kind: "unknown", why: code };
      return { kind: "declined", reason: declineReason(code), providerCode: code, ...providerText(answer) };
    case "UNKNOWN":
      return { kind: "unknown", why: code };
    default:
      return { kind: "pending" };
  }
}

/** The outcome of a payment, from its transaction. `reference` is the transaction's id. */
export function paymentOutcome(answer: TransactionAnswer, askedAt: number | null): Outcome {
  const reference = answer.transaction.id;
  const move = readMoneyMove(answer, "PAYMENT", askedAt);
  if (move.kind === "done")
    return { kind: "captured", reference, money: move.money, paidWith: paidWith(answer) };
  return move.kind === "pending" ? { kind: "pending", reference } : move;
}

/**
 * The amount of this transaction. For a payment not more than what the order holds captured: on a partial approval
 * the transaction may still state what was asked for.
 */
function statedMoney(answer: TransactionAnswer, type: "PAYMENT" | "REFUND"): StatedMoney | null {
  const currency = answer.transaction.currency ?? answer.order.currency;
  const amount = readAmount(answer.transaction.amount, currency);
  if (currency === undefined || amount === null) return null;
  if (type === "REFUND" || answer.order.totalCapturedAmount === undefined) return { amount, currency };
  const captured = readAmount(answer.order.totalCapturedAmount, answer.order.currency ?? currency);
  return captured === null ? null : { amount: smaller(amount, captured), currency };
}

function smaller(left: Minor, right: Minor): Minor {
  return minor(Math.min(left, right));
}

function hasStood(answer: TransactionAnswer, askedAt: number | null): boolean {
  const recordedAt = Date.parse(answer.timeOfRecord ?? "");
  return askedAt !== null && askedAt - recordedAt >= timing.notFoundGraceMs;
}

function providerText(answer: TransactionAnswer): { readonly providerText?: string } {
  const { acquirerCode, acquirerMessage } = answer.response ?? {};
  const text = [acquirerCode, acquirerMessage].filter((part) => part !== undefined).join(" ");
  return text === "" ? {} : { providerText: redactDigits(text) };
}

/** Brand in lower case as in `CardBrand`, mada before the brand that it shares the card with; last four digits. */
function paidWith(answer: TransactionAnswer): PaidWith {
  const { brand, localBrand, number } = answer.sourceOfFunds?.provided?.card ?? {};
  const shown = localBrand?.toUpperCase() === "MADA" ? localBrand : brand;
  const lastFour = /\d{4}$/.exec(number ?? "")?.[0];
  return {
    ...(shown !== undefined && { brand: shown.toLowerCase() }),
    ...(lastFour !== undefined && { lastFour }),
  };
}
