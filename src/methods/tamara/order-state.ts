/** What the state of an order at Tamara means for us: one table. A status that is not listed is pending. */
import { type Minor, minor, zero } from "#core/money.ts";
import type { Outcome, StatedMoney } from "#core/outcome.ts";
import { type OrderAnswer, readMoney, type WireMoney } from "./wire.ts";

type Reading = (order: OrderAnswer) => Outcome;

/** Statuses move in one direction; docs.tamara.co/docs/online-order-status-flow. */
const readings: Readonly<Record<string, Reading>> = {
  /** The buyer is on Tamara's page, or has left it. */
  new: pending,
  on_hold: pending,
  /** The buyer has paid the first part. We must authorise the order within 72 hours, or it dies. */
  approved: (order) => ({ kind: "ready", reference: order.order_id, data: { orderId: order.order_id } }),
  declined: (order) => ({ kind: "declined", reason: "rejected_by_provider", providerCode: order.status }),
  canceled: (order) => ({ kind: "closed", as: "cancelled", providerCode: order.status }),
  expired: (order) => ({ kind: "closed", as: "expired", providerCode: order.status }),
  authorised,
  /** A part was cancelled at Tamara; the rest remains. */
  updated: authorised,
  partially_captured: captured,
  fully_captured: captured,
  partially_refunded: captured,
  fully_refunded: captured,
};

/** The outcome of an order as Tamara describes it. */
export function readOrder(order: OrderAnswer): Outcome {
  const reading = Object.hasOwn(readings, order.status) ? readings[order.status] : undefined;
  return (reading ?? pending)(order);
}

/** What is still owed of an authorised order: all of it but what was cancelled. Null when that cannot be read. */
export function standingMoney(order: OrderAnswer): StatedMoney | null {
  return difference(order.total_amount, order.canceled_amount);
}

function pending(order: OrderAnswer): Outcome {
  return { kind: "pending", reference: order.order_id };
}

function authorised(order: OrderAnswer): Outcome {
  const money = standingMoney(order);
  if (money === null) return unreadable;
  return { kind: "authorised", reference: order.order_id, money };
}

/** What has been refunded at Tamara is no longer ours, and an order without money is no paid one. */
function captured(order: OrderAnswer): Outcome {
  const money = difference(order.captured_amount, order.refunded_amount);
  if (money === null) return unreadable;
  if (money.amount === 0) return { kind: "closed", as: "cancelled", providerCode: order.status };
  return { kind: "captured", reference: order.order_id, money };
}

const unreadable: Outcome = { kind: "unknown", why: "the order's amounts cannot be read" };

/** One amount less another, which may be absent; null when one cannot be read or the currencies differ. */
function difference(
  whole: WireMoney | null | undefined,
  part: WireMoney | null | undefined,
): StatedMoney | null {
  const from = readMoney(whole);
  const taken: { amount: Minor; currency: string } | null = part
    ? readMoney(part)
    : { amount: zero, currency: from?.currency ?? "" };
  if (from === null || taken === null) return null;
  // An amount of nothing may come without the order's own currency.
  if (taken.currency !== from.currency && taken.amount !== 0) return null;
  return { amount: minor(from.amount - taken.amount), currency: from.currency };
}
