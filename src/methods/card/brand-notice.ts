/** Whether the order seems to take a card, shown while its number is being typed (Spec 5 "Card brand check"). */

import { brandRefusal, type CardBrand } from "#core/card/card.ts";
import type { AllowedFlags } from "../allowed.ts";
import type { CardText } from "./session-steps.ts";

/** `refusal` is a text key; `instead` names the brands that are taken, mada first. */
export type BrandNotice = { readonly refusal: CardText; readonly instead: readonly CardBrand[] };

/**
 * What to say of a brand on the form of mada, Visa and Mastercard, or null for nothing. A word in time and no more:
 * first digits are a guess, the gateway's session decides which brand really pays.
 */
export function brandNotice(brand: CardBrand | null, allowed: AllowedFlags): BrandNotice | null {
  const instead: CardBrand[] = [];
  if (allowed.isMadaAllowed) instead.push("mada");
  if (allowed.isCreditCardAllowed) instead.push("visa", "mastercard");
  if (brand === "amex")
    return allowed.isAmexAllowed
      ? { refusal: "amexElsewhere", instead: [] }
      : { refusal: "amexNotAllowed", instead };
  const refusal = brand && brandRefusal({ brand }, allowed);
  return refusal ? { refusal, instead } : null;
}
