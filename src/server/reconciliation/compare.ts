/**
 * Our books of one order's payments at one account, against the provider's: rules without I/O. The provider's word is
 * taken as it is; whose mistake a difference is, people find out.
 */
import { type AttemptState, attemptStateFacts } from "#core/attempt-status.ts";
import type { DifferenceKind } from "#core/difference-kinds.ts";
import { type Minor, minor, sum } from "#core/money.ts";
import type { StatedPayment } from "#methods/payment-method.ts";

export type OwnBooks = {
  readonly currency: string;
  /** Minor units that our attempts say to have taken, surplus included. */
  readonly taken: Minor;
  /** What our refunds say that the provider gave back; not what the merchant paid out by hand. */
  readonly givenBack: Minor;
};

export type Difference = {
  readonly kind: DifferenceKind;
  readonly reference: string;
  readonly currency: string;
  readonly ours: Minor;
  readonly theirs: Minor;
};

/** The provider's payments, each once: several attempts may point to the same one. */
export function distinct(payments: readonly StatedPayment[]): readonly StatedPayment[] {
  return [...new Map(payments.map((payment) => [payment.reference, payment])).values()];
}

/** What the provider took and gave back in one currency; `givenBack` is null where it does not tell. */
export function theirTotals(payments: readonly StatedPayment[], currency: string) {
  const own = payments.filter((payment) => payment.currency === currency);
  const returned = own.map(({ givenBack }) => givenBack).filter((amount) => amount !== null);
  const taken = sum(own.map((payment) => payment.taken));
  return { taken, givenBack: returned.length === own.length ? sum(returned) : null };
}

/**
 * The differences, none where the books agree.
 * @param payments the provider's, each once
 */
export function compareBooks(ours: OwnBooks, payments: readonly StatedPayment[]): readonly Difference[] {
  const { currency } = ours;
  const theirs = theirTotals(payments, currency);
  const reference =
    payments
      .map((payment) => payment.reference)
      .toSorted()
      .join(" ") || "none";
  const differs = (kind: DifferenceKind, left: Minor, right: Minor): Difference[] =>
    left === right ? [] : [{ kind, reference, currency, ours: left, theirs: right }];
  const foreign = payments.filter((payment) => payment.currency !== currency && payment.taken > 0);
  if (foreign.length > 0)
    return foreign.map((payment) => ({
      kind: "currency",
      reference: payment.reference,
      currency: payment.currency,
      ours: ours.taken,
      theirs: payment.taken,
    }));
  return [
    ...differs(kindOf("payment", ours.taken, theirs.taken), ours.taken, theirs.taken),
    ...(theirs.givenBack === null
      ? []
      : differs(kindOf("refund", ours.givenBack, theirs.givenBack), ours.givenBack, theirs.givenBack)),
  ];
}

function kindOf(what: "payment" | "refund", ours: number, theirs: number): DifferenceKind {
  if (what === "payment") {
    if (ours === 0) return "payment_unknown_to_us";
    return theirs === 0 ? "payment_unknown_to_provider" : "payment_amount";
  }
  if (ours === 0) return "refund_unknown_to_us";
  return theirs === 0 ? "refund_unknown_to_provider" : "refund_amount";
}

/** What an attempt says to have taken: its amount, or the other sum that arrived. */
export function takenByAttempt(attempt: {
  readonly state: AttemptState;
  readonly amount: Minor;
  readonly received_amount: Minor | null;
}): Minor {
  const { tookMoney } = attemptStateFacts[attempt.state];
  return tookMoney ? (attempt.received_amount ?? attempt.amount) : minor(0);
}
