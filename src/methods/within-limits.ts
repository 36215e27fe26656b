/** Whether a method takes an amount. The one judgement of it, for the server and for pages: so no more than that is here. */
import type { Minor } from "#core/money.ts";
import type { AmountLimits } from "./payment-method.ts";

/** Whether a payment of this amount may be begun. */
export function isWithin(amount: Minor, { lowest, highest }: AmountLimits): boolean {
  return amount >= (lowest ?? amount) && amount <= (highest ?? amount);
}
