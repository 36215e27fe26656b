/** The countries of the phone field: their names in both languages and how one is found by typing. */

import { type Language, otherLanguage } from "#core/language.ts";
import { dialCodes } from "#core/phone/dial-codes.ts";
import type { DialCode } from "#core/phone/mobile.ts";
import { normaliseDigits } from "#core/text.ts";
import { countryName } from "./country-name.ts";

export type Country = {
  /** Two letters: "SA". */
  readonly iso2: string;
  /** Without the plus: "966". */
  readonly dialCode: string;
  /** In the page's language. */
  readonly name: string;
  /** What it is found by, simplified: both names, the two letters. */
  readonly words: readonly string[];
  /** What its mobiles look like. */
  readonly row: DialCode;
};

/** Where most buyers' mobiles are from: Saudi Arabia and its neighbours of the Gulf. */
const gulf = ["SA", "AE", "KW", "QA", "BH", "OM"];

/** All countries: those of the Gulf first, and the others by their name in the page's language. */
export function listCountries(language: Language): readonly Country[] {
  const collator = new Intl.Collator(language);
  const rank = ({ iso2 }: Country): number => (gulf.includes(iso2) ? gulf.indexOf(iso2) : gulf.length);
  const countries = dialCodes.map((row): Country => {
    const [iso2, dialCode] = row;
    const name = countryName(row, language);
    return {
      iso2,
      dialCode,
      name,
      words: [name, countryName(row, otherLanguage(language)), iso2].map(simplify),
      row,
    };
  });
  return countries.sort((a, b) => rank(a) - rank(b) || collator.compare(a.name, b.name));
}

/**
 * The countries that fit what was typed: a part of a name in either language, the two letters, or the dial code with
 * or without "+" or "00". Those whose name or code begins with it come first; nothing typed fits all.
 */
export function findCountries(countries: readonly Country[], typed: string): readonly Country[] {
  const query = simplify(typed);
  if (query === "") return countries;
  const code = /^(?:\+|00)?(\d+)$/.exec(query.replace(/\s/g, ""))?.[1];
  if (code !== undefined) {
    const fitting = countries.filter((country) => country.dialCode.startsWith(code));
    return [...fitting].sort((a, b) => a.dialCode.length - b.dialCode.length);
  }
  const begins = countries.filter((country) => country.words.some((word) => word.startsWith(query)));
  const contains = countries.filter((country) => country.words.some((word) => word.includes(query)));
  return [...new Set([...begins, ...contains])];
}

/** Letter case, accents, short vowels and the spellings of alef, ya and ta marbuta make no difference. */
function simplify(text: string): string {
  return normaliseDigits(text)
    .normalize("NFD")
    .replace(/[\p{M}\u0640]/gu, "")
    .replace(/[\u0622\u0623\u0625\u0671]/g, "\u0627")
    .replace(/\u0649/g, "\u064a")
    .replace(/\u0629/g, "\u0647")
    .toLowerCase()
    .trim();
}
