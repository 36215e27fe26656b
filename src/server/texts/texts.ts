/**
 * Texts that the server writes itself: refusals and results. From the same JSON translations as the pages; never
 * from a provider (decision K21).
 */
import type { Language } from "#core/language.ts";
import type { DeclineReason } from "#core/outcome.ts";
import { type ProblemCode, problemTextKey } from "#core/problem.ts";
import { isolateLtr } from "#core/text.ts";
import commonAr from "../../web/i18n/common.ar.json" with { type: "json" };
import commonEn from "../../web/i18n/common.en.json" with { type: "json" };
import outcomesAr from "../../web/i18n/outcomes.ar.json" with { type: "json" };
import outcomesEn from "../../web/i18n/outcomes.en.json" with { type: "json" };
import problemsAr from "../../web/i18n/problems.ar.json" with { type: "json" };
import problemsEn from "../../web/i18n/problems.en.json" with { type: "json" };
import termsAr from "../../web/i18n/terms.ar.json" with { type: "json" };
import termsEn from "../../web/i18n/terms.en.json" with { type: "json" };

const problems: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ar: problemsAr,
  en: problemsEn,
};
const outcomes: Readonly<Record<Language, typeof outcomesEn>> = { ar: outcomesAr, en: outcomesEn };

/** What a refusal says to a person. */
export function problemText(language: Language, code: ProblemCode): string {
  const text = problems[language][problemTextKey(code)];
  if (text === undefined) throw new Error(`no ${language} text for ${code}`);
  return text;
}

/** The document of a buyer's way back, for whom scripts do not take on by themselves. */
export const leavingTexts: Readonly<Record<Language, typeof outcomesEn.leaving>> = {
  ar: outcomesAr.leaving,
  en: outcomesEn.leaving,
};

/** Why a payment was declined, and what the buyer may do, by our own reasons. */
export function declineText(language: Language, reason: DeclineReason): string {
  return outcomes[language].declines[reason];
}

/** What a result says (Spec 4 and 8), with the order's number put in; in Arabic it must not turn the sentence round. */
export function resultText(
  language: Language,
  key: keyof typeof outcomesEn.results,
  orderNumber: string,
): string {
  const number = language === "ar" ? isolateLtr(orderNumber) : orderNumber;
  return outcomes[language].results[key].replace("{orderNumber}", number);
}

/** The terms of sale, paragraph by paragraph (Spec 2.10). */
export function termsOfSale(): { ar: string[]; en: string[] } {
  return { ar: paragraphs(termsAr, commonAr.productName), en: paragraphs(termsEn, commonEn.productName) };
}

function paragraphs({ title: _, ...terms }: typeof termsEn, product: string): string[] {
  return Object.values(terms).map((paragraph) => paragraph.replaceAll("{product}", product));
}
