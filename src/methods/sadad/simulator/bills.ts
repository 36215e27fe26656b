/**
 * The bills of the simulated Moyasar, and what may become of one. As in the real sandbox, a bill is settled automatically
 * after a while; until then, and after it has run out, a person may pay it at the bank page.
 */

import { z } from "zod";
import { formatDecimal, type Minor, minor } from "#core/money.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { MoyasarAccount } from "./account.ts";
import { notFound, refusal } from "./errors.ts";

const amount = z.custom<Minor>((value) => typeof value === "number" && Number.isSafeInteger(value));

const billSchema = z.object({
  id: z.string(),
  status: z.enum(["initiated", "paid", "expired", "failed"]),
  /** What was asked for; once it is paid, what was paid. */
  amount,
  currency: z.string(),
  description: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  number: z.string(),
  gatewayId: z.string(),
  message: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
});

export type Bill = z.output<typeof billSchema>;

/** Amounts with a meaning of their own, halalas. The first is Moyasar's, the second ours. */
export const magicAmounts = { expires: 50_000, fails: 49_999 } as const;

export const dayMs = 24 * 60 * 60_000;

/** A bill can be paid for so many days. */
export const lifetimeDays = 29;

export type Bills = ReturnType<typeof createBills>;

/** @param onTimeUp is called for every bill that time alone has settled */
export function createBills(
  tools: SimulatorTools,
  account: Pick<MoyasarAccount, "name" | "settlesAfterMs">,
  onTimeUp: (bill: Bill) => void,
) {
  const { clock, ids } = tools;
  const bills = tools.store<Bill>({ name: "bills", persist: billSchema });
  const save = (bill: Bill): Bill => {
    const saved = { ...bill, updatedAt: clock.now() };
    bills.set(bill.id, saved);
    return saved;
  };
  const pay = (bill: Bill, paid: Minor): Bill => {
    recordCapture(tools, account.name, bill, paid);
    return save({ ...bill, status: "paid", amount: paid });
  };
  const expire = (bill: Bill): Bill => save({ ...bill, status: "expired" });
  const aged = (bill: Bill): Bill => {
    const fate = fateOf(bill, clock.now(), account.settlesAfterMs);
    if (fate === null) return bill;
    const after = fate === "paid" ? pay(bill, bill.amount) : expire(bill);
    onTimeUp(after);
    return after;
  };
  const find = (id: string): Bill => {
    const bill = bills.get(id);
    if (!bill) throw notFound();
    return aged(bill);
  };
  return {
    find,
    /** Newest first. */
    list: () => [...bills.values()].reverse().map(aged),

    issue(
      wanted: Pick<Bill, "amount" | "currency" | "description" | "metadata"> & { readonly id: string },
    ): Bill {
      if (bills.get(wanted.id)) {
        const message = "The given_id provided has been already used with a different payment.";
        throw refusal(400, "used_given_id", message);
      }
      const isIssued = wanted.amount !== magicAmounts.fails;
      const bill = save({
        ...wanted,
        status: isIssued ? "initiated" : "failed",
        number: ids.digits(12),
        gatewayId: `moyasar_sb_${ids.hex(20)}`,
        message: isIssued ? null : "The bill could not be issued",
        createdAt: clock.now(),
        updatedAt: clock.now(),
      });
      if (account.settlesAfterMs !== null) {
        // A reset in between has forgotten the bill.
        clock.after(account.settlesAfterMs, () => void (bills.get(bill.id) && find(bill.id)));
      }
      return bill;
    },

    /** Pays at the bank. A bill that has run out can be paid by a payment that was on its way. */
    pay(bill: Bill, paid: Minor): Bill {
      if (bill.status !== "initiated" && bill.status !== "expired")
        throw refusal(409, "api_error", `The bill is ${bill.status}`);
      return pay(bill, paid);
    },

    expire(bill: Bill): Bill {
      if (bill.status !== "initiated") throw refusal(409, "api_error", `The bill is ${bill.status}`);
      return expire(bill);
    },
  };
}

/** What time alone makes of a bill. */
function fateOf(bill: Bill, now: number, settlesAfterMs: number | null): "paid" | "expired" | null {
  if (bill.status !== "initiated") return null;
  const ageMs = now - bill.createdAt;
  if (settlesAfterMs !== null && ageMs >= settlesAfterMs)
    return bill.amount === magicAmounts.expires ? "expired" : "paid";
  return ageMs >= lifetimeDays * dayMs ? "expired" : null;
}

/** Writes the money into the ledger, under the merchant's own order number. */
function recordCapture(
  { clock, ledger }: Pick<SimulatorTools, "clock" | "ledger">,
  merchant: string,
  bill: Bill,
  paid: Minor,
): void {
  ledger.record({
    at: clock.now(),
    kind: "capture",
    merchant,
    orderId: orderOf(bill),
    transactionId: bill.id,
    amount: formatDecimal(paid, bill.currency),
    amountMinor: paid,
    currency: bill.currency,
  });
}

/** The merchant's order number, from the metadata. */
export function orderOf(bill: Bill): string {
  return String(bill.metadata["order"] ?? bill.id);
}

/** What a person pays who pays half of a bill, or a tenth too much. */
export function inexact(asked: Minor, way: "partial" | "over"): Minor {
  return way === "partial"
    ? minor(Math.floor(asked / 2))
    : minor(asked + Math.max(1, Math.floor(asked / 10)));
}
