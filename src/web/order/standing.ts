/** Whether an order may be paid on the payment info page, and if not, why (Spec 2.3, 4; decisions S2, S3 and S4). */
import type { OrderPageModel } from "#contract/order.ts";
import { type OrderStanding, orderStatusFacts } from "#core/order-status.ts";

/**
 * What pages call an order: each has words of its own on the invoice, in the form's place and in titles. A status that is to say more than
 * the others of its standing has a name here, which `standingOf` gives it.
 */
export type Standing = OrderStanding | "checking" | "surplus" | "expired";

/** The status of an order at an instant (milliseconds since the epoch). A payment under way comes before the expiry. */
export function standingOf(order: OrderPageModel, now: number): Standing {
  const { standing, payable } = orderStatusFacts[order.order.orderStatus];
  // What came for an order that may not be paid changes nothing of it: `SurplusBeside` says that it is given back.
  if (!payable) return standing;
  if (order.hasSurplus) return "surplus";
  if (order.isPaymentInProgress) return "checking";
  return order.expiryDate !== null && Date.parse(order.expiryDate) <= now ? "expired" : "payable";
}

/** What papers say, and who compares one: whether the order is paid. What a status says beside that, such as where its goods are, changes. */
export function paperStandingOf(order: OrderPageModel, now: number): Standing {
  const { payable, standing } = orderStatusFacts[order.order.orderStatus];
  return payable ? standingOf(order, now) : standing;
}
