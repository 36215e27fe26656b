/** Rows of a file as invoices to issue, or as what is wrong in them, cell by cell: nothing is sent for that. */
import type { NewInvoice } from "#contract/new-invoice.ts";
import { formatDecimal, minor, parseDecimal } from "#core/money.ts";
import { readMobile, saudiArabia } from "#core/phone/mobile.ts";
import { normaliseDigits, stripUnseen } from "#core/text.ts";
import { typedClientMobile } from "../forms/gulf-mobile.ts";
import type { TextKey } from "../i18n/texts.ts";
import { readInvoiceForm } from "../invoices/invoice-form-body.ts";
import type { Column, TableRow } from "./read-table.ts";

export type CellFaults = Readonly<Partial<Record<Column, TextKey>>>;

export type BulkRow = TableRow & {
  /** How many rows before it say the same. */
  readonly occurrence: number;
} & (
    | { readonly body: NewInvoice; readonly faults: null }
    | { readonly body: null; readonly faults: CellFaults }
  );

type Words = { readonly defaultTitle: string; readonly today: string };

/** Reads all rows of a file: what a day or a repetition means depends on the others. */
export function readRows(rows: readonly TableRow[], words: Words): readonly BulkRow[] {
  const dayOf = dayReader(rows.map(({ cells }) => cells.dueDate ?? ""));
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const content = contentOf(row.cells);
    const occurrence = seen.get(content) ?? 0;
    seen.set(content, occurrence + 1);
    return { ...row, occurrence, ...readRow(row.cells, words, dayOf) };
  });
}

/** What a row says, whatever the order of its columns and the empty ones: the same text for the same invoice. */
export function contentOf(cells: TableRow["cells"]): string {
  const said = Object.entries(cells).filter(([, text]) => text !== "");
  return JSON.stringify(said.sort(([one], [other]) => (one < other ? -1 : 1)));
}

type DayReader = (text: string) => string | null;

function readRow(cells: TableRow["cells"], words: Words, dayOf: DayReader) {
  const { number = "", dueDate = "", mobile = "", ...rest } = cells;
  const faults: Partial<Record<Column, TextKey>> = {};
  const day = dueDate === "" ? "" : dayOf(dueDate);
  if (day === null) faults.dueDate = "bulkFault.day";
  else if (day !== "" && day < words.today) faults.dueDate = "fault.dueDate";
  if (mobile !== "" && !isMobile(mobile)) faults.mobile = "fault.mobile";
  if (number.length > 100) faults.number = "bulkFault.number";
  const form = new FormData();
  for (const [name, text] of Object.entries({ ...rest, mobile, dueDate: day ?? "" })) form.set(name, text);
  const read = readInvoiceForm(form, words);
  const found = { ...("faults" in read && read.faults), ...faults };
  if ("faults" in read || Object.keys(found).length > 0) return { body: null, faults: found };
  return { body: { ...read.body, ...(number !== "" && { externalOrderNumber: number }) }, faults: null };
}

/** A Saudi mobile is judged here, as a spreadsheet may have left it (without its zero); others by the server alone. */
function isMobile(text: string): boolean {
  const { mobile, countryCode } = typedClientMobile(text);
  if (/e\+?\d+$/i.test(text)) return false;
  return countryCode === "SA" ? readMobile(mobile, saudiArabia).kind === "ok" : mobile.length >= 8;
}

/**
 * Reads days: year-month-day, and day/month/year as Saudi spreadsheets write it. Where one row of the file can only be
 * month/day/year, which of the two the others mean is not known: none of them is read.
 */
function dayReader(texts: readonly string[]): DayReader {
  const isAmerican = texts.some((text) => {
    const [first, second] = slashed(text) ?? [0, 0];
    return first <= 12 && second > 12;
  });
  return (text) => {
    const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(plainDay(text));
    if (iso) return toDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    const [day, month, year] = slashed(text) ?? [];
    if (day === undefined || month === undefined || year === undefined || isAmerican) return null;
    return toDay(year, month, day);
  };
}

const plainDay = (text: string): string => normaliseDigits(stripUnseen(text)).replace(/\s/g, "");

function slashed(text: string): readonly [number, number, number] | null {
  const found = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(plainDay(text));
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : null;
}

/** A Gregorian day that there is; a Hijri year is none. */
function toDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/** What the amounts of the rows come to, to be compared with the sum in the spreadsheet. */
export function sumOf(rows: readonly BulkRow[]): string {
  const currency = "SAR";
  const sum = rows.reduce(
    (total, { body }) => total + (parseDecimal(body?.lines[0]?.unitPrice ?? "0", currency) ?? 0),
    0,
  );
  return formatDecimal(minor(sum), currency);
}
