/**
 * How much of a thing is sold: whole thousandths of a unit, so that 0.5 kg is exact and nothing is a float. Decimals
 * exist only at the edges, as for money (money.ts); stock is counted in whole pieces and does not use this.
 */
import { type Minor, maximumMinor, timesRatio } from "../money.ts";

declare const thousandths: unique symbol;

/** A whole number of thousandths of a unit: 500 is half a kilogram. */
export type Quantity = number & { readonly [thousandths]: true };

const perUnit = 1_000;

/** Most that one line sells, in thousandths. */
const maximum = 100_000 * perUnit;

/** So many whole units. Throws a RangeError for anything that no line can sell: that is a bug. */
export function wholeQuantity(units: number): Quantity {
  if (!Number.isInteger(units)) throw new RangeError(`not whole units: ${units}`);
  return quantity(units * perUnit);
}

/** Brands a number of thousandths. Throws a RangeError for fractions of them and for what no line can sell. */
export function quantity(value: number): Quantity {
  if (!Number.isSafeInteger(value) || value < 1 || value > maximum)
    throw new RangeError(`not a quantity: ${value}`);
  return value as Quantity;
}

/**
 * Reads "2", "0.5" or "12.125": more than zero, at most 100,000, at most three decimals. Gives null for any other text.
 */
export function parseQuantity(text: string): Quantity | null {
  const match = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(text);
  if (!match) return null;
  const value = Number(match[1]) * perUnit + Number((match[2] ?? "").padEnd(3, "0"));
  return value >= 1 && value <= maximum ? (value as Quantity) : null;
}

/** The quantity with no more decimals than it needs: "2", "0.5". */
export function quantityText(value: number): string {
  const whole = Math.floor(value / perUnit);
  const fraction = String(value % perUnit)
    .padStart(3, "0")
    .replace(/0+$/, "");
  return fraction === "" ? String(whole) : `${whole}.${fraction}`;
}

/** How many whole units it is; null for one that has a fraction. */
export function wholeUnits(value: Quantity): number | null {
  return value % perUnit === 0 ? value / perUnit : null;
}

/** What a quantity costs, rounded once; null when that is more than the largest amount taken anywhere. */
export function priceOf(value: Quantity, unitPrice: Minor): Minor | null {
  if (BigInt(unitPrice) * BigInt(value) > BigInt(maximumMinor) * BigInt(perUnit)) return null;
  return timesRatio(unitPrice, value, perUnit);
}
