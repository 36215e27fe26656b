/** What a buyer pays when, in four parts (Spec 9, decision M5). For show: the service decides. */
import { currencyExponent, minor, toJsonNumber } from "#core/money.ts";
import { instalments } from "#core/pricing.ts";

/** One part: months from now, and major units as the page shows them. */
export type PlanPart = { readonly months: number; readonly amount: number };

const parts = 4;

/** The four parts of a total in major units; they sum to it, the last one carries the remainder. */
export function planOf(total: number, currency: string): readonly PlanPart[] {
  const whole = minor(Math.round(total * 10 ** currencyExponent(currency)));
  return instalments(whole, parts).map((part, months) => ({ months, amount: toJsonNumber(part, currency) }));
}
