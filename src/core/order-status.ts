/**
 * Order statuses as one table of facts and one table of transitions (Spec 4, decisions S1 and S2). The database
 * refuses every transition that is not listed here (migration 0001 holds the same list; a test compares them).
 */

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

export type OrderStatusFacts = {
  /** A payment may be started. */
  readonly payable: boolean;
  /** The money was taken and the order counts as paid on every page. */
  readonly paid: boolean;
  /** Text key of the label in the "Status" block. */
  readonly label: "statusPaid" | "statusCancelled" | "statusPending";
  /** The invoice shows its QR code. Spec 2.1: not for CANCELLED, PENDING, CREATED. */
  readonly showsQrCode: boolean;
  /** The invoice shows the "Status" block. Spec 2.1: hidden for CANCELLED, PENDING, CREATED. */
  readonly showsStatusBlock: boolean;
  readonly banner: "none" | "paid" | "cancelled" | "refunded";
};

const open = {
  payable: true,
  paid: false,
  label: "statusPending",
  showsQrCode: false,
  showsStatusBlock: false,
  banner: "none",
} as const;
const paid = {
  payable: false,
  paid: true,
  label: "statusPaid",
  showsQrCode: true,
  showsStatusBlock: true,
  banner: "paid",
} as const;

export const orderStatusFacts: Readonly<Record<OrderStatus, OrderStatusFacts>> = {
  CREATED: open,
  PENDING: open,
  PAID: paid,
  PAID_LINK: paid,
  COMPLETED_INVOICE: paid,
  COMPLETED_ORDER: paid,
  CANCELLED: {
    payable: false,
    paid: false,
    label: "statusCancelled",
    showsQrCode: false,
    showsStatusBlock: false,
    banner: "cancelled",
  },
  REFUNDED: {
    payable: false,
    paid: false,
    label: "statusPaid",
    showsQrCode: true,
    showsStatusBlock: true,
    banner: "refunded",
  },
};

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
