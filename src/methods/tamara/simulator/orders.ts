/**
 * What the simulated Tamara remembers of an order, and what may become of it. Time alone changes an order, too: an
 * unpaid checkout lives 30 minutes, an approval 72 hours, and what is authorised is captured after 21 days.
 */

import { z } from "zod";
import { type Minor, minor, zero } from "#core/money.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { accountName } from "./account.ts";
import { conflict, notFound, Refusal } from "./errors.ts";

const amount = z.custom<Minor>((value) => typeof value === "number" && Number.isSafeInteger(value));

const movement = z.object({ id: z.string(), amount, at: z.number() });

export const orderSchema = z.object({
  orderId: z.string(),
  checkoutId: z.string(),
  reference: z.string(),
  number: z.string(),
  status: z.string(),
  currency: z.string(),
  total: amount,
  phone: z.string(),
  locale: z.string(),
  urls: z.object({
    success: z.string(),
    failure: z.string(),
    cancel: z.string(),
    notification: z.string().optional(),
  }),
  createdAt: z.number(),
  approvedAt: z.number().optional(),
  authorisedAt: z.number().optional(),
  captures: z.array(movement),
  refunds: z.array(movement.extend({ merchantRefundId: z.string().optional(), comment: z.string() })),
  cancels: z.array(movement),
});

export type TamaraOrder = z.output<typeof orderSchema>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const checkoutLifetimeMs = 30 * minuteMs;
const approvalLifetimeMs = 72 * hourMs;
const autoCaptureMs = 21 * 24 * hourMs;

export type Orders = ReturnType<typeof createOrders>;

/** The orders of one simulator. */
export function createOrders(tools: SimulatorTools) {
  const { clock, ids, ledger } = tools;
  const orders = tools.store<TamaraOrder>({ name: "orders", persist: orderSchema });
  const checkouts = tools.store<string>({ name: "checkouts", persist: z.string() });
  /** The newest order of each reference: the real one does not refuse a reference that it has seen. */
  const references = tools.store<string>({ name: "references", persist: z.string() });

  const save = (order: TamaraOrder): TamaraOrder => {
    orders.set(order.orderId, order);
    return order;
  };
  const recorded = (order: TamaraOrder, kind: "capture" | "refund", id: string, moved: Minor): void =>
    ledger.record({
      at: clock.now(),
      kind,
      merchant: accountName,
      orderId: order.number,
      transactionId: id,
      amount: (moved / 100).toFixed(2),
      amountMinor: moved,
      currency: order.currency,
    });
  const capture = (order: TamaraOrder, moved: Minor, status: string): TamaraOrder => {
    const id = ids.uuid();
    recorded(order, "capture", id, moved);
    return save({ ...order, status, captures: [...order.captures, { id, amount: moved, at: clock.now() }] });
  };
  /** The order after what time alone has done to it. */
  const aged = (order: TamaraOrder): TamaraOrder => {
    const isPast = (since: number | undefined, lifetimeMs: number) =>
      since !== undefined && clock.now() >= since + lifetimeMs;
    if (order.status === "new" && isPast(order.createdAt, checkoutLifetimeMs)) {
      return save({ ...order, status: "expired" });
    }
    if (order.status === "approved" && isPast(order.approvedAt, approvalLifetimeMs)) {
      return save({ ...order, status: "expired" });
    }
    if (order.status === "authorised" && isPast(order.authorisedAt, autoCaptureMs)) {
      return capture(order, order.total, "fully_captured");
    }
    return order;
  };
  const find = (orderId: string | undefined): TamaraOrder => {
    const order = orderId === undefined ? undefined : orders.get(orderId);
    if (!order) throw notFound();
    return aged(order);
  };

  return {
    find,
    findByReference: (reference: string) => find(references.get(reference)),
    findByCheckout: (checkoutId: string) => find(checkouts.get(checkoutId)),
    /** Newest first. */
    list: () => [...orders.values()].reverse().map(aged),
    create: (facts: Omit<TamaraOrder, "orderId" | "checkoutId" | "status" | "createdAt" | Lists>) => {
      const order: TamaraOrder = {
        ...facts,
        orderId: ids.uuid(),
        checkoutId: ids.uuid(),
        status: "new",
        createdAt: clock.now(),
        captures: [],
        refunds: [],
        cancels: [],
      };
      checkouts.set(order.checkoutId, order.orderId);
      references.set(order.reference, order.orderId);
      return save(order);
    },
    /** What a buyer does on the checkout page, and what risk rules do; only to an order that is new. */
    leave: (order: TamaraOrder, status: "approved" | "declined" | "expired") => {
      if (order.status !== "new") throw conflict(order.status);
      return save({ ...order, status, ...(status === "approved" && { approvedAt: clock.now() }) });
    },
    authorise: (order: TamaraOrder) => {
      if (order.status !== "approved") throw conflict(order.status);
      return save({ ...order, status: "authorised", authorisedAt: clock.now() });
    },
    /** `taken` differs from `asked` only for the fault of another amount. */
    capture: (order: TamaraOrder, asked: Minor, taken: Minor) => {
      if (!["authorised", "updated", "partially_captured"].includes(order.status))
        throw conflict(order.status);
      const left = minor(order.total - sum(order.captures) - sum(order.cancels));
      if (asked > left || asked <= 0)
        throw new Refusal(400, "capture_amount_invalid", "The amount is not left to capture");
      return capture(order, taken, asked === left ? "fully_captured" : "partially_captured");
    },
    cancel: (order: TamaraOrder, asked: Minor) => {
      if (!["authorised", "updated"].includes(order.status)) throw conflict(order.status);
      const left = minor(order.total - sum(order.cancels));
      if (asked > left || asked <= 0)
        throw new Refusal(400, "cancel_amount_invalid", "The amount is not left to cancel");
      const cancels = [...order.cancels, { id: ids.uuid(), amount: asked, at: clock.now() }];
      return save({ ...order, status: asked === left ? "canceled" : "updated", cancels });
    },
    /** Nothing is promised about the same refund id twice, so a second refund is made. */
    refund: (order: TamaraOrder, asked: Minor, notes: { merchantRefundId?: string; comment: string }) => {
      const left = minor(sum(order.captures) - sum(order.refunds));
      if (left === 0 || asked > left || asked <= 0)
        throw new Refusal(400, "refund_amount_invalid", "The amount is not left to refund");
      const id = ids.uuid();
      recorded(order, "refund", id, asked);
      const refunds = [...order.refunds, { id, amount: asked, at: clock.now(), ...notes }];
      return save({ ...order, status: asked === left ? "fully_refunded" : "partially_refunded", refunds });
    },
    /** True when the checkout was open and is no more. */
    voidCheckout: (order: TamaraOrder) => {
      if (order.status !== "new") return false;
      save({ ...order, status: "expired" });
      return true;
    },
  };
}

type Lists = "captures" | "refunds" | "cancels";

/** The sum of some movements. */
export function sum(movements: readonly { readonly amount: Minor }[]): Minor {
  return minor(movements.reduce((total, each) => total + each.amount, zero as number));
}
