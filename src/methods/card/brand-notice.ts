/** Whether the order seems to take a card, shown while its number is being typed (Spec 5 "Card brand check"). */

import { brandsTaken, type CardBrand, rulesOf } from "#core/card/card-brands.ts";
import type { AllowedFlags } from "../allowed.ts";
import type { CardText } from "./card-problems.ts";

/** `refusal` is a text key; `instead` names the brands that are taken, mada first. */
export type BrandNotice = { readonly refusal: CardText; readonly instead: readonly CardBrand[] };

/**
 * What to say of a brand on the form of mada, Visa and Mastercard, or null for nothing. A word in time and no more:
 * first digits are a guess, the gateway's session decides which brand really pays.
 */
export function brandNotice(brand: CardBrand | null, allowed: AllowedFlags): BrandNotice | null {
  if (brand === null) return null;
  const { flag, method, refusal } = rulesOf(brand);
  if (!allowed[flag]) return { refusal, instead: brandsTaken("card", allowed) };
  return method === "card" ? null : { refusal: "amexElsewhere", instead: [] };
}
