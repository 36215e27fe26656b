/**
 * What the simulated Tamara remembers of an order, and what may become of it. Time alone changes an order, too: an
 * unpaid checkout lives 30 minutes, an approval 72 hours, and what is authorised is captured after 21 days.
 */

import { z } from "zod";
import { formatDecimal, type Minor, minor } from "#core/money.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { accountName } from "./account.ts";
import { notFound } from "./errors.ts";

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

type Lists = "captures" | "refunds" | "cancels";

/** The orders of one simulator. */
export function createOrders(tools: SimulatorTools) {
  const { clock, ids } = tools;
  const orders = tools.store<TamaraOrder>({ name: "orders", persist: orderSchema });
  const checkouts = tools.store<string>({ name: "checkouts", persist: z.string() });
  /** The newest order of each reference: the real one does not refuse a reference that it has seen. */
  const references = tools.store<string>({ name: "references", persist: z.string() });
  const save = (order: TamaraOrder): TamaraOrder => {
    orders.set(order.orderId, order);
    return order;
  };
  const capture = (order: TamaraOrder, amount: Minor, status: string): TamaraOrder => {
    const id = ids.uuid();
    record(tools, order, { kind: "capture", id, amount });
    return save({ ...order, status, captures: [...order.captures, { id, amount, at: clock.now() }] });
  };
  const aged = (order: TamaraOrder): TamaraOrder => {
    const next = fate(order, clock.now());
    if (next === "captured") return capture(order, order.total, "fully_captured");
    return next === "expired" ? save({ ...order, status: "expired" }) : order;
  };
  const find = (orderId: string | undefined): TamaraOrder => {
    const order = orderId === undefined ? undefined : orders.get(orderId);
    if (!order) throw notFound();
    return aged(order);
  };
  return {
    save,
    capture,
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
  };
}

/** Writes a movement of money into the ledger, under the merchant's own order number. */
export function record(
  { clock, ledger }: Pick<SimulatorTools, "clock" | "ledger">,
  order: TamaraOrder,
  moved: { readonly kind: "capture" | "refund"; readonly id: string; readonly amount: Minor },
): void {
  ledger.record({
    at: clock.now(),
    kind: moved.kind,
    merchant: accountName,
    orderId: order.number,
    transactionId: moved.id,
    amount: formatDecimal(moved.amount, order.currency),
    amountMinor: moved.amount,
    currency: order.currency,
  });
}

/** The sum of some movements. */
export function sum(movements: readonly { readonly amount: Minor }[]): Minor {
  return minor(movements.reduce((total, each) => total + each.amount, 0));
}

/** What time alone has made of an order. */
function fate(order: TamaraOrder, now: number): "expired" | "captured" | null {
  const isPast = (since: number | undefined, lifetimeMs: number) =>
    since !== undefined && now >= since + lifetimeMs;
  if (order.status === "new" && isPast(order.createdAt, checkoutLifetimeMs)) return "expired";
  if (order.status === "approved" && isPast(order.approvedAt, approvalLifetimeMs)) return "expired";
  return order.status === "authorised" && isPast(order.authorisedAt, autoCaptureMs) ? "captured" : null;
}
