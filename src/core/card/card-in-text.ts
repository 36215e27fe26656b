/**
 * Card numbers that went into a field of another thing: a name, a city, a note (decision K4: they are never stored).
 * A number counts when its first digits, its length and its check digit are those of a card; so phone numbers, IBANs,
 * barcodes and the numbers of orders and taxes are let through.
 */

import type { ProblemField } from "../problem.ts";
import { normaliseDigits, stripUnseen } from "../text.ts";
import { hasLuhnCheckDigit } from "../validators.ts";
import { cardBrand, cardNumberLength } from "./card.ts";

const fewestDigits = 13;

/** Lengths that Visa has elsewhere, or had: no form takes such a card, but it is one, also where its first digits are those of a mada card. */
const visaLengths = [13, 19];

/**
 * Schemes whose cards no form takes: Diners Club has 14 digits and first digits of its own; JCB, Discover, UnionPay, Maestro
 * and Diners Club's long ones have 16 to 19. Among 13 and 15 digits there is none, so that barcodes, VAT numbers and
 * serial numbers of telephones stay what they are.
 */
const otherSchemes = /^(?:3[0689]\d{12}|[356]\d{15,18})$/;

/** Sizes of the groups in which cards are printed, some with a security code or the end of a long number behind. */
const printedGroups: ReadonlySet<string> = new Set(["4,4,4,4", "4,4,4,4,3", "4,4,4,1", "4,6,5", "4,6,4"]);

/** An IBAN of the country: SA and 22 characters, in one piece or in groups. */
const iban = /(?<![A-Z0-9])SA\d\d(?:[ -]?[A-Z0-9]){20}(?![A-Z0-9])/gi;

/** Groups of digits with spaces, dashes or dots between them; after a plus or two zeros the first is of a phone. */
const digitGroups = /(\+|(?<!\d)00 )?(\d+(?:[\s.\p{Pd}]{1,3}\d+)*)/gu;

/**
 * Whether a text has the number of a payment card in it: 13 to 19 digits of any script of Arabic, alone or in groups,
 * with other text around them or not.
 */
export function hasCardNumber(text: string): boolean {
  // Most texts are too short to hold one.
  if (text.length < fewestDigits) return false;
  // As it would be stored: runs of white space are one space there.
  const stored = normaliseDigits(stripUnseen(text)).replace(/\s+/g, " ");
  const plain = stored.normalize("NFKC").replace(iban, "IBAN");
  return [...plain.matchAll(digitGroups)].some(([, phonePrefix, run = ""]) =>
    candidates(run, phonePrefix !== undefined).some(isLikeCard),
  );
}

/**
 * The refusal of a field because of its text; null for a text without a card number, or none. The text itself is not
 * returned.
 */
export function misplacedCardNumber(path: string, text: string | null | undefined): ProblemField | null {
  if (!hasCardNumber(text ?? "")) return null;
  return { path, code: "card_number_misplaced", message: "must not contain a card number" };
}

/** The digits that may be one number: all of a run that is written evenly, every group, and groups as on a card. */
function candidates(run: string, isPhoneFirst: boolean): string[] {
  const groups = run.match(/\d+/g) ?? [];
  const separators = new Set(run.match(/\D+/g));
  const first = isPhoneFirst ? 1 : 0;
  const found = separators.size <= 1 && !isPhoneFirst ? [groups.join("")] : [];
  for (let from = first; from < groups.length; from += 1) {
    for (let to = from + 1; to <= Math.min(from + 5, groups.length); to += 1) {
      const part = groups.slice(from, to);
      if (part.length === 1 || printedGroups.has(part.map(({ length }) => length).join(",")))
        found.push(part.join(""));
    }
  }
  return found;
}

function isLikeCard(digits: string): boolean {
  const brand = cardBrand(digits);
  const isShaped =
    brand === null
      ? otherSchemes.test(digits)
      : [cardNumberLength(brand), ...(digits.startsWith("4") ? visaLengths : [])].includes(digits.length);
  return isShaped && hasLuhnCheckDigit(digits);
}
