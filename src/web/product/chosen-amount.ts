/** What the buyer of a product link chooses to pay, as it was typed (docs/decisions/0190). The server judges by the same bounds. */
import type { FieldTable } from "#core/fields.ts";
import { fromJsonNumber, parseDecimal, toJsonNumber } from "#core/money.ts";
import { type AmountFault, amountFault } from "#core/pricing/buyer-amount.ts";
import { readTypedAmount } from "#core/typed-amount.ts";
import type { ProductOffer } from "./offer.ts";

/** The name of the field, and its id. */
export const amountFieldId = "amount";

/** Names of texts. */
export type AmountProblem = AmountFault | "missing";

type Offer = Pick<ProductOffer, "buyerAmount" | "currencyName">;

/** The rules of the field, for the table of the form; none where the product has its price. */
export function amountTable(offer: Offer): FieldTable {
  if (!offer.buyerAmount) return {};
  return {
    [amountFieldId]: {
      requiredKey: "missing" satisfies AmountProblem,
      faultOf: (typed) => judged(typed, offer).fault,
    },
  };
}

/** The chosen amount in major units; null for nothing, and for what cannot be paid. */
export function chosenPrice(typed: string, offer: Offer): number | null {
  const { amount, fault } = judged(typed, offer);
  return amount === null || fault !== null ? null : toJsonNumber(amount, offer.currencyName);
}

function judged(typed: string, { buyerAmount, currencyName }: Offer) {
  const text = readTypedAmount(typed, currencyName);
  const amount = text === null ? null : parseDecimal(text, currencyName);
  const minorOf = (major: number) => fromJsonNumber(major, currencyName);
  const bounds = { least: minorOf(buyerAmount?.least ?? 0), most: minorOf(buyerAmount?.most ?? 0) };
  return { amount, fault: amountFault(amount, bounds) };
}
