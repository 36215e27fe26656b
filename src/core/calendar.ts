/**
 * The days that calls and the console take, as "2030-01-31". Days are compared as texts, which is right for years of four digits alone: what
 * is counted from the last of these must still have four.
 */
export const earliestDay = "1900-01-01";
export const latestDay = "2999-12-31";

/** Whether a day, written with four digits of the year, is one that is taken. */
export function isInCalendar(day: string): boolean {
  return earliestDay <= day && day <= latestDay;
}
