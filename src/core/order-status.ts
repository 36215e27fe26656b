/**
 * Order statuses as one table of facts and one table of transitions (Spec 4, decisions S1 and S2). The database
 * refuses every transition that is not listed here (the table `order_transitions` holds the same list; a test compares them).
 */

import type { ProblemCode } from "./problem.ts";

export const orderStatuses = [
  "CREATED",
  "PENDING",
  "PAID",
  "PAID_LINK",
  "COMPLETED_INVOICE",
  "COMPLETED_ORDER",
  "CANCELLED",
  "REFUNDED",
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

/**
 * What a status means for every part that deals with the order. A status that fits none of these needs a standing of
 * its own: every table below and every page then fails to compile until it says what happens to such an order.
 */
export type OrderStanding = "payable" | "paid" | "cancelled" | "refunded";

/** Why no payment is started for an order, by its standing. */
export const orderRefusals = [
  "order_already_paid",
  "order_cancelled",
  "order_refunded",
] as const satisfies readonly ProblemCode[];

export type OrderRefusal = (typeof orderRefusals)[number];

/** Those of a call that some of them do not concern, such as cancelling again what is cancelled. */
export function orderRefusalsBut<Left extends OrderRefusal>(...left: Left[]): Exclude<OrderRefusal, Left>[] {
  return orderRefusals.filter(
    (refusal): refusal is Exclude<OrderRefusal, Left> => !left.some((one) => one === refusal),
  );
}

export type OrderStatusFacts = {
  readonly standing: OrderStanding;
  /** A payment may be started. */
  readonly payable: boolean;
  /** Why no payment is started, or null while one may be. */
  readonly refusal: OrderRefusal | null;
  /** It counts as paid: it may be fulfilled, and what it sells by file or text is delivered. */
  readonly paid: boolean;
  /** The money was taken, whether or not it was given back later: its papers exist. */
  readonly wasPaid: boolean;
  /** Its money was taken and not given back: the buyer need not pay again. */
  readonly holdsMoney: boolean;
  /** That money may be given back now. */
  readonly refundable: boolean;
  /**
   * It has ended unpaid: what it held (stock, the place of its link, its coupon) is given back when it comes here, and
   * `cancelled_at` is the time of that. Another order may be issued instead of it.
   */
  readonly releases: boolean;
  /** Text key of the label in the "Status" block. */
  readonly label: "statusPaid" | "statusCancelled" | "statusPending";
  /** The invoice shows its QR code. Spec 2.1: not for CANCELLED, PENDING, CREATED. */
  readonly showsQrCode: boolean;
  /** The invoice shows the "Status" block. Spec 2.1: hidden for CANCELLED, PENDING, CREATED. */
  readonly showsStatusBlock: boolean;
};

// Whether it releases stands in each row: a standing that only stops an order and one that ends it differ in that alone.
const unpaid = {
  payable: false,
  paid: false,
  wasPaid: false,
  holdsMoney: false,
  refundable: false,
  showsQrCode: false,
  showsStatusBlock: false,
};
const taken = { payable: false, wasPaid: true, releases: false, showsQrCode: true, showsStatusBlock: true };

const factsOfStanding: Readonly<Record<OrderStanding, Omit<OrderStatusFacts, "standing">>> = {
  payable: { ...unpaid, payable: true, releases: false, refusal: null, label: "statusPending" },
  paid: {
    ...taken,
    paid: true,
    holdsMoney: true,
    refundable: true,
    refusal: "order_already_paid",
    label: "statusPaid",
  },
  cancelled: { ...unpaid, releases: true, refusal: "order_cancelled", label: "statusCancelled" },
  refunded: {
    ...taken,
    paid: false,
    holdsMoney: false,
    refundable: false,
    refusal: "order_refunded",
    label: "statusPaid",
  },
};

const standing = (of: OrderStanding): OrderStatusFacts => ({ standing: of, ...factsOfStanding[of] });

/** Every status with its facts; the database's table `order_statuses` has the same standings (a test compares them). */
export const orderStatusFacts: Readonly<Record<OrderStatus, OrderStatusFacts>> = {
  CREATED: standing("payable"),
  PENDING: standing("payable"),
  PAID: standing("paid"),
  PAID_LINK: standing("paid"),
  COMPLETED_INVOICE: standing("paid"),
  COMPLETED_ORDER: standing("paid"),
  CANCELLED: standing("cancelled"),
  REFUNDED: standing("refunded"),
};

/**
 * Whether a move is the payment of the order. What was paid once keeps the time of it and what it bought, whatever it goes
 * through since: a status in between that does not count as paid changes neither.
 */
export function isPayment(
  from: Pick<OrderStatusFacts, "wasPaid">,
  to: Pick<OrderStatusFacts, "paid">,
): boolean {
  return to.paid && !from.wasPaid;
}

/** What an open page compares to find that it is out of date: a payment that begins (CREATED to PENDING) changes nothing on it. */
export function shownStatus(status: OrderStatus): OrderStatus | OrderStanding {
  const { payable, standing } = orderStatusFacts[status];
  return payable ? standing : status;
}

/** Why what only a paid order has is refused. */
export function refusalOfUnpaid({
  wasPaid,
  refusal,
}: Pick<OrderStatusFacts, "wasPaid" | "refusal">): OrderRefusal | "order_not_paid" {
  return (wasPaid ? refusal : null) ?? "order_not_paid";
}

/** Whether all that was taken was given back: no debit note is issued for it. */
export function isGivenBack({
  wasPaid,
  holdsMoney,
}: Pick<OrderStatusFacts, "wasPaid" | "holdsMoney">): boolean {
  return wasPaid && !holdsMoney;
}

/** Whether a return may be accepted: the refund that follows may be made, or there is no money left to give back. */
export function mayReturnBeAccepted({
  holdsMoney,
  refundable,
}: Pick<OrderStatusFacts, "holdsMoney" | "refundable">): boolean {
  return refundable || !holdsMoney;
}

/** What makes an order move. */
export type OrderEvent = "attempt_started" | "captured" | "cancelled" | "fulfilled" | "refunded";

/** Allowed moves. Nothing leaves CANCELLED or REFUNDED (decision S1). */
export const orderTransitions: Readonly<Record<OrderStatus, Partial<Record<OrderStatus, OrderEvent>>>> = {
  CREATED: { PENDING: "attempt_started", PAID: "captured", PAID_LINK: "captured", CANCELLED: "cancelled" },
  PENDING: { PAID: "captured", PAID_LINK: "captured", CANCELLED: "cancelled" },
  PAID: { COMPLETED_INVOICE: "fulfilled", COMPLETED_ORDER: "fulfilled", REFUNDED: "refunded" },
  PAID_LINK: { COMPLETED_ORDER: "fulfilled", REFUNDED: "refunded" },
  COMPLETED_INVOICE: { REFUNDED: "refunded" },
  COMPLETED_ORDER: { REFUNDED: "refunded" },
  CANCELLED: {},
  REFUNDED: {},
};

/** Whether an order may move from one status to another. */
export function mayOrderBecome(from: OrderStatus, to: OrderStatus): boolean {
  return Object.hasOwn(orderTransitions[from], to);
}

/** The status that a captured payment gives an order: PAID_LINK for orders made from a product link (S1). */
export function paidStatus(source: "api" | "link"): OrderStatus {
  return source === "link" ? "PAID_LINK" : "PAID";
}
