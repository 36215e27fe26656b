/**
 * Money as whole minor units. Decimals exist only at the edges (wire, page, contract); inside, everything is an
 * integer and the only arithmetic beyond adding is "times a ratio, rounded half up" (decision M1).
 */

declare const minorUnits: unique symbol;

/** A whole number of minor units of some currency, safe-integer. The currency travels beside it. */
export type Minor = number & { readonly [minorUnits]: true };

/** A number of major units, as `toJsonNumber` writes it for pages: any number but a `Minor`, which would be read as 100 times the amount. */
export type Major = number & { readonly [minorUnits]?: never };

/** Currency exponents that differ from 2 (ISO 4217). Everything not listed has two decimals (decision M6). */
const exponents: Readonly<Record<string, number>> = {
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
};

/** Largest amount taken anywhere, in minor units: 10^12 (ten milliard riyals). */
export const maximumMinor = 1_000_000_000_000;

/** Number of decimals of a currency, by its ISO 4217 code. */
export function currencyExponent(currency: string): number {
  return Object.hasOwn(exponents, currency) ? (exponents[currency] ?? 2) : 2;
}

/** Brands a whole number as minor units. Throws a RangeError for fractions and unsafe integers: that is a bug. */
export function minor(value: number): Minor {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole, safe amount: ${value}`);
  return value as Minor;
}

export const zero = minor(0);

/** Sum of amounts of one currency. */
export function sum(amounts: Iterable<Minor>): Minor {
  let total = 0;
  for (const amount of amounts) total += amount;
  return minor(total);
}

/**
 * `amount × numerator ÷ denominator`, rounded half up on the absolute value: the one rounding rule of the
 * project (decision M1). Exact for every safe integer, since it multiplies as BigInt.
 */
export function timesRatio(amount: Minor, numerator: number, denominator: number): Minor {
  const product = BigInt(amount) * BigInt(numerator);
  const divisor = BigInt(denominator);
  if (divisor === 0n) throw new RangeError("division by zero");
  const negative = product < 0n !== divisor < 0n;
  const dividend = product < 0n ? -product : product;
  const by = divisor < 0n ? -divisor : divisor;
  const rounded = divideHalfUp(dividend, by);
  return minor(Number(negative ? -rounded : rounded));
}

/** The nearest whole quotient, half up: for a dividend that is not negative and a divisor above zero. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}

/**
 * Splits `amount` in proportion to `weights` so that the parts sum to it exactly: largest remainder first, ties to
 * the earlier part (decision M3). All-zero weights split nothing and require `amount` to be zero. Throws a RangeError
 * for a negative amount or weight: the parts of one would not sum to it.
 */
export function splitByWeight(amount: Minor, weights: readonly number[]): Minor[] {
  if (amount < 0 || weights.some((weight) => weight < 0)) throw new RangeError("a negative amount or weight");
  const total = weights.reduce((left, right) => left + BigInt(right), 0n);
  if (total === 0n) {
    if (amount !== 0) throw new RangeError("an amount without weights");
    return weights.map(() => zero);
  }
  const shares = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight);
    return { index, floor: exact / total, remainder: exact % total };
  });
  let left = Number(BigInt(amount) - shares.reduce((all, share) => all + share.floor, 0n));
  const parts = shares.map((share) => Number(share.floor));
  const byRemainder = [...shares].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const share of byRemainder) {
    if (left <= 0) break;
    parts[share.index] = (parts[share.index] ?? 0) + 1;
    left -= 1;
  }
  return parts.map(minor);
}

/**
 * Reads a plain decimal text such as "12", "12.5" or "12.50" as minor units. Gives null for anything else: a sign,
 * an exponent, more decimals than the currency has, or more than `maximumMinor`.
 */
export function parseDecimal(text: string, currency: string): Minor | null {
  const exponent = currencyExponent(currency);
  const match = /^(\d{1,13})(?:\.(\d{1,3}))?$/.exec(text);
  if (!match) return null;
  const fraction = match[2] ?? "";
  if (fraction.length > exponent) return null;
  const value = Number(`${match[1]}${fraction.padEnd(exponent, "0")}`);
  return Number.isSafeInteger(value) && value <= maximumMinor ? minor(value) : null;
}

/** Minor units as a decimal text with all of the currency's decimals and no grouping: "1234.50". */
export function formatDecimal(amount: Minor, currency: string): string {
  const exponent = currencyExponent(currency);
  const digits = String(Math.abs(amount)).padStart(exponent + 1, "0");
  const sign = amount < 0 ? "-" : "";
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** Minor units as the JSON number of the buyer calls (`/rest/pay/*`, decision M1): 1234.5. For show: no call takes it. */
export function toJsonNumber(amount: Minor, currency: string): Major {
  return Number(formatDecimal(amount, currency));
}

/** What `toJsonNumber` wrote, for pages that compute with what they show: 1234.5 is 123450. */
export function fromJsonNumber(value: Major, currency: string): Minor {
  return minor(Math.round(value * 10 ** currencyExponent(currency)));
}

/** The JSON number of a buyer call with all decimals of its currency and no grouping: 1234.5 is "1234.50". */
export function jsonNumberText(value: Major, currency: string): string {
  return formatDecimal(fromJsonNumber(value, currency), currency);
}

/**
 * A decimal text with commas between thousands: "-1234.50" is "-1,234.50", in both languages. Not by
 * `Intl.NumberFormat`, whose first use holds the thread of a slow phone for 90 ms (decision 0331).
 */
export function groupDigits(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
