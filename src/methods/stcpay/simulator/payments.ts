/** What the simulated STC Pay remembers of a payment, and what may become of it. */

import { z } from "zod";
import { formatDecimal, type Minor, minor } from "#core/money.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { refusal } from "./refusal.ts";
import { slowPaymentMs } from "./triggers.ts";

const amount = z.custom<Minor>((value) => typeof value === "number" && Number.isSafeInteger(value));

export const paymentSchema = z.object({
  refNum: z.string(),
  billNumber: z.string(),
  mobile: z.string(),
  amount,
  /** What was really taken; another amount only for the fault of that name. */
  taken: amount,
  reversed: amount,
  status: z.enum(["pending", "slow", "paid", "cancelled", "expired"]),
  otpReference: z.string(),
  pmtReference: z.string(),
  stcPayRefNum: z.string(),
  createdAt: z.number(),
  /** When it was paid, or for a slow one when it will be. */
  paidAt: z.number().nullable(),
  names: z.object({ branch: z.string(), teller: z.string(), device: z.string() }),
});

export type StcPayment = z.output<typeof paymentSchema>;

/** Lifetime of a code, seconds. */
export const codeLifetimeSeconds = 300;

export type NewPayment = Pick<StcPayment, "refNum" | "billNumber" | "mobile" | "amount" | "names">;

export type Payments = ReturnType<typeof createPayments>;

/** The payments of one simulator. `clientCode` is the merchant in the ledger. */
export function createPayments(tools: SimulatorTools, clientCode: string) {
  const { clock, ids } = tools;
  const store = tools.store<StcPayment>({ name: "payments", persist: paymentSchema });
  const save = (payment: StcPayment): StcPayment => {
    store.set(payment.refNum, payment);
    return payment;
  };
  const book = createBook(tools, clientCode);
  const take = (payment: StcPayment, taken: Minor): StcPayment => {
    book(payment, { kind: "capture", id: payment.stcPayRefNum, amount: taken });
    return save({ ...payment, status: "paid", taken, paidAt: clock.now() });
  };
  const current = (payment: StcPayment): StcPayment => {
    const now = clock.now();
    if (payment.status === "slow" && payment.paidAt !== null && now >= payment.paidAt)
      return take(payment, payment.amount);
    if (payment.status === "pending" && now >= payment.createdAt + codeLifetimeSeconds * 1000)
      return save({ ...payment, status: "expired" });
    return payment;
  };
  const all = (): StcPayment[] => [...store.values()].map(current);
  return {
    /** Sends a code. The same name again, while it is unpaid, gets another code for the same payment. */
    authorize(wanted: NewPayment): StcPayment {
      const known = store.get(wanted.refNum);
      const earlier = known && current(known);
      if (earlier?.status === "paid") throw refusal(2009);
      if (earlier && earlier.status !== "pending") throw refusal(2003);
      return save({
        ...wanted,
        taken: minor(0),
        reversed: minor(0),
        status: "pending",
        otpReference: ids.letters(20),
        pmtReference: ids.digits(12),
        stcPayRefNum: ids.digits(12),
        createdAt: clock.now(),
        paidAt: null,
      });
    },

    /** The payment that a code was sent for; both references must be of the last code. */
    findByCode(otpReference: string, pmtReference: string): StcPayment {
      const found = all().find((payment) => payment.otpReference === otpReference);
      if (found === undefined || found.pmtReference !== pmtReference) throw refusal(2037);
      return found;
    },

    /** Takes the money. `taken` differs from the amount only for the fault of that name. */
    pay(payment: StcPayment, taken: Minor): StcPayment {
      requirePending(payment);
      return take(payment, taken);
    },

    /** Is pending for a while, then paid. */
    payLater(payment: StcPayment): StcPayment {
      requirePending(payment);
      return save({ ...payment, status: "slow", paidAt: clock.now() + slowPaymentMs });
    },

    end(payment: StcPayment, status: "cancelled" | "expired"): StcPayment {
      requirePending(payment);
      return save({ ...payment, status });
    },

    refund(stcPayRefNum: string, asked: Minor): string {
      const payment = all().find((each) => each.stcPayRefNum === stcPayRefNum);
      if (payment?.status !== "paid") throw refusal(2006);
      if (asked > payment.taken - payment.reversed) throw refusal(2036);
      const id = ids.digits(12);
      book(payment, { kind: "refund", id, amount: asked });
      save({ ...payment, reversed: minor(payment.reversed + asked) });
      return id;
    },

    find: (refNum: string): StcPayment | undefined => {
      const found = store.get(refNum);
      return found && current(found);
    },
    /** Newest first. */
    list: (): StcPayment[] => all().reverse(),
  };
}

function requirePending({ status }: StcPayment): void {
  if (status === "paid" || status === "slow") throw refusal(2009);
  if (status === "expired") throw refusal(2026);
  if (status === "cancelled") throw refusal(2027);
}

function createBook({ clock, ledger }: SimulatorTools, clientCode: string) {
  return (
    payment: StcPayment,
    moved: { readonly kind: "capture" | "refund"; readonly id: string; readonly amount: Minor },
  ): void =>
    ledger.record({
      at: clock.now(),
      kind: moved.kind,
      merchant: clientCode,
      orderId: payment.billNumber,
      transactionId: moved.id,
      amount: formatDecimal(moved.amount, "SAR"),
      amountMinor: moved.amount,
      currency: "SAR",
    });
}
