/** The words of documents. Every label is printed in both languages, the document's own first. */
import { type Language, otherLanguage } from "#core/language.ts";
import ar from "./texts.ar.json" with { type: "json" };
import en from "./texts.en.json" with { type: "json" };

export type DocumentTexts = typeof en;

const texts: Readonly<Record<Language, DocumentTexts>> = { ar, en };

/** The words of one language. */
export function textsIn(language: Language): DocumentTexts {
  return texts[language];
}

/** One label in the first and in the second language of a document. */
export type Pair = readonly [first: string, second: string];

/** Picks a label in both languages: `both(language, (texts) => texts.totals.vat)`. */
export function both(language: Language, pick: (texts: DocumentTexts) => string): Pair {
  return [pick(texts[language]), pick(texts[otherLanguage(language)])];
}

/** A text by a key that comes from data, such as a payment method; null for a key without one. */
export function bothOf(
  language: Language,
  pick: (texts: DocumentTexts) => Readonly<Record<string, string>>,
  key: string,
): Pair | null {
  const named = (side: Language): string | undefined =>
    Object.hasOwn(pick(texts[side]), key) ? pick(texts[side])[key] : undefined;
  const [first, second] = [named(language), named(otherLanguage(language))];
  return first === undefined || second === undefined ? null : [first, second];
}

/** A currency's name, or its code where the language has no other: "ر.س" and "SAR". */
export function currencyName(language: Language, currency: string): Pair {
  return bothOf(language, (side) => side.currencies, currency) ?? [currency, currency];
}
