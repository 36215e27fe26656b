/** Cells as a line of a CSV file for spreadsheets (core/csv-text.ts). */
import { csvLine, guarded, type Separator } from "#core/csv-text.ts";
import { formatDecimal } from "#core/money.ts";
import { percentText } from "#core/pricing/pricing.ts";
import { riyadhTime } from "#core/riyadh-time.ts";
import type { Cell } from "./export-table.ts";

/** One row with its end. */
export function csvRow(cells: readonly Cell[], separator: Separator): string {
  return csvLine(cells.map(csvText), separator);
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
      return percentText(cell.bps);
  }
}
