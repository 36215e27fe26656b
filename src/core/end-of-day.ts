/** Whether an instant (milliseconds since the epoch) is in the last second of a day of Riyadh, which has no summer time: read as the whole day. */
export function isEndOfDay(instant: number): boolean {
  return new Date(instant).toISOString().slice(11, 19) === "20:59:59";
}
