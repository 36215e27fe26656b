/** Which marks stand for a method. They are drawn in `web/marks`, under these names. */

import type { CardBrand } from "#core/card/card.ts";
import type { AllowedFlags } from "./allowed.ts";
import type { MethodId } from "./catalog.ts";

export type MarkName = CardBrand | Exclude<MethodId, "card">;

/** The schemes that the order takes, mada first (rule of the scheme in Saudi Arabia); else the method's own mark. */
export function marksOf(id: MethodId, allowed: AllowedFlags): readonly MarkName[] {
  if (id !== "card") return [id];
  const { isMadaAllowed, isCreditCardAllowed } = allowed;
  return [...(isMadaAllowed ? ["mada" as const] : []), ...(isCreditCardAllowed ? creditCards : [])];
}

const creditCards = ["visa", "mastercard"] as const;
