/** The two languages of every page, their direction, and how one is chosen (Spec 1, decision K16). */

export const languages = ["ar", "en"] as const;

export type Language = (typeof languages)[number];

/** Arabic, unless the merchant's theme says otherwise (Spec 9). */
export const defaultLanguage: Language = "ar";

/** The name under which local storage and the cookie that mirrors it keep the buyer's choice. */
export const languageStorageKey = "lang";

/** A language from a text of any origin, in either case; null for everything else. */
export function readLanguage(text: string | null | undefined): Language | null {
  const code = text?.trim().toLowerCase();
  return languages.find((language) => language === code) ?? null;
}

/** Writing direction of a language, for the `dir` attribute. */
export function directionOf(language: Language): "rtl" | "ltr" {
  return language === "ar" ? "rtl" : "ltr";
}

/** The language that the switch link leads to. */
export function otherLanguage(language: Language): Language {
  return language === "ar" ? "en" : "ar";
}

/**
 * The language of a page: `?lang=` wins, then the buyer's stored choice, then the theme's default, then Arabic.
 * The browser's Accept-Language is left out on purpose: Arabic is the default of the product, not a fallback.
 */
export function chooseLanguage(from: {
  readonly query?: string | null | undefined;
  readonly stored?: string | null | undefined;
  readonly theme?: string | null | undefined;
}): Language {
  return readLanguage(from.query) ?? readLanguage(from.stored) ?? readLanguage(from.theme) ?? defaultLanguage;
}
