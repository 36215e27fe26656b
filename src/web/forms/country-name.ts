import type { Language } from "#core/language.ts";

const named: Partial<Record<Language, Intl.DisplayNames>> = {};

/**
 * A country in the words of a language. The first name of a language takes a phone a tenth of a second, so the page says the
 * one that its phone field begins with.
 * @param iso2 two letters: "SA"
 */
export function countryName(iso2: string, language: Language): string {
  named[language] ??= new Intl.DisplayNames([language], { type: "region" });
  return named[language].of(iso2) ?? iso2;
}
