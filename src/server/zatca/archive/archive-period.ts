/** Days in Riyadh as the time between them. */

const dayMs = 24 * 60 * 60_000;
/** Of Riyadh. */
const aheadMs = 3 * 60 * 60_000;

/**
 * The time from the beginning of one day to the end of another.
 * @param days such as "2026-03-31", both included; Riyadh has no summer time
 * @returns null when one is no day, or the first comes after the last
 */
export function archivePeriod(days: {
  readonly from: string;
  readonly to: string;
}): { readonly from: Date; readonly until: Date } | null {
  const [from, to] = [startOf(days.from), startOf(days.to)];
  return from === null || to === null || to < from
    ? null
    : { from: new Date(from), until: new Date(to + dayMs) };
}

function startOf(day: string): number | null {
  const start = Date.parse(`${day}T00:00:00+03:00`);
  // A day that no month has is read as one of the next month, unless it must come out as it went in.
  const isDay = !Number.isNaN(start) && new Date(start + aheadMs).toISOString().slice(0, 10) === day;
  return isDay ? start : null;
}
