/** Rows of the sales report, added up further by the reports that are made of them. */
import type { SalesReport } from "#contract/reports.ts";
import { formatDecimal, type Minor, minor, parseDecimal } from "#core/money.ts";

export type SalesRow = SalesReport["rows"][number];

type Figures = SalesReport["totals"][number];

/** The sum of rows in one currency; of none, nothing in no currency. */
export function sumOfRows(rows: readonly Figures[]): Figures {
  const currency = rows[0]?.currency ?? "";
  const sum = (name: "gross" | "refunds" | "fees" | "net"): string =>
    formatDecimal(minor(rows.reduce((all, row) => all + minorOf(row[name], currency), 0)), currency);
  return {
    currency,
    payments: rows.reduce((all, { payments }) => all + payments, 0),
    gross: sum("gross"),
    refunds: sum("refunds"),
    fees: sum("fees"),
    net: sum("net"),
  };
}

/** Of a figure that was written by a report, which may be below zero. */
export function minorOf(text: string, currency: string): Minor {
  const amount = parseDecimal(text.replace("-", ""), currency) ?? 0;
  return minor(text.startsWith("-") ? -amount : amount);
}
