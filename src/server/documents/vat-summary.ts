/** The VAT summary of a document: one row per rate, with the reason where no VAT is charged. */
import { type Language, otherLanguage } from "#core/language.ts";
import { standardVatBps } from "#core/pricing/percent.ts";
import { type VatGroup, vatGroups } from "#core/tax/tax-invoice.ts";
import type { DocumentFacts } from "./document-facts.ts";
import { both, type DocumentTexts, type Pair, textsIn } from "./document-texts.ts";
import { amountText, categoryRateText, rateText } from "./figures.ts";
import { netHeading } from "./line-table.ts";
import type { PrintVatSummary } from "./print-model.ts";
import { directionOfText, figure } from "./printable.ts";

/** Null when every line carries the same rate: the totals say it all. */
export function vatSummary(facts: DocumentFacts, language: Language): PrintVatSummary | null {
  const groups = vatGroups(facts.lines);
  if (groups.length < 2 && groups.every((group) => group.category === "S")) return null;
  const label = (pick: (texts: DocumentTexts["columns"]) => string): Pair =>
    both(language, (texts) => pick(texts.columns));
  return {
    labels: [
      label((texts) => texts.vatSummary),
      label((texts) => texts.vatRate),
      label((texts) => texts[netHeading(facts)]),
      label((texts) => texts.vat),
    ],
    rows: groups.map((group) => ({
      names: [language, otherLanguage(language)]
        .map((side) => nameOf(group, facts, side))
        .map((text) => ({
          text,
          dir: directionOfText(text),
        })),
      code: group.exemption === null ? null : figure(group.exemption),
      cells: [
        categoryRateText(group.category, group.vatBps),
        amountText(group.taxable, facts.currency),
        amountText(group.vat, facts.currency),
      ],
    })),
  };
}

/** The category, with the reason in the words that the document keeps. */
function nameOf(group: VatGroup, facts: DocumentFacts, language: Language): string {
  const { categories } = textsIn(language);
  if (group.category === "S" && group.vatBps !== standardVatBps)
    return categories.otherRate.replace("{rate}", rateText(group.vatBps));
  const name = categories[group.category];
  const line = facts.lines.find(({ exemption }) => exemption === group.exemption);
  return group.exemption === null || !line?.reason ? name : `${name}: ${line.reason[language]}`;
}
