/** What STC Pay lists of a payment, and what it means for us: one table. A status that is not listed is pending. */
import { type Minor, minor, sum } from "#core/money.ts";
import type { CodeOutcome } from "#core/outcome.ts";
import { type StcPayApi, whyOf } from "./api.ts";
import { noSuchPayment } from "./reason-codes.ts";
import { currency, type ListedPayment, paymentStatus, readAmount } from "./wire.ts";

export type Found =
  | { readonly kind: "found"; readonly payments: readonly ListedPayment[] }
  | { readonly kind: "not_sent"; readonly why: string }
  | { readonly kind: "unknown"; readonly why: string };

/** The payments of one name of ours: one, or none when STC Pay has no record of it. */
export async function findPayments(api: StcPayApi, refNum: string): Promise<Found> {
  const result = await api.inquire(refNum);
  switch (result.kind) {
    case "answer": {
      const all = result.value.PaymentInquiryV4ResponseMessage.TransactionList ?? [];
      return { kind: "found", payments: all.filter((payment) => payment.RefNum === refNum) };
    }
    case "refused":
      return result.code === noSuchPayment
        ? { kind: "found", payments: [] }
        : { kind: "unknown", why: whyOf(result) };
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

/** What was paid and not refunded, over all payments of one name; null when an amount cannot be read. */
export type PaidMoney = {
  /** STC Pay's number of the first of them. */
  readonly reference: string;
  readonly paid: Minor;
  readonly reversed: Minor;
};

/** The money of the paid ones; null when none is paid or their numbers cannot be read. */
export function paidMoney(payments: readonly ListedPayment[]): PaidMoney | null {
  const paid = payments.filter((payment) => payment.PaymentStatus === paymentStatus.paid);
  const amounts = paid.map((payment) => readAmount(payment.Amount));
  const reversed = paid.map((payment) => readAmount(payment.AmountReversed));
  const reference = paid[0]?.STCPayRefNum;
  if (!reference || !allRead(amounts) || !allRead(reversed)) return null;
  return { reference, paid: sum(amounts), reversed: sum(reversed) };
}

/** The outcome of the listed payments of one attempt; at least one. */
export function readPayments(payments: readonly ListedPayment[]): CodeOutcome {
  const statuses = new Set(payments.map((payment) => payment.PaymentStatus));
  if (statuses.has(paymentStatus.paid)) return readPaid(payments);
  if ([...statuses].every((status) => Object.hasOwn(ends, status))) {
    const [status = 0] = statuses;
    return { kind: "closed", as: ends[status] ?? "cancelled", providerCode: String(status) };
  }
  return { kind: "pending" };
}

const ends: Readonly<Record<number, "cancelled" | "expired">> = {
  [paymentStatus.cancelled]: "cancelled",
  [paymentStatus.expired]: "expired",
};

function readPaid(payments: readonly ListedPayment[]): CodeOutcome {
  const money = paidMoney(payments);
  if (money === null) return { kind: "unknown", why: "the numbers of a paid payment cannot be read" };
  // What was refunded already is no longer ours.
  const amount = minor(money.paid - money.reversed);
  if (amount <= 0) return { kind: "closed", as: "cancelled", providerCode: "reversed" };
  return { kind: "captured", reference: money.reference, money: { amount, currency } };
}

function allRead(amounts: readonly (Minor | null)[]): amounts is readonly Minor[] {
  return amounts.every((amount) => amount !== null);
}
