/**
 * Card rules of the payment form, repeated by the server in direct mode (Spec 5, decision K13), on the table of
 * card-brands.ts. The brand found here is a guess from the first digits, good for the picture and the length; which
 * brand really pays, and whether the order allows it, is decided from what the gateway's session says (brand-refusal.ts).
 */
import { digitsOf, normaliseDigits } from "../text.ts";
import { hasLuhnCheckDigit } from "../validators.ts";
import { type CardBrand, cardBrandNames, cardBrands, rulesOf } from "./card-brands.ts";

/** The brand that some leading digits point to, as soon as they do; null while they do not, or for other brands. */
export function cardBrand(digits: string): CardBrand | null {
  const begins = (range: string): boolean => {
    const [from = "", to = from] = range.split("-");
    const start = digits.slice(0, from.length);
    return start.length === from.length && start >= from && start <= to;
  };
  return cardBrandNames.find((brand) => cardBrands[brand].begins.split(" ").some(begins)) ?? null;
}

/** Digits of a card number of that brand: 15 for American Express, else 16. */
export function cardNumberLength(brand: CardBrand | null): number {
  return rulesOf(brand).groups.reduce((sum, size) => sum + size, 0);
}

/** The digits in what was typed or pasted, at most as many as the brand has; everything else is dropped (Spec 5). */
export function cardDigits(text: string): string {
  const digits = digitsOf(text);
  return digits.slice(0, cardNumberLength(cardBrand(digits)));
}

/** Digits in groups with spaces as on the card: fours, American Express 4-6-5. Works on incomplete numbers. */
export function groupCardNumber(digits: string): string {
  let shown = "";
  let rest = digits;
  for (const size of rulesOf(cardBrand(digits)).groups) {
    shown += ` ${rest.slice(0, size)}`;
    rest = rest.slice(size);
  }
  return shown.trim();
}

/** Whether ASCII digits, without separators, can be a card number: right length for the brand, right check digit. */
export function isCardNumber(digits: string): boolean {
  return (
    /^\d+$/.test(digits) && digits.length === cardNumberLength(cardBrand(digits)) && hasLuhnCheckDigit(digits)
  );
}

/** Whether a security code has the digits of its brand: four on American Express, else three. */
export function isSecurityCode(code: string, brand: CardBrand | null): boolean {
  return /^\d+$/.test(normaliseDigits(code)) && code.length === rulesOf(brand).securityCodeLength;
}
