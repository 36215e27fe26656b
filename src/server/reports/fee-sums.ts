/** Sums of providers' fees, in halalas. */
import type { ProviderFees } from "#contract/settlement.ts";
import { formatDecimal, type Minor, minor } from "#core/money.ts";

export type Fees = { readonly amount: Minor; readonly vat: Minor };

export const noFees: Fees = { amount: minor(0), vat: minor(0) };

/** One text for the period, method, account and currency of a row of sales. */
export function feesKey(row: {
  readonly period: string | null;
  readonly method: string;
  readonly account: string;
  readonly currency: string;
}): string {
  return [row.period ?? "", row.currency, row.method, row.account].join(" ");
}

/** The sum of two; nothing counts as none. */
export function addFees(one: Fees | undefined, other: Fees): Fees {
  if (one === undefined) return other;
  return { amount: minor(one.amount + other.amount), vat: minor(one.vat + other.vat) };
}

/** As reports write them. */
export function writeFees(fees: Fees | null): ProviderFees | null {
  return fees && { amount: formatDecimal(fees.amount, "SAR"), vat: formatDecimal(fees.vat, "SAR") };
}
