/** The American Express profile takes nothing else; whether the order allows it is decided by its flag. */
import type { BrandRule } from "#gateways/mpgs/card-start.ts";

export const americanExpressOnly: BrandRule = (card) =>
  card.brand?.toUpperCase() === "AMEX" ? null : "brand_not_supported";
