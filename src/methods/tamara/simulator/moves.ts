/** What may be done to an order of the simulated Tamara, and in which of its states; everything else is refused. */

import { type Minor, minor } from "#core/money.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { conflict, refusal } from "./errors.ts";
import { type Orders, record, sum, type TamaraOrder } from "./orders.ts";

export type Moves = ReturnType<typeof createMoves>;

/** The moves on these orders. Each gives the order as it is afterwards, or throws a Refusal and changes nothing. */
export function createMoves(tools: SimulatorTools, orders: Orders) {
  const { clock, ids } = tools;
  return {
    /** What a buyer does on the checkout page, and what risk rules do; only to an order that is new. */
    leave(order: TamaraOrder, status: "approved" | "declined" | "expired") {
      if (order.status !== "new") throw conflict(order.status);
      return orders.save({ ...order, status, ...(status === "approved" && { approvedAt: clock.now() }) });
    },

    authorise(order: TamaraOrder) {
      if (order.status !== "approved") throw conflict(order.status);
      return orders.save({ ...order, status: "authorised", authorisedAt: clock.now() });
    },

    /** `taken` differs from `asked` only for the fault of another amount. */
    capture(order: TamaraOrder, asked: Minor, taken: Minor) {
      requireStatus(order, ["authorised", "updated", "partially_captured"]);
      const left = minor(order.total - sum(order.captures) - sum(order.cancels));
      requireLeft(asked, left, "capture_amount_invalid");
      return orders.capture(order, taken, asked === left ? "fully_captured" : "partially_captured");
    },

    cancel(order: TamaraOrder, asked: Minor) {
      requireStatus(order, ["authorised", "updated"]);
      const left = minor(order.total - sum(order.cancels));
      requireLeft(asked, left, "cancel_amount_invalid");
      const cancels = [...order.cancels, { id: ids.uuid(), amount: asked, at: clock.now() }];
      return orders.save({ ...order, status: asked === left ? "canceled" : "updated", cancels });
    },

    /** Nothing is promised about the same refund id twice, so a second refund is made. */
    refund(order: TamaraOrder, amount: Minor, notes: { merchantRefundId?: string; comment: string }) {
      const left = minor(sum(order.captures) - sum(order.refunds));
      requireLeft(amount, left, "refund_amount_invalid");
      const id = ids.uuid();
      record(tools, order, { kind: "refund", id, amount });
      const refunds = [...order.refunds, { id, amount, at: clock.now(), ...notes }];
      return orders.save({
        ...order,
        status: amount === left ? "fully_refunded" : "partially_refunded",
        refunds,
      });
    },

    /** True when the checkout was open and no longer is. */
    voidCheckout(order: TamaraOrder): boolean {
      if (order.status !== "new") return false;
      orders.save({ ...order, status: "expired" });
      return true;
    },
  };
}

function requireStatus(order: TamaraOrder, allowed: readonly string[]): void {
  if (!allowed.includes(order.status)) throw conflict(order.status);
}

function requireLeft(asked: Minor, left: Minor, code: string): void {
  if (asked > left || asked <= 0) throw refusal(400, code, "The amount is not left");
}
