/** The virtual IBANs of the simulated bank, the credits on them, and what time makes of them. */

import { z } from "zod";
import { formatDecimal, type Minor, minor } from "#core/money.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { BankAccount } from "./account.ts";
import { notFound, refusal } from "./errors.ts";
import { accountDigits, ibanOf } from "./iban.ts";

const amount = z.custom<Minor>((value) => typeof value === "number" && Number.isSafeInteger(value));

const creditSchema = z.object({
  id: z.string(),
  amount,
  status: z.enum(["BOOKED", "RETURNED"]),
  bankReference: z.string(),
  bookedAt: z.number(),
});

export type Credit = z.output<typeof creditSchema>;

const virtualAccountSchema = z.object({
  id: z.string(),
  reference: z.string(),
  invoiceNumber: z.string(),
  accountNumber: z.string(),
  iban: z.string(),
  expected: amount,
  currency: z.string(),
  status: z.enum(["OPEN", "PARTIALLY_CREDITED", "CREDITED", "OVERPAID", "EXPIRED", "CLOSED", "REJECTED"]),
  expiresAt: z.number(),
  createdAt: z.number(),
  notificationUrl: z.string(),
  /** The request that opened it, as text: the same key with another one is refused. */
  request: z.string(),
  credits: z.array(creditSchema),
});

export type VirtualAccount = z.output<typeof virtualAccountSchema>;

/** An account over this amount is not opened, halalas. */
export const rejectedAmount = 49_999;

const liveStatuses: readonly VirtualAccount["status"][] = [
  "OPEN",
  "PARTIALLY_CREDITED",
  "CREDITED",
  "OVERPAID",
];

export type VirtualAccounts = ReturnType<typeof createVirtualAccounts>;

/** @param onExpired is called for every account that time alone has ended */
export function createVirtualAccounts(
  tools: SimulatorTools,
  account: Pick<BankAccount, "name">,
  onExpired: (ended: VirtualAccount) => void,
) {
  const { clock, ids } = tools;
  const accounts = tools.store<VirtualAccount>({ name: "accounts", persist: virtualAccountSchema });
  const save = (one: VirtualAccount): VirtualAccount => {
    accounts.set(one.id, one);
    return one;
  };
  const expire = (one: VirtualAccount): VirtualAccount => save({ ...one, status: "EXPIRED" });
  const aged = (one: VirtualAccount): VirtualAccount => {
    if (!liveStatuses.includes(one.status) || clock.now() < one.expiresAt) return one;
    const ended = expire(one);
    onExpired(ended);
    return ended;
  };
  const find = (id: string): VirtualAccount => {
    const one = accounts.get(id);
    if (!one) throw notFound();
    return aged(one);
  };
  const findByReference = (reference: string): VirtualAccount | undefined => {
    const one = [...accounts.values()].find((each) => each.reference === reference);
    return one && aged(one);
  };
  return {
    find,
    findByReference,
    /** Newest first. */
    list: () => [...accounts.values()].reverse().map(aged),

    /** Opens an account; the same request again gives the same one. */
    open(wanted: Omit<VirtualAccount, "id" | "accountNumber" | "iban" | "status" | "createdAt" | "credits">) {
      const known = findByReference(wanted.reference);
      if (known?.request === wanted.request) return known;
      if (known) throw refusal(409, "idempotency_conflict", "The key stands for another request");
      const accountNumber = `9${ids.digits(accountDigits - 1)}`;
      const opened = save({
        ...wanted,
        id: ids.uuid(),
        accountNumber,
        iban: ibanOf(accountNumber),
        status: wanted.expected === rejectedAmount ? "REJECTED" : "OPEN",
        createdAt: clock.now(),
        credits: [],
      });
      // A reset in between has forgotten the account.
      clock.after(opened.expiresAt - clock.now(), () => void (accounts.get(opened.id) && find(opened.id)));
      return opened;
    },

    /** Ends an account; money that comes afterwards goes back. */
    close: (one: VirtualAccount): VirtualAccount =>
      liveStatuses.includes(one.status) || one.status === "EXPIRED"
        ? save({ ...one, status: "CLOSED" })
        : one,

    expire(one: VirtualAccount): VirtualAccount {
      if (!liveStatuses.includes(one.status))
        throw refusal(409, "account_ended", `The account is ${one.status}`);
      return expire(one);
    },

    /** A transfer arrives. It is booked, also on an account that has run out; on a closed one it goes back. */
    credit(one: VirtualAccount, sent: Minor, wish: Credit["status"]): VirtualAccount {
      if (one.status === "REJECTED") throw refusal(409, "account_ended", "There is no such IBAN");
      const status = one.status === "CLOSED" ? "RETURNED" : wish;
      const id = ids.uuid();
      const credit: Credit = {
        id,
        amount: sent,
        status,
        bankReference: ids.digits(10),
        bookedAt: clock.now(),
      };
      if (status === "BOOKED") recordCapture(tools, account.name, one, credit);
      return save(withCredit(one, credit));
    },
  };
}

function withCredit(one: VirtualAccount, credit: Credit): VirtualAccount {
  const after = { ...one, credits: [...one.credits, credit] };
  if (!liveStatuses.includes(one.status)) return after;
  const booked = after.credits.filter(({ status }) => status === "BOOKED");
  const sum = booked.reduce((total, each) => total + each.amount, 0);
  if (sum === 0) return after;
  if (sum < one.expected) return { ...after, status: "PARTIALLY_CREDITED" };
  return { ...after, status: sum === one.expected ? "CREDITED" : "OVERPAID" };
}

/** Writes the money into the ledger, under the merchant's own order number. */
function recordCapture(
  { ledger }: Pick<SimulatorTools, "ledger">,
  merchant: string,
  one: VirtualAccount,
  credit: Credit,
): void {
  ledger.record({
    at: credit.bookedAt,
    kind: "capture",
    merchant,
    orderId: one.invoiceNumber,
    transactionId: credit.id,
    amount: formatDecimal(credit.amount, one.currency),
    amountMinor: credit.amount,
    currency: one.currency,
  });
}

/** What a person sends who sends half of what is asked, or a tenth too much. */
export function inexact(asked: Minor, way: "partial" | "over"): Minor {
  return way === "partial"
    ? minor(Math.floor(asked / 2))
    : minor(asked + Math.max(1, Math.floor(asked / 10)));
}
