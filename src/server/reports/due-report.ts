/** What is expected in the bank: payments of the last weeks, by the terms of their methods and the days of Saudi banks. */
import { type DueReport, longestSettlementDays } from "#contract/settlement.ts";
import { bankDayAfter } from "#core/bank-day.ts";
import { formatDecimal, minor } from "#core/money.ts";
import { accountByHand } from "#core/payment-by-hand.ts";
import { accountOfAttempt } from "../reconciliation/accounts.ts";
import { dayAfter, today as dayOf } from "../reconciliation/riyadh-day.ts";
import type { Services } from "../services.ts";
import { readExpectedFees, readTerms } from "./account-terms.ts";
import { feesKey, noFees } from "./fee-sums.ts";
import { readSales } from "./sales.ts";
import { minorOf, type SalesRow } from "./sales-rows.ts";

/** Bank days are five of seven; two days more for the weekend at either end. */
const daysBack = Math.ceil((longestSettlementDays * 7) / 5) + 4;

type Due = DueReport["due"][number];

/** Reads it for one merchant, by the clock of the services. */
export async function readDue(services: Services, merchantId: number): Promise<DueReport> {
  const db = services.db.kysely;
  const today = dayOf(services.clock.now());
  const days = { from: dayAfter(today, -daysBack), to: today };
  const terms = await readTerms(db, merchantId);
  const fees = await readExpectedFees(db, { merchantId, days, by: "day" });
  const { rows } = await readSales(db, { merchantId, days, by: "day" });
  // What the shop has received itself no provider owes it.
  const riyals = rows.filter(({ currency, account }) => currency === "SAR" && account !== accountByHand);
  const groups = Map.groupBy(riyals, ({ method, account }) => `${method} ${account}`);
  const due: Due[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    const own = first && terms.get(first.method);
    if (!first || !own) continue;
    const { method, account, currency } = first;
    const isOwnAccount = (await accountOfAttempt(services, { method, provider: account }, merchantId))
      ?.merchantId;
    const isOwn = isOwnAccount === merchantId;
    const found = group.flatMap((row) => {
      const arrivesOn = bankDayAfter(row.period ?? today, own.settlementDays);
      if (arrivesOn < today) return [];
      const { amount, vat } = fees.get(feesKey(row)) ?? noFees;
      return [dueDay(row, arrivesOn, amount + vat + (isOwn ? 0 : minorOf(row.fees, currency)))];
    });
    const total = found.reduce((all, one) => all + minorOf(one.amount, currency), 0);
    if (found.length > 0)
      due.push({
        method,
        account,
        currency,
        isOwnAccount: isOwn,
        terms: own,
        amount: formatDecimal(minor(total), currency),
        days: found,
      });
  }
  const withoutTerms = new Set(riyals.map(({ method }) => method).filter((method) => !terms.has(method)));
  return { today, due, withoutTerms: [...withoutTerms] };
}

/** @param kept minor units */
function dueDay(row: SalesRow, arrivesOn: string, kept: number): Due["days"][number] {
  const { currency, payments, gross, refunds } = row;
  const amount = minorOf(gross, currency) - minorOf(refunds, currency) - kept;
  return {
    paidOn: row.period ?? "",
    arrivesOn,
    payments,
    gross,
    refunds,
    kept: formatDecimal(minor(kept), currency),
    amount: formatDecimal(minor(amount), currency),
  };
}
