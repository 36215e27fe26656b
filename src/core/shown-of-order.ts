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

/**
 * All of it as one text of letters, digits and signs that HTML leaves as they are: an open page compares its own, as its browser
 * has read it, with that of the page as the server sends it. Two that differ are shown differently. Each side compares its own with its own.
 */
export function shownOfOrder(order: ShownOfOrder): string {
  const { status, total, refundedTotal, isPaymentInProgress, hasSurplus, offered } = order;
  return [shownStatus(status), total, refundedTotal, isPaymentInProgress, hasSurplus, ...offered]
    .map((fact) => String(fact).replace(/[^\w.-]/g, writeSafely))
    .join(" ");
}

/** A code unit of a text by its number, such as `%26;`. */
function writeSafely(unit: string): string {
  return `%${unit.charCodeAt(0).toString(16)};`;
}
