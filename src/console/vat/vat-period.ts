/** Periods of the VAT return: the months and quarters of the Gregorian calendar, by which the tax authority asks for it. */
import type { TaxDocumentKind } from "#core/tax/tax-invoice.ts";

export type VatPeriod = {
  /** As the address has it: "2026-11", or "2026-Q4". */
  readonly text: string;
  /** First and last day, "2026-11-01". */
  readonly from: string;
  readonly to: string;
};

/** Reads the period of an address; the month of `today` ("2026-11-23") for any other text. */
export function readVatPeriod(text: unknown, today: string): VatPeriod {
  const [, year, quarter, month] =
    /^(20\d\d)-(?:Q([1-4])|(0[1-9]|1[0-2]))$/.exec(typeof text === "string" ? text : "") ?? [];
  if (year === undefined) return readVatPeriod(today.slice(0, 7), today);
  if (month !== undefined) return periodOf(Number(year), Number(month), 1);
  return periodOf(Number(year), 3 * Number(quarter) - 2, 3);
}

/** The period of the same length that is so many before or after it. */
export function movedPeriod({ text, from }: VatPeriod, by: number): VatPeriod {
  const length = text.includes("Q") ? 3 : 1;
  const [year = 0, month = 0] = from.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + by * length, 1));
  return periodOf(first.getUTCFullYear(), first.getUTCMonth() + 1, length);
}

/** The latest periods of one length, the one of `today` first. */
export function latestPeriods(length: "months" | "quarters", count: number, today: string): VatPeriod[] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  const now = length === "months" ? periodOf(year, month, 1) : periodOf(year, month - ((month - 1) % 3), 3);
  return Array.from({ length: count }, (_, index) => movedPeriod(now, -index));
}

/** @param month the first one, from 1 */
function periodOf(year: number, month: number, months: 1 | 3): VatPeriod {
  const day = (date: number): string => new Date(date).toISOString().slice(0, 10);
  const from = day(Date.UTC(year, month - 1, 1));
  const to = day(Date.UTC(year, month - 1 + months, 0));
  return { text: months === 1 ? from.slice(0, 7) : `${year}-Q${(month + 2) / 3}`, from, to };
}

/** The documents that make up each figure of a box. */
export const figureKinds = {
  amount: ["tax_invoice"],
  adjustment: ["credit_note", "debit_note"],
  vat: ["tax_invoice", "credit_note", "debit_note"],
} as const satisfies Record<string, readonly TaxDocumentKind[]>;

export type FigureName = keyof typeof figureKinds;
