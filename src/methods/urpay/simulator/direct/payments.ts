/** What the simulated UR Pay remembers of a payment, and what may become of it. */

import { z } from "zod";
import { formatDecimal, type Minor, minor } from "#core/money.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { refusal } from "./refusal.ts";
import { processingMs } from "./triggers.ts";

const amount = z.custom<Minor>((value) => typeof value === "number" && Number.isSafeInteger(value));

export const paymentSchema = z.object({
  paymentId: z.string(),
  trackId: z.string(),
  billNumber: z.string(),
  mobile: z.string(),
  amount,
  /** What was really taken; another amount only for the fault of that name. */
  taken: amount,
  status: z.enum(["OTP_SENT", "PROCESSING", "CAPTURED", "NOT_CAPTURED", "CANCELLED", "EXPIRED"]),
  responseCode: z.string().nullable(),
  rrn: z.string(),
  createdAt: z.number(),
  /** When a payment that is being worked on will be paid. */
  settlesAt: z.number().nullable(),
  refunds: z.array(z.object({ id: z.string(), amount, rrn: z.string() })),
});

export type UrpayPayment = z.output<typeof paymentSchema>;

/** Lifetime of a code, milliseconds. */
export const codeLifetimeMs = 5 * 60_000;

export type NewPayment = Pick<UrpayPayment, "trackId" | "billNumber" | "mobile" | "amount">;

export type Payments = ReturnType<typeof createPayments>;

/** The payments of one simulator. `merchant` is the account in the ledger. */
export function createPayments(tools: SimulatorTools, merchant: string) {
  const { clock, ids } = tools;
  const store = tools.store<UrpayPayment>({ name: "payments", persist: paymentSchema });
  const book = createBook(tools, merchant);
  const save = (payment: UrpayPayment): UrpayPayment => {
    store.set(payment.trackId, payment);
    return payment;
  };
  const take = (payment: UrpayPayment, taken: Minor): UrpayPayment => {
    book(payment, { kind: "capture", id: payment.rrn, amount: taken });
    return save({ ...payment, status: "CAPTURED", taken, settlesAt: null });
  };
  const current = (payment: UrpayPayment): UrpayPayment => {
    const now = clock.now();
    if (payment.settlesAt !== null && now >= payment.settlesAt) return take(payment, payment.amount);
    const isOver = payment.status === "OTP_SENT" && now >= payment.createdAt + codeLifetimeMs;
    return isOver ? save({ ...payment, status: "EXPIRED" }) : payment;
  };
  const byId = (paymentId: string): UrpayPayment => {
    const found = [...store.values()].find((payment) => payment.paymentId === paymentId);
    if (found === undefined) throw refusal(404, "IPAY0100263");
    return current(found);
  };
  return {
    /** The same key gives the same payment; another content under it is refused. */
    create(wanted: NewPayment): UrpayPayment {
      const earlier = store.get(wanted.trackId);
      if (earlier === undefined) {
        return save({
          ...wanted,
          paymentId: ids.uuid(),
          taken: minor(0),
          status: "OTP_SENT",
          responseCode: null,
          rrn: ids.digits(12),
          createdAt: clock.now(),
          settlesAt: null,
          refunds: [],
        });
      }
      if (earlier.amount !== wanted.amount || earlier.mobile !== wanted.mobile)
        throw refusal(409, "IPAY0300128");
      return current(earlier);
    },

    byId,

    find(trackId: string): UrpayPayment {
      const found = store.get(trackId);
      if (found === undefined) throw refusal(404, "IPAY0100263");
      return current(found);
    },

    /** Only of a payment that waits for its code. `taken` differs from the amount only for the fault of that name. */
    pay: (payment: UrpayPayment, taken: Minor): UrpayPayment => take(requireWaiting(payment), taken),

    payLater: (payment: UrpayPayment): UrpayPayment =>
      save({ ...requireWaiting(payment), status: "PROCESSING", settlesAt: clock.now() + processingMs }),

    end: (
      payment: UrpayPayment,
      end: { status: "NOT_CAPTURED" | "CANCELLED" | "EXPIRED"; responseCode?: string },
    ): UrpayPayment =>
      save({ ...requireWaiting(payment), status: end.status, responseCode: end.responseCode ?? null }),

    refund(payment: UrpayPayment, asked: { id: string; amount: Minor }): UrpayPayment["refunds"][number] {
      const earlier = payment.refunds.find(({ id }) => id === asked.id);
      if (earlier) return earlier;
      if (payment.status !== "CAPTURED") throw refusal(409, "IPAY0100263");
      const left = payment.taken - payment.refunds.reduce((total, each) => total + each.amount, 0);
      if (asked.amount > left) throw refusal(422, "IPAY0200111");
      const made = { ...asked, rrn: ids.digits(12) };
      book(payment, { kind: "refund", id: made.rrn, amount: asked.amount });
      save({ ...payment, refunds: [...payment.refunds, made] });
      return made;
    },

    /** Newest first. */
    list: (): UrpayPayment[] => [...store.values()].map(current).reverse(),
  };
}

function requireWaiting(payment: UrpayPayment): UrpayPayment {
  if (payment.status === "EXPIRED") throw refusal(409, "IPAY0100042");
  if (payment.status !== "OTP_SENT") throw refusal(409, "IPAY0300128");
  return payment;
}

function createBook({ clock, ledger }: SimulatorTools, merchant: string) {
  return (
    payment: UrpayPayment,
    moved: { readonly kind: "capture" | "refund"; readonly id: string; readonly amount: Minor },
  ): void =>
    ledger.record({
      at: clock.now(),
      kind: moved.kind,
      merchant,
      orderId: payment.billNumber,
      transactionId: moved.id,
      amount: formatDecimal(moved.amount, "SAR"),
      amountMinor: moved.amount,
      currency: "SAR",
    });
}
