/** Quantities as the merchant API writes them: whole ones as numbers, others as decimal texts. */
import type { SentQuantity } from "#contract/merchant-common.ts";
import { parseQuantity, type Quantity, quantityText, wholeUnits } from "#core/pricing/quantity.ts";

/** What is wrong with what is none. */
export const notAQuantity = "must be more than 0 and at most 100,000, with at most three decimals";

/** Reads a quantity of the contract's shape; null for zero and for what is too large. */
export function readQuantity(sent: SentQuantity): Quantity | null {
  return parseQuantity(String(sent));
}

/** Writes a quantity. */
export function sentQuantity(quantity: Quantity): SentQuantity {
  return wholeUnits(quantity) ?? quantityText(quantity);
}
