/** Which cards each gateway profile takes; the brand is the gateway's own word (Spec 5, decision K13). */
import { brandRefusal } from "#core/card/card.ts";
import type { BrandRule } from "#gateways/mpgs/card-start.ts";

/**
 * mada needs the order's `mada`, Visa and Mastercard its `creditcard` ("a non-mada card when credit card is not
 * allowed"); every other brand has no place on this profile, American Express has one of its own.
 */
export const madaOrCreditCard: BrandRule = (card, allowedMethods) => {
  const brands = { brand: card.brand ?? null, localBrand: card.localBrand ?? null };
  const refusal = brandRefusal(brands, {
    isMadaAllowed: allowedMethods.includes("mada"),
    isCreditCardAllowed: allowedMethods.includes("creditcard"),
  });
  if (refusal === "madaNotAllowed") return "mada_not_allowed";
  if (refusal === "creditNotAllowed") return "credit_not_allowed";
  const isTaken = [card.brand, card.localBrand].some((brand) => taken.has(brand?.toUpperCase() ?? ""));
  return isTaken ? null : "brand_not_supported";
};

const taken = new Set(["MADA", "VISA", "MASTERCARD"]);
