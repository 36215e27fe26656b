/** The amounts that an account at Tamara takes, from its list of payment types. */
import { minor } from "#core/money.ts";
import type { AmountLimits } from "../payment-method.ts";
import { type PaymentTypesAnswer, readMoney } from "./wire.ts";

/**
 * From the lowest of any type to the highest of any: the buyer chooses the type at Tamara.
 * @returns null for a list that is empty or has no amounts of the currency: it says nothing
 */
export function readLimits(types: PaymentTypesAnswer, currency: string): AmountLimits | null {
  const pairs = types.flatMap(({ min_limit, max_limit }) => {
    const [lowest, highest] = [readMoney(min_limit), readMoney(max_limit)];
    const isOfCurrency = lowest?.currency === currency && highest?.currency === currency;
    return isOfCurrency ? [[lowest.amount, highest.amount] as const] : [];
  });
  if (pairs.length === 0) return null;
  return {
    lowest: minor(Math.min(...pairs.map(([lowest]) => lowest))),
    highest: minor(Math.max(...pairs.map(([, highest]) => highest))),
  };
}
