/** The days of a report, and the pieces in which the database adds them up. */
import { longestPeriodDays } from "#contract/reports.ts";
import { wrongFields } from "../merchant-api/validation.ts";
import { dayAfter, startOfDay } from "../reconciliation/riyadh-day.ts";

export type Days = { readonly from: string; readonly to: string };

/** From one instant until before another. */
export type Span = { readonly since: Date; readonly before: Date };

/** @throws Problem `validation_failed` for days the wrong way round, or too many */
export function checkDays({ from, to }: Days): void {
  const wrong = (code: string, message: string) => wrongFields([{ path: "to", code, message }]);
  if (to < from) throw wrong("before_from", "must not come before from");
  if (to >= dayAfter(from, longestPeriodDays)) throw wrong("too_long", `at most ${longestPeriodDays} days`);
}

/** All of it. */
export function spanOf({ from, to }: Days): Span {
  return { since: new Date(startOfDay(from)), before: new Date(startOfDay(dayAfter(to, 1))) };
}

/** Its calendar months, each a statement: none of them adds up more than a month. */
export function monthsOf({ from, to }: Days): readonly Days[] {
  const months: Days[] = [];
  for (let day = from; day <= to; ) {
    const [year = 0, month = 0] = day.split("-").map(Number);
    const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
    months.push({ from: day, to: next <= to ? dayAfter(next, -1) : to });
    day = next;
  }
  return months;
}
