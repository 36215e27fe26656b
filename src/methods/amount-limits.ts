/**
 * The lowest and highest amount that a payment by a method may have. A provider that states its own is asked
 * (`PaymentProvider.amountLimits`); for every other, the merchant of the account states them in its settings. There are
 * no built-in limits: a provider's limits differ between accounts and change without notice.
 */
import { z } from "zod";
import { type Minor, minor, parseDecimal } from "#core/money.ts";
import { readVariable } from "./environment.ts";
import type { AmountLimits } from "./payment-method.ts";

/** Settings state limits in this currency; orders in another currency are not limited by them. */
export const limitCurrency = "SAR";

/** What satisfies both; null is no limit. */
export function bothLimits(one: AmountLimits | null, other: AmountLimits | null): AmountLimits | null {
  if (one === null || other === null) return one ?? other;
  return {
    lowest: bound(Math.max, one.lowest, other.lowest),
    highest: bound(Math.min, one.highest, other.highest),
  };
}

function bound(tighter: (...amounts: number[]) => number, ...given: (Minor | null)[]): Minor | null {
  const amounts = given.filter((amount) => amount !== null);
  return amounts.length === 0 ? null : minor(tighter(...amounts));
}

const amount = z.string().transform((text, context) => {
  const value = parseDecimal(text, limitCurrency);
  if (value !== null) return value;
  context.addIssue({ code: "custom", message: `must be an amount in ${limitCurrency}, such as "20000.00"` });
  return z.NEVER;
});

const limitSettings = z
  .object({ lowestAmount: amount.nullable().default(null), highestAmount: amount.nullable().default(null) })
  .refine(({ lowestAmount: low, highestAmount: high }) => low === null || high === null || low <= high, {
    path: ["highestAmount"],
    message: "must not be below lowestAmount",
  })
  .transform(({ lowestAmount: lowest, highestAmount: highest }) =>
    lowest === null && highest === null ? null : { lowest, highest },
  );

/**
 * Takes the limits out of the settings that a merchant stored; the rest is the method's.
 * @throws ZodError for limits that are no amounts
 */
export function splitLimits(stored: unknown): {
  readonly settings: unknown;
  readonly limits: AmountLimits | null;
} {
  if (typeof stored !== "object" || stored === null) return { settings: stored, limits: null };
  const { lowestAmount, highestAmount, ...settings } = stored as Readonly<Record<string, unknown>>;
  return { settings, limits: limitSettings.parse({ lowestAmount, highestAmount }) };
}

/**
 * The limits of the installation's account of a method: `TABBY_LOWEST_AMOUNT` and `TABBY_HIGHEST_AMOUNT`.
 * @throws Error with a sentence that names the variables
 */
export function limitsFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  method: string,
): AmountLimits | null {
  const account = method.toUpperCase();
  const low = `${account}_LOWEST_AMOUNT`;
  const high = `${account}_HIGHEST_AMOUNT`;
  const read = limitSettings.safeParse({
    lowestAmount: readVariable(environment, low),
    highestAmount: readVariable(environment, high),
  });
  if (!read.success)
    throw new Error(`${low} and ${high} must be amounts in ${limitCurrency}, the lower one first.`);
  return read.data;
}
