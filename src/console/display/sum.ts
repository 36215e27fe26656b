/** Sums of amounts as the API states them: whole minor units in between. */
import { formatDecimal, minor, parseDecimal } from "#core/money.ts";

/** Minor units of an amount, which may be below zero. */
export function minorOf(amount: string, currency: string): number {
  const found = parseDecimal(amount.replace("-", ""), currency) ?? 0;
  return amount.startsWith("-") ? -found : found;
}

/** The sum of amounts in one currency, as a decimal text. */
export function sumOf(amounts: readonly string[], currency: string): string {
  const sum = amounts.reduce((all, amount) => all + minorOf(amount, currency), 0);
  return formatDecimal(minor(sum), currency);
}
