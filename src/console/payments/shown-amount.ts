/** What a payment is about on a list: what was asked for, of surplus what arrived. */
import type { PaymentModel } from "#contract/payments.ts";

export function shownAmount({ state, amount, receivedAmount }: PaymentModel): string {
  return state === "surplus" ? (receivedAmount ?? amount) : amount;
}
