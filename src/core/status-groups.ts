/**
 * Which statuses orders are looked for in, and which refusals a call may give, derived from what each status means and may become. Apart from them, because most scripts of
 * buyers' pages use those and need none of these.
 */
import {
  isGivenBack,
  mayOrderBecome,
  mayReturnBeAccepted,
  type OrderRefusal,
  type OrderStatus,
  type OrderStatusFacts,
  orderRefusals,
  orderStatuses,
  orderStatusFacts,
  orderTransitions,
} from "./order-status.ts";

/** The statuses of orders that may be paid. */
export const payableStatuses: readonly OrderStatus[] = orderStatuses.filter(
  (status) => orderStatusFacts[status].payable,
);

/**
 * The statuses of orders that are not over: they do not count as paid, and may come to that. An order that is only stopped
 * keeps what it holds and what counts against its limits, and its buyer is not erased.
 */
export const openStatuses: readonly OrderStatus[] = orderStatuses.filter(
  (status) => !orderStatusFacts[status].paid && followers(status).some((one) => orderStatusFacts[one].paid),
);

/** The statuses of unpaid orders that may be cancelled. */
export const cancellableStatuses: readonly OrderStatus[] = orderStatuses.filter((status) =>
  mayOrderBecome(status, "CANCELLED"),
);

/** Why an order may not be cancelled now; one that is cancelled may be again, which does nothing. */
export const refusalsOfCancelling = refusalsOf(
  (_facts, status) => status !== "CANCELLED" && !cancellableStatuses.includes(status),
);

/** Why nothing of an order may be given back now, as `refusalOfUnpaid` says it. */
export const refusalsOfRefunds = [
  "order_not_paid" as const,
  ...refusalsOf(({ wasPaid, refundable }) => wasPaid && !refundable),
];

/** Why what an order has bought is not sent now, as `refusalOfUnpaid` says it. */
export const refusalsOfDeliveries = [
  "order_not_paid" as const,
  ...refusalsOf(({ wasPaid, paid }) => wasPaid && !paid),
];

/** Why no debit note is issued of an order, where `isGivenBack` says so. */
export const refusalsOfDebitNotes = refusalsOf(isGivenBack);

/** Why a return may not be accepted now, where `mayReturnBeAccepted` says so. */
export const refusalsOfReturns = refusalsOf((facts) => !mayReturnBeAccepted(facts));

function refusalsOf(isOne: (facts: OrderStatusFacts, status: OrderStatus) => boolean): OrderRefusal[] {
  const those = orderStatuses.filter((status) => isOne(orderStatusFacts[status], status));
  return orderRefusals.filter((refusal) =>
    those.some((status) => orderStatusFacts[status].refusal === refusal),
  );
}

/** Whether an order is not over (`openStatuses`). */
export function isOpen(status: OrderStatus): boolean {
  return openStatuses.includes(status);
}

/** Whether what was sold may be marked as handed over now. */
export function mayBeFulfilled(status: OrderStatus): boolean {
  return Object.values(orderTransitions[status]).includes("fulfilled");
}

/**
 * Whether it was: the order counts as paid, and no such move is left of what it may come to while it does. What it comes back to by way of
 * a status that does not count as paid, such as a dispute, says nothing of it.
 */
export function isFulfilled(status: OrderStatus): boolean {
  const isPaid = (one: OrderStatus): boolean => orderStatusFacts[one].paid;
  return isPaid(status) && !followers(status, isPaid).some(mayBeFulfilled);
}

/** A status, and all that an order in it may come to, by way of those among `within`. */
function followers(status: OrderStatus, within: (one: OrderStatus) => boolean = () => true): OrderStatus[] {
  const found = new Set<OrderStatus>([status]);
  // A set that grows while it is walked through is walked through to its end.
  for (const one of found)
    for (const to of orderStatuses) if (within(to) && mayOrderBecome(one, to)) found.add(to);
  return [...found];
}
