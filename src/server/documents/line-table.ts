/** The columns of a document's lines and their cells. */
import { type Language, otherLanguage } from "#core/language.ts";
import { groupDigits, type Minor, minor } from "#core/money.ts";
import { quantityText } from "#core/pricing/quantity.ts";
import { defaultUnit } from "#core/pricing/unit-code.ts";
import { unitPriceText } from "#core/tax/tax-invoice.ts";
import { unitNames } from "../texts/line-texts.ts";
import type { DocumentFacts, DocumentLine } from "./document-facts.ts";
import { both, type DocumentTexts, type Pair } from "./document-texts.ts";
import { amountText, categoryRateText } from "./figures.ts";
import type { PrintColumn, PrintLine } from "./print-model.ts";
import { figure, prose } from "./printable.ts";

export type DocumentColumn = {
  readonly width: PrintColumn["width"];
  readonly label: (texts: DocumentTexts) => string;
  readonly cell: (line: DocumentLine, currency: string) => string;
};

/** Cells longer than this need smaller figures for all columns to fit. */
const longCell = 12;

/** A name and its description longer than this, characters, make a cell too tall for its figures. */
const longName = 140;

/** The roll has room for a name, and its length is limited. */
const rollTitleLength = 120;

/** The columns after the item. A discount has one when the order has one, VAT when there can be VAT. */
export function documentColumns(facts: DocumentFacts, withVat: boolean): DocumentColumn[] {
  const columns: (DocumentColumn | false)[] = [
    { width: "narrow", label: (texts) => texts.columns.qty, cell: quantityOf },
    { width: "wide", label: (texts) => texts.columns.unitPrice, cell: unitPrice },
    facts.discount > 0 &&
      amountColumn(
        (texts) => texts.columns.discount,
        (line) => minor(-line.discount),
      ),
    withVat &&
      amountColumn(
        (texts) => texts.columns[netHeading(facts)],
        (line) => line.taxable,
      ),
    withVat && { width: "narrow", label: (texts) => texts.columns.vatRate, cell: rate },
    withVat &&
      amountColumn(
        (texts) => texts.columns.vat,
        (line) => line.vat,
      ),
    amountColumn(
      (texts) => (withVat ? texts.columns.lineTotal : texts.columns.amount),
      (line) => line.total,
    ),
  ];
  return columns.filter((column) => column !== false);
}

/** What heads amounts without VAT: where some carry none, they are not all taxable. */
export function netHeading(facts: DocumentFacts): "taxable" | "beforeVat" {
  return facts.lines.every((line) => line.category === "S") ? "taxable" : "beforeVat";
}

/** One entry per line of the order, in its order. */
export function documentLines(
  facts: DocumentFacts,
  columns: readonly DocumentColumn[],
  options: { readonly isRoll: boolean; readonly withVat: boolean; readonly language: Language },
): PrintLine[] {
  const part = both(options.language, (texts) => texts.notes.partOfLine).join(" · ");
  const hasUnits = facts.lines.some((line) => line.unit !== null);
  return facts.lines.map((line) => ({
    ...nameOf(line, { isRoll: options.isRoll, part }),
    cells: columns.map(({ cell }) => cell(line, facts.currency)),
    unit: hasUnits && !line.isPart ? unitOf(line, options.language) : null,
    calculation: calculation(line, facts.currency, options.withVat),
    amount: amountText(line.total, facts.currency),
  }));
}

/** The terms of a line on the roll, as words: they match `calculation`. */
export function calculationLabel(facts: DocumentFacts, withVat: boolean, texts: DocumentTexts): string {
  const { qty, unitPrice: price, discount, vat } = texts.columns;
  return `${qty} × ${price}${facts.discount > 0 ? ` - ${discount}` : ""}${withVat ? ` + ${vat}` : ""}`;
}

/** Whether some cell is too long for figures of normal size. */
export function isLong(cells: readonly string[]): boolean {
  return cells.some((cell) => cell.length > longCell);
}

function amountColumn(
  label: DocumentColumn["label"],
  amountOf: (line: DocumentLine) => Minor,
): DocumentColumn {
  return { width: "wide", label, cell: (line, currency) => amountText(amountOf(line), currency) };
}

function nameOf(
  line: DocumentLine,
  { isRoll, part }: { readonly isRoll: boolean; readonly part: string },
): Pick<PrintLine, "title" | "description" | "isLong"> {
  const title = prose(line.title, isRoll ? rollTitleLength : 500) ?? figure("-");
  const description = isRoll ? null : prose(line.isPart ? part : line.description, 1_000);
  return { title, description, isLong: title.text.length + (description?.text.length ?? 0) > longName };
}

/** How many of the last lines stay with the totals: totals alone do not show what they sum. */
export function linesWithTotals(lines: readonly PrintLine[]): number {
  return lines.at(-1)?.isLong ? 1 : Math.min(lines.length, 3);
}

function unitOf({ unit }: DocumentLine, language: Language): Pair {
  const names = unit?.names ?? unitNames(defaultUnit);
  return [names[language], names[otherLanguage(language)]];
}

function quantityOf(line: DocumentLine): string {
  return groupDigits(quantityText(line.qty));
}

function unitPrice(line: DocumentLine, currency: string): string {
  return groupDigits(unitPriceText(line, currency));
}

/** Behind "2": "× 100.00 - 20.00 + 27.00 (15%)", which comes to the line's total. */
function calculation(line: DocumentLine, currency: string, withVat: boolean): string {
  const amount = (value: Minor): string => amountText(value, currency);
  const price = `× ${unitPrice(line, currency)}`;
  const discount = line.discount > 0 ? ` - ${amount(line.discount)}` : "";
  return `${price}${discount}${withVat ? ` + ${amount(line.vat)} (${rate(line)})` : ""}`;
}

function rate(line: DocumentLine): string {
  return categoryRateText(line.category, line.vatBps ?? 0);
}
