/** Days of Riyadh, which is three hours ahead of UTC all year, as "2026-11-22". */

const offsetMs = 3 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** The instant at which a day begins, milliseconds since the epoch. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - offsetMs;
}

/** The day that is so many days later, or earlier. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** The day that it is at an instant, milliseconds since the epoch. */
export function today(now: number): string {
  return new Date(now + offsetMs).toISOString().slice(0, 10);
}

/** The last day that has ended at an instant. */
export function yesterday(now: number): string {
  return new Date(now + offsetMs - dayMs).toISOString().slice(0, 10);
}
