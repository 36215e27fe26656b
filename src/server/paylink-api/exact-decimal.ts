/**
 * Amounts as Paylink's clients send them, read from their own text: 19.99 is 1999 halalas and never 1998.9999. Shops add
 * up floats before they send, so 57.49999999999999 is taken for the 57.50 that was meant; 33.333 is nothing that a riyal has.
 */
import { divideHalfUp, type Minor, maximumMinor, minor } from "#core/money.ts";

/** An amount in halalas, below zero too, rounded half up. */
export type ReadAmount = {
  readonly amount: Minor;
  /** Nothing was rounded but the dust of a float: less than a thousandth of a halala. */
  readonly isExact: boolean;
};

/** Decimals of a riyal that are looked at; a float has 17 digits in all. */
const decimals = 20;
const perHalala = 10n ** BigInt(decimals - 2);

/**
 * Reads a decimal text.
 * @param text digits with at most one point and a minus before them, as the contract lets through
 * @returns null for more than the largest amount taken anywhere
 */
export function readDecimal(text: string): ReadAmount | null {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const value = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
  const rounded = divideHalfUp(value, perHalala);
  if (rounded > BigInt(maximumMinor)) return null;
  const rest = value - rounded * perHalala;
  const isExact = (rest < 0n ? -rest : rest) * 1000n < perHalala;
  const halalas = Number(rounded);
  return { amount: minor(sign === "-" && halalas !== 0 ? -halalas : halalas), isExact };
}

/** The number without zeros that say nothing: "2.0" is "2", "0.50" is "0.5". */
export function plainDecimal(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
