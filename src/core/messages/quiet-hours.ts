/** The hours of a day in Riyadh in which no reminder goes out. */

const riyadhOffsetMs = 3 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** Times of the day as "21:00"; over midnight where the end is the earlier one. Equal: no quiet hours. */
export type QuietHours = { readonly from: string; readonly until: string };

/** Between the hours that Saudi operators name for promotional messages, whichever of their figures holds. */
export const usualQuietHours: QuietHours = { from: "20:00", until: "09:00" };

/**
 * When something may go out.
 * @param now milliseconds since the epoch
 * @returns `now`, or the end of the quiet hours that it is in
 */
export function afterQuietHours(now: number, { from, until }: QuietHours): number {
  const [start, end] = [minutesOf(from), minutesOf(until)];
  const local = now + riyadhOffsetMs;
  const midnight = local - (local % dayMs);
  const minute = (local - midnight) / 60_000;
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return now;
  const endsTomorrow = start > end && minute >= start;
  return midnight + end * 60_000 + (endsTomorrow ? dayMs : 0) - riyadhOffsetMs;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
