/** Instants as the clocks of Riyadh show them, three hours ahead of UTC all year. */

const offsetMs = 3 * 60 * 60_000;

/** "2026-11-22 01:30:00", in the Gregorian calendar. */
export function riyadhTime(at: Date): string {
  return new Date(at.getTime() + offsetMs).toISOString().slice(0, 19).replace("T", " ");
}

/** As spreadsheets count: days since the end of 1899, the time of day as the fraction. */
export function riyadhSerial(at: Date): number {
  const daysUntil1970 = 25_569;
  return (Math.floor(at.getTime() / 1000) * 1000 + offsetMs) / 86_400_000 + daysUntil1970;
}
