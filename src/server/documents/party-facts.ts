/** Identifications and addresses in parts, as documents print them. */
import type { Language } from "#core/language.ts";
import {
  homeCountry,
  type Identification,
  isOfNaturalPerson,
  type PostalAddress,
} from "#core/tax/tax-party.ts";
import { cleanText } from "#core/text.ts";
import { both, textsIn } from "./document-texts.ts";
import { fact, type PrintFact } from "./print-model.ts";
import { directionOfText, figure, type Prose, prose } from "./printable.ts";

const addressLength = 700;

/** An identification under the name of its scheme; of a person's the last three characters, unless it is wanted whole. */
export function identificationFact(
  identification: Identification | null,
  { language, isWhole }: { readonly language: Language; readonly isWhole: boolean },
): PrintFact[] {
  if (identification === null) return [];
  const { scheme, value } = identification;
  const isHidden = !isWhole && isOfNaturalPerson(scheme);
  return fact(
    both(language, (texts) => texts.parties.schemes[scheme]),
    figure(isHidden ? `••••••• ${value.slice(-3)}` : value),
  );
}

/** The address in the language of its words: "7525 King Fahd Road, Al Olaya, Riyadh 12252, Saudi Arabia". */
export function addressText(address: PostalAddress, language: Language): Prose | null {
  const { street, buildingNumber, district, postalCode, additionalNumber, city, country } = address;
  const given = [street, district, city].filter((part) => part !== null).join("");
  const script = given === "" ? language : directionOfText(given) === "rtl" ? "ar" : "en";
  const parts = [
    spaced([buildingNumber, street]),
    district,
    spaced([city, postalCode]),
    // In words: two numbers with a hyphen between them would change places inside of Arabic.
    additionalNumber && spaced([textsIn(script).parties.additionalNumber, additionalNumber]),
    countryName(country, script),
  ];
  const stated = parts.flatMap((part) => withoutLooseDashes(part ?? "") || []);
  return addressProse(stated.join(script === "ar" ? "، " : ", "));
}

/**
 * Free text of an address on one line. A postal code stays with its city, and a dash with what follows it: neither stands
 * alone at the end of a line.
 */
export function addressProse(text: string | null): Prose | null {
  const address = prose(withoutLooseDashes(text ?? ""), addressLength);
  return (
    address && {
      ...address,
      text: address.text
        .replace(/ ([-–—]) /g, " $1\u00a0")
        .replace(/ (?=\d{4,5}(?![\p{L}\p{N}]))/gu, "\u00a0"),
    }
  );
}

/**
 * What people type between the parts of an address, as one writes it: line breaks are blanks, a dash with a blank on one
 * side has one on both, and none is left at the ends.
 */
export function withoutLooseDashes(text: string): string {
  return cleanText(text, addressLength)
    .replace(/(?: [-–—]+|[-–—]+ )[\s–—-]*/g, (dashes) => ` ${dashes.trim().charAt(0)} `)
    .replace(/^[\s,،;؛–—-]+|[\s,،;؛–—-]+$/g, "");
}

function spaced(parts: readonly (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(" ") || null;
}

function countryName(country: string, language: Language): string {
  if (country === homeCountry) return textsIn(language).parties.country;
  return new Intl.DisplayNames([language], { type: "region" }).of(country) ?? country;
}
