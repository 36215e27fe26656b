/**
 * What the simulated Tabby remembers of a payment and its session. Time alone changes a payment, too: a session lives
 * 20 minutes, its payment expires 10 minutes later, and what is authorised is captured after 21 days.
 */

import { z } from "zod";
import { formatDecimal, type Minor, minor } from "#core/money.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { notFound } from "./errors.ts";

const amount = z.custom<Minor>((value) => typeof value === "number" && Number.isSafeInteger(value));

const movement = z.object({ id: z.string(), amount, reference: z.string(), at: z.number() });

export const paymentSchema = z.object({
  id: z.string(),
  sessionId: z.string(),
  merchantCode: z.string(),
  status: z.string(),
  amount,
  currency: z.string(),
  buyer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
  reference: z.string(),
  /** The merchant's number of the order; the reference when it gave none. */
  orderNumber: z.string(),
  language: z.string(),
  urls: z.object({ success: z.string(), cancel: z.string(), failure: z.string() }),
  createdAt: z.number(),
  authorisedAt: z.number().optional(),
  captures: z.array(movement),
  refunds: z.array(movement),
});

export type TabbyPayment = z.output<typeof paymentSchema>;

const minuteMs = 60_000;
export const sessionLifetimeMs = 20 * minuteMs;
export const paymentLifetimeMs = 30 * minuteMs;
const autoCaptureMs = 21 * 24 * 60 * minuteMs;

export type Payments = ReturnType<typeof createPayments>;

/** The payments of one simulator. */
export function createPayments(tools: SimulatorTools) {
  const { clock, ids } = tools;
  const payments = tools.store<TabbyPayment>({ name: "payments", persist: paymentSchema });
  const sessions = tools.store<string>({ name: "sessions", persist: z.string() });
  const save = (payment: TabbyPayment): TabbyPayment => {
    payments.set(payment.id, payment);
    return payment;
  };
  const capture = (payment: TabbyPayment, moved: Minor, reference: string): TabbyPayment => {
    const done = { id: ids.uuid(), amount: moved, reference, at: clock.now() };
    record(tools, payment, { kind: "capture", id: done.id, amount: moved });
    return save({ ...payment, captures: [...payment.captures, done] });
  };
  const aged = (payment: TabbyPayment): TabbyPayment => {
    const next = fate(payment, clock.now());
    if (next === "expired") return save({ ...payment, status: "EXPIRED" });
    if (next === null) return payment;
    const left = minor(payment.amount - sum(payment.captures));
    return save({ ...capture(payment, left, "auto-capture"), status: "CLOSED" });
  };
  const find = (id: string | undefined): TabbyPayment => {
    const payment = id === undefined ? undefined : payments.get(id);
    if (!payment) throw notFound("payment");
    return aged(payment);
  };
  return {
    save,
    capture,
    find,
    findBySession: (sessionId: string) => find(sessions.get(sessionId)),
    /** Newest first. */
    list: () => [...payments.values()].reverse().map(aged),
    create: (facts: Omit<TabbyPayment, "id" | "sessionId" | "createdAt" | "captures" | "refunds">) => {
      const payment: TabbyPayment = {
        ...facts,
        id: ids.uuid(),
        sessionId: ids.uuid(),
        createdAt: clock.now(),
        captures: [],
        refunds: [],
      };
      sessions.set(payment.sessionId, payment.id);
      return save(payment);
    },
  };
}

/** Writes a movement of money into the ledger, under the merchant's own order number. */
export function record(
  { clock, ledger }: Pick<SimulatorTools, "clock" | "ledger">,
  payment: TabbyPayment,
  moved: { readonly kind: "capture" | "refund"; readonly id: string; readonly amount: Minor },
): void {
  ledger.record({
    at: clock.now(),
    kind: moved.kind,
    merchant: payment.merchantCode,
    orderId: payment.orderNumber,
    transactionId: moved.id,
    amount: formatDecimal(moved.amount, payment.currency),
    amountMinor: moved.amount,
    currency: payment.currency,
  });
}

/** The sum of some movements. */
export function sum(movements: readonly { readonly amount: Minor }[]): Minor {
  return minor(movements.reduce((total, each) => total + each.amount, 0));
}

/** Whether the buyer may still use the session's page. */
export function isSessionOpen(payment: TabbyPayment, now: number): boolean {
  const isYoung = now < payment.createdAt + sessionLifetimeMs;
  return payment.status === "CREATED" && isYoung;
}

/** What time alone has made of a payment. */
function fate(payment: TabbyPayment, now: number): "expired" | "captured" | null {
  if (payment.status === "CREATED" && now >= payment.createdAt + paymentLifetimeMs) return "expired";
  const isOld = payment.authorisedAt !== undefined && now >= payment.authorisedAt + autoCaptureMs;
  return payment.status === "AUTHORIZED" && isOld ? "captured" : null;
}
