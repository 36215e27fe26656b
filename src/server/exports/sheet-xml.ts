/**
 * The parts of an XLSX file as SpreadsheetML (ECMA-376, part 1, 18.3). Texts are cells of text, so that no formula is
 * ever read out of them and zeros in front stay; amounts are numbers with the decimals of their currency.
 */
import { currencyExponent, formatDecimal } from "#core/money.ts";
import { riyadhSerial } from "#core/riyadh-time.ts";
import type { Cell } from "./export-table.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const content = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Rows that a sheet can have. */
export const mostRowsOfSheet = 1_048_576;

/** Characters of a cell that Excel takes. */
const longestCell = 32_767;

/** Places in `cellXfs` of `stylesXml`. */
const styles = {
  heading: 1,
  text: 2,
  code: 3,
  wholeAmount: 4,
  usualAmount: 5,
  fineAmount: 6,
  instant: 7,
  percent: 8,
} as const;

/** Names and styles of cells: number formats 3, 4, 10 and 49 are Excel's own (18.8.30). */
export const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.000"/><numFmt numFmtId="165" formatCode="[$-409]yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="9">${[
  xf(0),
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
  xf(49),
  // Read from left to right, also in a sheet from right to left: a plus would stand behind its number.
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment readingOrder="1"/></xf>',
  xf(3),
  xf(4),
  xf(164),
  xf(165),
  xf(10),
].join(
  "",
)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function xf(format: number): string {
  return `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
}

/** The parts that name the sheets, by path. Written last: only then is their number known. */
export function workbookParts(names: readonly string[]): Readonly<Record<string, string>> {
  const numbers = names.map((_, index) => index + 1);
  const sheets = names.map(
    (name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const part = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${content}.${type}+xml"/>`;
  const link = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}.xml"/>`;
  const links = [
    ...numbers.map((number) => link(`rId${number}`, "worksheet", `worksheets/sheet${number}`)),
    link("styles", "styles", "styles"),
  ];
  return {
    "xl/styles.xml": stylesXml,
    "xl/workbook.xml": `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships(links),
    "_rels/.rels": relationships([link("workbook", "officeDocument", "xl/workbook")]),
    "[Content_Types].xml": `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part("workbook", "sheet.main")}${part("styles", "styles")}${numbers.map((number) => part(`worksheets/sheet${number}`, "worksheet")).join("")}</Types>`,
  };
}

function relationships(links: readonly string[]): string {
  return `${declaration}<Relationships xmlns="${packages}/relationships">${links.join("")}</Relationships>`;
}

/** The beginning of a sheet up to its rows: the row of headings stays in sight. */
export function sheetStart(headings: readonly string[], direction: "rtl" | "ltr"): string {
  const turned = direction === "rtl" ? ' rightToLeft="1"' : "";
  const heads = headings.map((heading) => textCell(heading, styles.heading)).join("");
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${turned} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${headings.length}" width="20" customWidth="1"/></cols><sheetData><row>${heads}</row>`;
}

export const sheetEnd = "</sheetData></worksheet>";

/** One row; cells and rows without places follow each other. */
export function sheetRow(cells: readonly Cell[]): string {
  return `<row>${cells.map(cellXml).join("")}</row>`;
}

function cellXml(cell: Cell): string {
  if (cell === null) return "<c/>";
  switch (cell.kind) {
    case "text":
      return textCell(cell.text, styles.text);
    case "code":
      return textCell(cell.text, styles.code);
    case "amount":
      return number(formatDecimal(cell.amount, cell.currency), styleOfCurrency(cell.currency));
    case "instant":
      return number(String(riyadhSerial(cell.at)), styles.instant);
    case "percent":
      return number(String(cell.bps / 10_000), styles.percent);
  }
}

function styleOfCurrency(currency: string): number {
  const exponent = currencyExponent(currency);
  if (exponent === 0) return styles.wholeAmount;
  return exponent === 3 ? styles.fineAmount : styles.usualAmount;
}

function number(value: string, style: number): string {
  return `<c s="${style}"><v>${value}</v></c>`;
}

function textCell(text: string, style: number): string {
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text.slice(0, longestCell))}</t></is></c>`;
}

/** What XML 1.0 has no way to write. */
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** Excel reads `_x0041_` as the character of that code (18.18.93): the first underscore is written by its own. */
const encoded = /_(?=x[0-9a-fA-F]{4}_)/g;

function escaped(text: string): string {
  return text
    .replace(unwritable, "")
    .replace(encoded, "_x005F_")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
