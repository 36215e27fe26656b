/** A CSV file as rows of cells by the names of our columns, whatever its separator and the language of its headings. */
import Papa from "papaparse";
import { decodeText, isWorkbook } from "./decode-text.ts";
import headings from "./headings.json" with { type: "json" };

/** What a row may say, as headings.json names it in both languages. */
export type Column = keyof typeof headings;

/** In the order of the template. */
export const columns = Object.keys(headings) as readonly Column[];

/** Why no row of a file can be read; a text of `bulkFault`. */
export type TableFault = "workbook" | "tooLarge" | "tooMany" | "empty" | "noAmount" | "quote";

export type TableRow = {
  /** As a spreadsheet counts: the headings are line 1. */
  readonly line: number;
  readonly cells: Readonly<Partial<Record<Column, string>>>;
};

export type Table = {
  readonly rows: readonly TableRow[];
  /** Headings that are none of our columns: what is below them is not sent, and the person is shown so. */
  readonly unused: readonly string[];
};

/** What one file may hold: an hour of sending at the rate that the API allows is far above it. */
export const mostRows = 5_000;
const mostBytes = 5_000_000;

/** Reads a file; either its rows, in their order and without empty ones, or why there are none. */
export function readTable(bytes: Uint8Array): Table | { readonly fault: TableFault } {
  if (isWorkbook(bytes)) return { fault: "workbook" };
  if (bytes.length > mostBytes) return { fault: "tooLarge" };
  const { text, delimiter } = withoutSeparatorLine(decodeText(bytes));
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter,
    delimitersToGuess: [",", ";", "\t"],
  });
  if (errors.some(({ type }) => type === "Quotes")) return { fault: "quote" };
  const [first, ...rest] = data.map((cells, index) => ({ cells, line: index + 1 })).filter(hasContent);
  if (first === undefined) return { fault: "empty" };
  const columns = first.cells.map(columnOf);
  if (!columns.includes("amount")) return { fault: "noAmount" };
  if (rest.length === 0) return { fault: "empty" };
  if (rest.length > mostRows) return { fault: "tooMany" };
  return {
    rows: rest.map(({ cells, line }) => ({ line, cells: byColumn(columns, cells) })),
    unused: first.cells.filter((heading, index) => columns[index] === null && heading.trim() !== ""),
  };
}

const hasContent = ({ cells }: { readonly cells: readonly string[] }): boolean =>
  cells.some((cell) => cell.trim() !== "");

/** Excel's own first line "sep=;" says what separates, and is no heading. */
function withoutSeparatorLine(text: string): { text: string; delimiter: string } {
  const found = /^sep=(.)\r?\n/i.exec(text);
  return found ? { text: text.slice(found[0].length), delimiter: found[1] ?? "" } : { text, delimiter: "" };
}

/** The first column of a kind counts. */
function byColumn(columns: readonly (Column | null)[], cells: readonly string[]): TableRow["cells"] {
  const found: Partial<Record<Column, string>> = {};
  for (const [index, column] of columns.entries()) {
    // Our own files put an apostrophe before what a spreadsheet would compute with (core/csv-text.ts).
    if (column !== null) found[column] ??= (cells[index] ?? "").trim().replace(/^'/, "");
  }
  return found;
}

const known = new Map(
  Object.entries(headings).flatMap(([column, names]) =>
    names.map((name) => [plain(name), column as Column] as const),
  ),
);

const columnOf = (heading: string): Column | null => known.get(plain(heading)) ?? null;

/** A heading as it is compared: without vowel signs, forms of alef, taa and yaa, signs, and what is in brackets. */
function plain(heading: string): string {
  return heading
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\(.*?\)/g, "")
    .replace(/[\u0622\u0623\u0625]/g, "\u0627")
    .replaceAll("\u0629", "\u0647")
    .replaceAll("\u0649", "\u064a")
    .replaceAll("\u0640", "")
    .replace(/[^\p{L}\p{N}]/gu, "");
}
