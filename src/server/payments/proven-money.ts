/** The effect of a provider's statement that it took or holds money on an attempt: settled, collected, superseded or surplus. */
import { factsOf, mayAttemptBecome } from "#core/attempt-status.ts";
import { minor } from "#core/money.ts";
import { amountDue } from "#core/order-money.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import type { Outcome } from "#core/outcome.ts";
import type { LockedOrder } from "../orders/order-moves.ts";
import type { AttemptChanges, AttemptRow } from "./attempt-store.ts";
import type { Next, OutcomeCause } from "./next-state.ts";

type Captured = Extract<Outcome, { kind: "captured" }>;
export type Proven = Captured | Extract<Outcome, { kind: "authorised" }>;

/** What a provider states to have taken, next to what the attempt asked for. */
function compare(before: AttemptRow, outcome: Proven) {
  const { amount: stated, currency: statedCurrency } = outcome.money;
  const isSameCurrency = statedCurrency === before.currency;
  const isExact = stated === before.amount && isSameCurrency;
  const mayExceed = outcome.kind === "captured" && outcome.mayExceed === true;
  return {
    isExact,
    /** The whole amount has arrived, and what is above it is known to be the buyer's. */
    isEnough: isExact || (mayExceed && isSameCurrency && stated > before.amount),
    received: isExact || !isSameCurrency ? null : stated,
    data: { stated, statedCurrency, expected: before.amount, isExact },
  };
}

/**
 * Money counts for the order only if amount and currency are the attempt's own and still the order's, the attempt was
 * still live and the order still open. Everything else that arrives is kept as surplus, owed to the buyer (decision S3). What a buyer
 * sent beyond the order's amount is theirs as well, and no reason to leave the order unpaid (decision 0010).
 */
export function moneyArrived(
  before: AttemptRow,
  order: LockedOrder,
  outcome: Proven,
  now: number,
): Next | null {
  const { kind: to, reference } = outcome;
  const paidWith = outcome.kind === "captured" ? outcome.paidWith : undefined;
  const { isExact, isEnough, received, data } = compare(before, outcome);
  const set: AttemptChanges = {
    provider_reference: reference,
    paid_brand: paidWith?.brand ?? null,
    paid_last_four: paidWith?.lastFour ?? null,
    received_amount: received,
    next_check_at: to === "authorised" ? new Date(now) : null,
    check_count: 0,
  };
  if (isEnough && isWanted(before, order)) {
    return {
      to,
      set,
      settles: true,
      data: {
        amount: before.amount,
        currency: before.currency,
        ...(received !== null && { surplus: minor(received - before.amount) }),
      },
      isRaised: !isExact,
    };
  }
  if (before.state === "surplus") return null;
  return {
    to: "surplus",
    // Exact surplus is refunded by the job; another amount needs a person.
    set: { ...set, next_check_at: isExact && to === "captured" ? new Date(now) : null },
    data: { ...data, orderStatus: order.status },
    isRaised: true,
  };
}

/** Whether the whole amount would still settle the order by this attempt. */
function isWanted(before: AttemptRow, order: LockedOrder): boolean {
  const isLive = factsOf(before).live || before.state === "offered";
  // No call edits an order that is being paid; should one ever change, the old sum does not pay what is due then.
  const isOrdersOwn = before.amount === amountDue(order) && before.currency === order.currency;
  return isLive && isOrdersOwn && orderStatusFacts[order.status].payable;
}

/** An approval that settles nothing, of an attempt that has taken nothing. */
export function isUnusableApproval(before: AttemptRow, order: LockedOrder, outcome: Proven): boolean {
  if (outcome.kind !== "authorised") return false;
  const { isExact } = compare(before, outcome);
  return !(isExact && isWanted(before, order)) && (before.state === "superseded" || mayBeSuperseded(before));
}

/**
 * Its provider holds the buyer's money and has taken none. The attempt is superseded, and the job gives the approval up at the
 * provider (`cancel`); as surplus it would be held until it runs out. Null where it was approved still after that was asked
 * for: the job sets when it is tried again.
 */
export function supersedeApproved(
  before: AttemptRow,
  order: LockedOrder,
  outcome: Proven,
  { cause, now }: { readonly cause: OutcomeCause; readonly now: number },
): Next | null {
  if (before.state === "superseded" && cause === "cancel") return null;
  const { isExact, data } = compare(before, outcome);
  const next_check_at = new Date(now);
  if (before.state === "superseded") return { to: "superseded", set: { next_check_at } };
  const set = { provider_reference: outcome.reference, next_check_at, check_count: 0 };
  return { to: "superseded", set, data: { ...data, orderStatus: order.status }, isRaised: !isExact };
}

function mayBeSuperseded(before: AttemptRow): boolean {
  return (
    mayAttemptBecome(before.state, "superseded") && (before.state !== "unknown" || before.step === "start")
  );
}

/**
 * Approved money was collected: the order is paid already, on the provider's word. Another sum than was approved is
 * kept and raised; it was taken all the same, so the attempt does not wait for more.
 */
export function collected(before: AttemptRow, outcome: Proven): Next | null {
  if (before.state !== "authorised" || outcome.kind !== "captured") return null;
  const { isExact, received, data } = compare(before, outcome);
  const set: AttemptChanges = { next_check_at: null, received_amount: received };
  return isExact ? { to: "captured", set } : { to: "captured", set, data, isRaised: true };
}
