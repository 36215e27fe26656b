/** Giving an order up: afterwards nothing may be charged for it. */
import type { Outcome } from "#core/outcome.ts";
import type { AttemptContext } from "../payment-method.ts";
import { whyOf } from "../provider-api/api-call.ts";
import type { TamaraApi } from "./api.ts";
import { readOrder, standingMoney } from "./order-state.ts";
import type { OrderAnswer } from "./wire.ts";

const closed: Outcome = { kind: "closed", as: "cancelled", providerCode: "cancelled_by_us" };

/**
 * Ends the order by the way that its state allows. An approved order that we never authorise is never charged: Tamara
 * lets it run out and gives the first part back.
 * @returns `closed`; `captured` when it is too late; `unknown` when Tamara did not say
 */
export async function cancelOrder(api: TamaraApi, { attempt }: AttemptContext): Promise<Outcome> {
  const { orderId, checkoutId } = attempt.data;
  const found = await (orderId === undefined ? api.findOrder(attempt.id) : api.getOrder(orderId));
  if (found.kind === "refused" && found.httpStatus === 404) return closed;
  if (found.kind !== "answer") return { kind: "unknown", why: whyOf(found) };
  const order = found.value;
  switch (order.status) {
    case "new":
      return await voidCheckout(api, order, checkoutId);
    case "approved":
    case "on_hold":
      return closed;
    case "authorised":
    case "updated":
      return await cancelAuthorised(api, order);
    default:
      return readOrder(order);
  }
}

/** Without the checkout's id its address was lost, too: no buyer can pay there. */
async function voidCheckout(
  api: TamaraApi,
  order: OrderAnswer,
  checkoutId: string | undefined,
): Promise<Outcome> {
  if (checkoutId === undefined) return closed;
  const result = await api.voidCheckout({ checkoutId, orderId: order.order_id });
  if (result.kind === "answer" && result.value.order_was_voided) return closed;
  return await lookAgain(api, order.order_id);
}

async function cancelAuthorised(api: TamaraApi, order: OrderAnswer): Promise<Outcome> {
  const money = standingMoney(order);
  if (money === null) return readOrder(order);
  const result = await api.cancel(order.order_id, money);
  if (result.kind === "answer" && result.value.status === "canceled") return closed;
  return await lookAgain(api, order.order_id);
}

async function lookAgain(api: TamaraApi, orderId: string): Promise<Outcome> {
  const result = await api.getOrder(orderId);
  return result.kind === "answer" ? readOrder(result.value) : { kind: "unknown", why: whyOf(result) };
}
