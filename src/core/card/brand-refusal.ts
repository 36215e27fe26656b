/** Whether an order takes a card, by the brands that the gateway's session states: those decide, never first digits. */
import { cardBrands } from "./card-brands.ts";

/** What the gateway's session says of the card. mada cards that are Visa or Mastercard too carry a local brand. */
export type BrandFacts = { readonly brand?: string | null; readonly localBrand?: string | null };

/**
 * Whether the order takes the card of a session: null when it does, else the text key of "Mada card is not
 * allowed" or "Credit card is not allowed" (Spec 5).
 */
export function brandRefusal(
  card: BrandFacts,
  order: { readonly isMadaAllowed: boolean; readonly isCreditCardAllowed: boolean },
): "madaNotAllowed" | "creditNotAllowed" | null {
  const isMada = [card.brand, card.localBrand].some((brand) => brand?.toUpperCase() === "MADA");
  const { flag, refusal } = cardBrands[isMada ? "mada" : "visa"];
  return order[flag] ? null : refusal;
}
