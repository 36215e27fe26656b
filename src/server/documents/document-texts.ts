/** The words of documents. Every label is printed in both languages, the document's own first. */
import { type Language, otherLanguage } from "#core/language.ts";
import { defaultUnit, type UnitCode } from "#core/pricing/unit-code.ts";
import type { VatExemption } from "#core/tax/tax-invoice.ts";
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

/** A text in each language, to be kept as it is today. */
export type InBoth = Readonly<Record<Language, string>>;

/** Why no VAT is charged. */
export function exemptionTexts(exemption: VatExemption): InBoth {
  return { ar: ar.exemptions[exemption], en: en.exemptions[exemption] };
}

/** The name of a unit of measure, as it stands behind a quantity. */
export function unitNames(unit: UnitCode): InBoth {
  return { ar: ar.units[unit], en: en.units[unit] };
}

/** The same as pages show it beside a quantity or a price: null for pieces, which need no name. */
export function shownUnit(unit: UnitCode): InBoth | null {
  return unit === defaultUnit ? null : unitNames(unit);
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
