/**
 * Card rules of the payment form, repeated by the server in direct mode (Spec 5, decision K13). The brand found here
 * is a guess from the first digits, good for the picture and the length; which brand really pays, and whether the
 * order allows it, is decided from what the gateway's session says (`brandRefusal`).
 */
import { normaliseDigits } from "../text.ts";
import { hasLuhnCheckDigit } from "../validators.ts";

export type CardBrand = "mada" | "visa" | "mastercard" | "amex";

/**
 * First digits of mada cards: those that at least two Saudi processors publish, the gateway's test cards, and the
 * four-digit ones of Spec 5 (5067, 4576, 4011). mada cards begin like Visa and Mastercard, so they come first.
 */
const madaPrefixes = (
  "22337902 22337986 22402030 242030 4011 403024 40545400 406136 406996 40719700 40739500 407520 409201 410621 " +
  "410685 410834 412565 417633 419593 420132 421141 422817 422818 422819 428331 428671 428672 428673 431361 432328 " +
  "434107 439954 440533 440647 440795 442463 445564 446393 446404 446672 45488707 455036 455708 4576 457865 457997 " +
  "458456 462220 468540 468541 468542 468543 474491 483010 483011 483012 484783 486094 486095 486096 489318 489319 " +
  "49098000 492464 504300 5067 513213 515079 516138 520058 521076 52166100 524130 524514 524940 529415 529741 530060 " +
  "531196 535825 535989 536023 537767 53973776 543085 543357 549760 554180 555610 558563 558848 588845 588848 588850 " +
  "589206 604906 636120 873646 968201 968202 968203 968204 968205 968206 968207 968208 968209 968211"
).split(" ");

/** Ranges of first digits, both ends included, in the order in which they are looked at. */
const prefixRanges: readonly { readonly brand: CardBrand; readonly from: string; readonly to: string }[] = [
  ...madaPrefixes.map((prefix) => ({ brand: "mada", from: prefix, to: prefix }) as const),
  { brand: "amex", from: "34", to: "34" },
  { brand: "amex", from: "37", to: "37" },
  { brand: "mastercard", from: "51", to: "55" },
  { brand: "mastercard", from: "2221", to: "2720" },
  { brand: "visa", from: "4", to: "4" },
];

/** The brand that some leading digits point to, as soon as they do; null while they do not, or for other brands. */
export function cardBrand(digits: string): CardBrand | null {
  const range = prefixRanges.find(({ from, to }) => {
    const start = digits.slice(0, from.length);
    return start.length === from.length && start >= from && start <= to;
  });
  return range?.brand ?? null;
}

/** Digits of a card number of that brand: 15 for American Express, else 16 (Spec 5, decision K13). */
export function cardNumberLength(brand: CardBrand | null): number {
  return brand === "amex" ? 15 : 16;
}

/** The digits in what was typed or pasted, at most as many as the brand has; everything else is dropped (Spec 5). */
export function cardDigits(text: string): string {
  const digits = normaliseDigits(text).replace(/\D/g, "");
  return digits.slice(0, cardNumberLength(cardBrand(digits)));
}

/** Digits in groups with spaces as on the card: fours, American Express 4-6-5. Works on incomplete numbers. */
export function groupCardNumber(digits: string): string {
  const groups =
    cardBrand(digits) === "amex"
      ? /^(\d{1,4})(\d{1,6})?(\d+)?$/.exec(digits)?.slice(1)
      : digits.match(/.{1,4}/g);
  return (groups ?? []).filter((group) => group !== undefined).join(" ");
}

/** Whether ASCII digits, without separators, can be a card number: right length for the brand, right check digit. */
export function isCardNumber(digits: string): boolean {
  return (
    /^\d+$/.test(digits) && digits.length === cardNumberLength(cardBrand(digits)) && hasLuhnCheckDigit(digits)
  );
}

/** Whether a security code has the digits of its brand: four on American Express, else three. */
export function isSecurityCode(code: string, brand: CardBrand | null): boolean {
  return (brand === "amex" ? /^\d{4}$/ : /^\d{3}$/).test(normaliseDigits(code));
}

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
  if (isMada) return order.isMadaAllowed ? null : "madaNotAllowed";
  return order.isCreditCardAllowed ? null : "creditNotAllowed";
}
