import type { Language } from "#core/language.ts";
import type { DialCode } from "#core/phone/mobile.ts";

const names: Partial<Record<Language, Intl.DisplayNames>> = {};

/**
 * A country in the words of a language. The first name of a language takes a phone a tenth of a second, so pages say the one
 * that their phone field begins with (`namedCountry`).
 */
export function countryName([iso2]: DialCode, language: Language): string {
  names[language] ??= new Intl.DisplayNames([language], { type: "region" });
  return names[language].of(iso2) ?? iso2;
}

/** A country, with its name in the language of the page. */
export type NamedCountry = { readonly row: DialCode; readonly name: string };

export function namedCountry(row: DialCode, language: Language): NamedCountry {
  return { row, name: countryName(row, language) };
}
