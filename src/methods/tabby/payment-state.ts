/** What the state of a payment at Tabby means for us: one table. A status that is not listed is pending. */
import { minor, parseDecimal } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import { type PaymentAnswer, sumOf } from "./wire.ts";

type Reading = (payment: PaymentAnswer) => Outcome;

const readings: Readonly<Record<string, Reading>> = {
  /** The buyer is on Tabby's page, or has left it. */
  CREATED: pending,
  AUTHORIZED: authorised,
  CLOSED: closed,
  REJECTED: (payment) => ({
    kind: "declined",
    reason: "rejected_by_provider",
    providerCode: payment.status,
  }),
  EXPIRED: (payment) => ({ kind: "closed", as: "expired", providerCode: payment.status }),
};

/** The outcome of a payment as Tabby describes it. */
export function readPayment(payment: PaymentAnswer): Outcome {
  const reading = Object.hasOwn(readings, payment.status) ? readings[payment.status] : undefined;
  return (reading ?? pending)(payment);
}

function pending(payment: PaymentAnswer): Outcome {
  return { kind: "pending", reference: payment.id };
}

function authorised({ id, amount: text, currency }: PaymentAnswer): Outcome {
  const amount = parseDecimal(text, currency);
  if (amount === null) return unreadable;
  return { kind: "authorised", reference: id, money: { amount, currency } };
}

/**
 * CLOSED says only that nothing more will happen: the payment was captured, or given up without a capture. What has
 * been refunded at Tabby is no longer ours, and a payment without money is no paid one.
 */
function closed({ id, currency, captures, refunds, status }: PaymentAnswer): Outcome {
  const taken = sumOf(captures, currency);
  const returned = sumOf(refunds, currency);
  if (taken === null || returned === null) return unreadable;
  const amount = minor(taken - returned);
  if (amount <= 0) return { kind: "closed", as: "cancelled", providerCode: status };
  return { kind: "captured", reference: id, money: { amount, currency } };
}

const unreadable: Outcome = { kind: "unknown", why: "the payment's amounts cannot be read" };
