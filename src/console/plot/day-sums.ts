/** Money by day: each day of a week or a month beside the same day of the one before. */
import type { SalesReport } from "#contract/reports.ts";
import { minorOf } from "../display/sum.ts";

export type PlotSpan = "week" | "month";

export type PlotDay = {
  readonly day: string;
  /** The day of the week or month before that stands beside it; null where that month was shorter. */
  readonly dayBefore: string | null;
  /** Halalas; null for a day that is still to come. */
  readonly taken: number | null;
  readonly takenBefore: number;
};

/** The day that is so many days later. */
export function movedDay(day: string, by: number): string {
  return new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);
}

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The days to read for both spans: from the first of the month before. */
export function plotPeriod(today: string): { readonly from: string; readonly to: string } {
  return { from: firstOfMonth(movedDay(firstOfMonth(today), -1)), to: today };
}

/** The days of the week (from Sunday) or month of `today`, with what was taken on each in riyals. */
export function plotDays(span: PlotSpan, today: string, rows: SalesReport["rows"]): readonly PlotDay[] {
  const taken = new Map<string, number>();
  for (const { period, currency, gross } of rows)
    if (period !== null && currency === "SAR")
      taken.set(period, (taken.get(period) ?? 0) + minorOf(gross, currency));
  const first = span === "week" ? movedDay(today, -new Date(today).getUTCDay()) : firstOfMonth(today);
  const after = span === "week" ? movedDay(first, 7) : firstOfMonth(movedDay(first, 31));
  const firstBefore = span === "week" ? movedDay(first, -7) : firstOfMonth(movedDay(first, -1));
  const days: PlotDay[] = [];
  for (let day = first, index = 0; day < after; day = movedDay(day, 1), index += 1) {
    const other = movedDay(firstBefore, index);
    const dayBefore = other < first ? other : null;
    days.push({
      day,
      dayBefore,
      taken: day > today ? null : (taken.get(day) ?? 0),
      takenBefore: dayBefore === null ? 0 : (taken.get(dayBefore) ?? 0),
    });
  }
  return days;
}
