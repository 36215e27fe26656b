/** The states of one refund; the database holds the moves between them (migration 0003). */

export const refundStates = ["in_flight", "unknown", "pending", "refunded", "declined"] as const;

export type RefundState = (typeof refundStates)[number];

/** Whether the provider has the refund, or may have it: it is not over, and blocks what would close its order. */
const isOpen: Readonly<Record<RefundState, boolean>> = {
  in_flight: true,
  unknown: true,
  pending: true,
  refunded: false,
  declined: false,
};

export const openRefundStates: readonly RefundState[] = refundStates.filter((state) => isOpen[state]);
