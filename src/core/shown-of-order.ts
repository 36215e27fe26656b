/** What an open page shows of its order and may change elsewhere: on another device, at a bank, by the shop. */
import { type OrderStatus, shownStatus } from "./order-status.ts";

/** A fact that is added is asked of the server, which notifies the page, and of the page, which then looks. */
export type ShownOfOrder = {
  readonly status: OrderStatus;
  readonly total: number;
  readonly refundedTotal: number;
  /** It takes no other payment (`blocksOthers`). */
  readonly isPaymentInProgress: boolean;
  readonly hasSurplus: boolean;
  /** The bills and accounts for a transfer that are out. */
  readonly offered: readonly string[];
};

/** All of it as one text without quotation marks: two that differ are shown differently. Each side compares its own with its own. */
export function shownOfOrder(order: ShownOfOrder): string {
  const { status, total, refundedTotal, isPaymentInProgress, hasSurplus, offered } = order;
  return [shownStatus(status), total, refundedTotal, isPaymentInProgress, hasSurplus, ...offered].join(" ");
}
