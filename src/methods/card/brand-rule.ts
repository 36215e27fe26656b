/** Which cards an account at the gateway takes; the brand is the gateway's own word (Spec 5, decision K13). */
import { brandRefusal } from "#core/card/brand-refusal.ts";
import { type CardMethod, cardBrandNames, rulesOf } from "#core/card/card-brands.ts";
import type { BrandRule } from "#gateways/mpgs/card-start.ts";
import { toAllowedFlags } from "../allowed.ts";

const codes = { madaNotAllowed: "mada_not_allowed", creditNotAllowed: "credit_not_allowed" } as const;

/**
 * The rule of a method's account. On that of cards mada needs the order's `mada`, every other card its `creditcard`
 * ("a non-mada card when credit card is not allowed"). A brand that the table gives to another method has no place.
 */
export function brandRuleOf(method: CardMethod): BrandRule {
  return (card, allowedMethods) => {
    const brands = { brand: card.brand ?? null, localBrand: card.localBrand ?? null };
    const refusal = method === "card" ? brandRefusal(brands, toAllowedFlags(allowedMethods)) : null;
    if (refusal) return codes[refusal];
    const isTaken = cardBrandNames.some(
      (name) =>
        rulesOf(name).method === method &&
        [brands.brand, brands.localBrand].some((brand) => brand?.toLowerCase() === name),
    );
    return isTaken ? null : "brand_not_supported";
  };
}
