/**
 * What the simulated gateway remembers: prepared pages, and transactions, which there are only once a buyer has typed
 * a code. A name of the merchant's (track id) belongs to one transaction.
 */

import { z } from "zod";
import { formatDecimal, type Minor, minor } from "#core/money.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { refusal } from "./refusal.ts";

const amount = z.custom<Minor>((value) => typeof value === "number" && Number.isSafeInteger(value));

export const pageSchema = z.object({
  paymentId: z.string(),
  trackId: z.string(),
  orderNumber: z.string(),
  mobile: z.string(),
  amount,
  responseUrl: z.string(),
  errorUrl: z.string(),
  createdAt: z.number(),
  wrongCodes: z.number(),
  /** Left without paying, or run out. */
  end: z.enum(["cancelled", "expired"]).nullable(),
});

export type PaymentPage = z.output<typeof pageSchema>;

const endSchema = z.enum(["CAPTURED", "NOT CAPTURED"]);

type End = z.output<typeof endSchema>;

export const transactionSchema = z.object({
  transId: z.string(),
  trackId: z.string(),
  paymentId: z.string(),
  orderNumber: z.string(),
  action: z.enum(["1", "2"]),
  amount,
  result: z.string(),
  responseCode: z.string(),
  ref: z.string(),
  at: z.number(),
  /** The later end of a payment that timed out inside of the gateway, or of a refund that people make by hand. */
  settles: z.object({ at: z.number(), result: endSchema }).nullable(),
});

export type ArbTransaction = z.output<typeof transactionSchema>;

/** Lifetime of a page, milliseconds. The real one is not published. */
export const pageLifetimeMs = 15 * 60_000;

/** How long a payment that timed out stays so, milliseconds. */
export const timedOutMs = 30_000;

/** How long a refund is under way that people at the bank make by hand, milliseconds. */
export const refundByHandMs = 30_000;

const refundWindowMs = 14 * 24 * 60 * 60_000;

export type NewPage = Pick<
  PaymentPage,
  "trackId" | "orderNumber" | "mobile" | "amount" | "responseUrl" | "errorUrl"
>;

export type Payments = ReturnType<typeof createPayments>;

type Stores = ReturnType<typeof createStores>;

/** The payments of one simulator. `merchant` is the account in the ledger. */
export function createPayments(tools: SimulatorTools, merchant: string) {
  const stores = createStores(tools, merchant);
  const { pages, transactions, current, keep } = stores;
  const { clock, ids } = tools;
  return {
    /** The same name again, as long as nothing was paid under it, makes a new page; the older one is dead. */
    prepare(wanted: NewPage): PaymentPage {
      if (transactions.get(wanted.trackId)) throw refusal("IPAY0100293");
      const paymentId = ids.digits(18);
      const page = { ...wanted, paymentId, createdAt: clock.now(), wrongCodes: 0, end: null };
      pages.set(wanted.trackId, page);
      return page;
    },

    findPage: (paymentId: string): PaymentPage | undefined =>
      [...pages.values()].find((page) => page.paymentId === paymentId),

    /** Open, or how it ended. */
    stateOf(page: PaymentPage): "open" | "paid" | "cancelled" | "expired" {
      if (transactions.get(page.trackId)) return "paid";
      if (page.end !== null) return page.end;
      return clock.now() >= page.createdAt + pageLifetimeMs ? "expired" : "open";
    },

    leave: (page: PaymentPage, end: "cancelled" | "expired"): void =>
      pages.set(page.trackId, { ...page, end }),

    countWrongCode(page: PaymentPage): number {
      const wrongCodes = page.wrongCodes + 1;
      pages.set(page.trackId, { ...page, wrongCodes });
      return wrongCodes;
    },

    /** What the code came to. `taken` differs from the page's amount only for the fault of that name. */
    pay(page: PaymentPage, outcome: { result: string; responseCode: string; taken?: Minor }): ArbTransaction {
      const isTimedOut = outcome.result === "HOST TIMEOUT";
      return keep({
        ...stores.blank(page.trackId),
        paymentId: page.paymentId,
        orderNumber: page.orderNumber,
        action: "1",
        amount: outcome.taken ?? page.amount,
        result: outcome.result,
        responseCode: outcome.responseCode,
        settles: isTimedOut ? { at: clock.now() + timedOutMs, result: "CAPTURED" } : null,
      });
    },

    refund: (asked: NewRefund): ArbTransaction => refund(stores, clock.now(), asked),

    /** By the merchant's name, the gateway's number or the page's. */
    find(by: "TrackID" | "TRANID" | "PaymentID", value: string): ArbTransaction | undefined {
      const found = [...transactions.values()].find((each) =>
        by === "TrackID"
          ? each.trackId === value
          : by === "TRANID"
            ? each.transId === value
            : each.paymentId === value,
      );
      return found && current(found);
    },

    pageOf: (trackId: string): PaymentPage | undefined => pages.get(trackId),
    /** Newest first. */
    listPages: (): PaymentPage[] => [...pages.values()].reverse(),
  };
}

function createStores(tools: SimulatorTools, merchant: string) {
  const { clock, ids, ledger } = tools;
  const pages = tools.store<PaymentPage>({ name: "pages", persist: pageSchema });
  const transactions = tools.store<ArbTransaction>({ name: "transactions", persist: transactionSchema });
  const keep = (transaction: ArbTransaction): ArbTransaction => {
    transactions.set(transaction.trackId, transaction);
    if (transaction.result === "CAPTURED") {
      ledger.record({
        at: clock.now(),
        kind: transaction.action === "1" ? "capture" : "refund",
        merchant,
        orderId: transaction.orderNumber,
        transactionId: transaction.transId,
        amount: formatDecimal(transaction.amount, "SAR"),
        amountMinor: transaction.amount,
        currency: "SAR",
      });
    }
    return transaction;
  };
  const current = (transaction: ArbTransaction): ArbTransaction =>
    transaction.settles !== null && clock.now() >= transaction.settles.at
      ? keep({ ...transaction, ...ended(transaction.settles.result), settles: null })
      : transaction;
  const blank = (trackId: string) => ({
    transId: ids.digits(15),
    trackId,
    ref: ids.digits(12),
    at: clock.now(),
  });
  return { pages, transactions, keep, current, blank };
}

type NewRefund = {
  readonly trackId: string;
  readonly purchase: ArbTransaction;
  readonly amount: Minor;
  /** How a refund ends that people at the bank make by hand; null where it is made at once. */
  readonly byHand: End | null;
};

/** Within fourteen days, up to what is left. A refund that cannot be made is a transaction, too, with its name used. */
function refund(
  { transactions, keep, current, blank }: Stores,
  now: number,
  { trackId, purchase, amount: asked, byHand }: NewRefund,
): ArbTransaction {
  if (transactions.get(trackId)) throw refusal("IPAY0100293");
  const given = [...transactions.values()]
    .filter((each) => each.action === "2" && each.paymentId === purchase.paymentId)
    .map(current)
    .filter(({ result }) => result !== "NOT CAPTURED")
    .reduce((total, each) => total + each.amount, 0);
  const left = minor(purchase.amount - given);
  const isPossible = asked <= left && now - purchase.at <= refundWindowMs;
  const settles = isPossible && byHand !== null ? { at: now + refundByHandMs, result: byHand } : null;
  return keep({
    ...blank(trackId),
    paymentId: purchase.paymentId,
    orderNumber: purchase.orderNumber,
    action: "2",
    amount: asked,
    ...(settles
      ? { result: "PROCESSING", responseCode: "" }
      : ended(isPossible ? "CAPTURED" : "NOT CAPTURED")),
    settles,
  });
}

function ended(result: End): Pick<ArbTransaction, "result" | "responseCode"> {
  return { result, responseCode: result === "CAPTURED" ? "00" : "61" };
}
