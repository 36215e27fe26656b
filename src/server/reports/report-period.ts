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

/**
 * Its calendar months, each a statement: none of them adds up more than a month. They are counted, not compared: the text of the year after 9999
 * sorts before all others, so that a loop until the last day had no end.
 */
export function monthsOf({ from, to }: Days): readonly Days[] {
  const [year = 0, month = 0] = from.split("-").map(Number);
  const [lastYear = 0, lastMonth = 0] = to.split("-").map(Number);
  const count = 12 * (lastYear - year) + lastMonth - month + 1;
  return Array.from({ length: count }, (_, index) => ({
    from: index === 0 ? from : dayText(Date.UTC(year, month - 1 + index, 1)),
    to: index === count - 1 ? to : dayText(Date.UTC(year, month + index, 0)),
  }));
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
