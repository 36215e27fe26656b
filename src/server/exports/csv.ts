/**
 * Cells as CSV (RFC 4180) that Excel opens rightly: UTF-8 with its mark first, CR LF, every field with a sign in quotes.
 * A text that a spreadsheet would compute with (a formula, a number with leading zeros, a telephone number) begins with
 * an apostrophe, and so does one that begins with one itself: to read the text back, one apostrophe is taken off.
 */
import { formatDecimal } from "#core/money.ts";
import type { Cell } from "./export-table.ts";
import { riyadhTime } from "./riyadh-time.ts";

export const separators = { comma: ",", semicolon: ";" } as const;

export type Separator = (typeof separators)[keyof typeof separators];

/** Excel takes a file without it for one in the code page of its Windows. */
export const byteOrderMark = "\uFEFF";

/**
 * What a spreadsheet reads as a formula, by its first character (OWASP, CSV injection), or as a number or a date of its
 * own making.
 */
const computed = /^[=+\-@\t\r\n']|^[\s\d.,:/()%-]+$|^\d+(?:\.\d+)?[eE]\d+$/;

/** One row with its end. */
export function csvRow(cells: readonly Cell[], separator: Separator): string {
  return `${cells.map((cell) => field(csvText(cell), separator)).join(separator)}\r\n`;
}

function csvText(cell: Cell): string {
  if (cell === null) return "";
  switch (cell.kind) {
    case "text":
    case "code":
      return guarded(cell.text);
    case "amount":
      return formatDecimal(cell.amount, cell.currency);
    case "instant":
      return riyadhTime(cell.at);
    case "percent":
      return (cell.bps / 100).toFixed(2);
  }
}

function guarded(text: string): string {
  return computed.test(text) ? `'${text}` : text;
}

function field(text: string, separator: Separator): string {
  return text.includes(separator) || /["\r\n;,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
