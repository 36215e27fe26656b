/** The VAT summary of a document: one row per rate, with the reason where no VAT is charged. */
import type { Language } from "#core/language.ts";
import { type VatGroup, vatGroups } from "#core/tax-invoice.ts";
import type { DocumentFacts } from "./document-facts.ts";
import { both, type DocumentTexts, type Pair } from "./document-texts.ts";
import { amountText, categoryRateText } from "./figures.ts";
import { netHeading } from "./line-table.ts";
import type { PrintVatSummary } from "./print-model.ts";
import { directionOfText, figure } from "./printable.ts";

/** Null when every line bears the same rate: the totals say it all. */
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
      names: both(language, (texts) => nameOf(group, texts)).map((text) => ({
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

function nameOf({ category, exemption }: VatGroup, texts: DocumentTexts): string {
  const name = texts.categories[category];
  return exemption === null ? name : `${name}: ${texts.exemptions[exemption]}`;
}
