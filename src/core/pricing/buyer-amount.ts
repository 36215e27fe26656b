/** What a buyer may choose to pay on a product link (docs/decisions/0190): the bounds that page and server judge by. */
import type { Minor } from "../money.ts";

/** Both are amounts that can be chosen, with VAT. */
export type AmountBounds = { readonly least: Minor; readonly most: Minor };

/** Largest amount that a link may leave to its buyer, in minor units: a milliard riyals. With fees it is still an amount. */
export const mostLeftToBuyer = 100_000_000_000;

/** Most amounts that a link suggests. */
export const mostSuggestedAmounts = 6;

export type AmountFault = "invalid" | "too_small" | "too_large";

/**
 * What is wrong with a chosen amount; null when it can be paid.
 * @param amount null for what is no amount
 */
export function amountFault(amount: Minor | null, { least, most }: AmountBounds): AmountFault | null {
  if (amount === null) return "invalid";
  if (amount < least) return "too_small";
  return amount > most ? "too_large" : null;
}
