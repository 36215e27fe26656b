/** Orders as the simulated Tamara shows them. */

import { type Minor, toJsonNumber } from "#core/money.ts";
import { sum, type TamaraOrder } from "./orders.ts";

/** {"amount": 115.5, "currency": "SAR"} */
export function money(amount: Minor, currency: string): { amount: number; currency: string } {
  return { amount: toJsonNumber(amount, currency), currency };
}

/** Answer to opening a checkout. `baseUrl` is the simulator's own address. */
export function checkoutBody(order: TamaraOrder, baseUrl: string): object {
  const { orderId, checkoutId, locale, status } = order;
  return {
    order_id: orderId,
    checkout_id: checkoutId,
    checkout_url: `${baseUrl}/checkout/${checkoutId}?locale=${locale}&orderId=${orderId}`,
    status,
  };
}

/** Answer to every question about an order. */
export function orderBody(order: TamaraOrder): Record<string, unknown> {
  const { currency, captures, refunds, cancels } = order;
  const shown = (movement: { amount: Minor; at: number }) => ({
    total_amount: money(movement.amount, currency),
    items: [],
    created_at: new Date(movement.at).toISOString(),
  });
  return {
    order_id: order.orderId,
    order_reference_id: order.reference,
    order_number: order.number,
    status: order.status,
    payment_type: "PAY_BY_INSTALMENTS",
    instalments: 4,
    total_amount: money(order.total, currency),
    captured_amount: money(sum(captures), currency),
    refunded_amount: money(sum(refunds), currency),
    canceled_amount: money(sum(cancels), currency),
    created_at: new Date(order.createdAt).toISOString(),
    transactions: {
      cancels: cancels.map((each) => ({ cancel_id: each.id, order_id: order.orderId, ...shown(each) })),
      captures: captures.map((each) => ({ capture_id: each.id, order_id: order.orderId, ...shown(each) })),
      refunds: refunds.map((each) => ({
        refund_id: each.id,
        capture_id: captures[0]?.id ?? null,
        merchant_refund_id: each.merchantRefundId ?? null,
        comment: each.comment,
        ...shown(each),
      })),
    },
  };
}
