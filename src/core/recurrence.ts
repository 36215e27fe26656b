/** Days on which something repeats, as "2026-11-30": weeks, months and years of the Gregorian calendar, counted from the first day. */

export const repeatUnits = ["week", "month", "year"] as const;
export type RepeatUnit = (typeof repeatUnits)[number];

/** What an invoice that repeats can be. */
export const recurringStates = ["active", "paused", "ended"] as const;

/** Every so many weeks, months or years. */
export type Recurrence = {
  readonly every: RepeatUnit;
  readonly interval: number;
  /** The first day. */
  readonly startsOn: string;
};

const dayMs = 24 * 60 * 60_000;

/**
 * The day of an occurrence, the first is 0. Each is counted from the first day, so that one on the 31st is on the last day of
 * shorter months and on the 31st again after them; the 29th of February is the 28th in other years.
 */
export function occurrenceOf({ every, interval, startsOn }: Recurrence, index: number): string {
  const [year = 0, month = 0, day = 0] = startsOn.split("-").map(Number);
  if (every === "week") {
    const weeks = Date.UTC(year, month - 1, day) + index * interval * 7 * dayMs;
    return new Date(weeks).toISOString().slice(0, 10);
  }
  const months = month - 1 + index * interval * (every === "year" ? 12 : 1);
  const last = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, months, Math.min(day, last))).toISOString().slice(0, 10);
}

/** The first occurrence from an index on that is not before a day. */
export function occurrenceFrom(
  recurrence: Recurrence,
  { index, day }: { readonly index: number; readonly day: string },
): { readonly index: number; readonly day: string } {
  let at = index;
  while (occurrenceOf(recurrence, at) < day) at += 1;
  return { index: at, day: occurrenceOf(recurrence, at) };
}
