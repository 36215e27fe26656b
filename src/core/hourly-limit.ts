/** Limits of so many in any hour: a window that moves, so that a refusal can state when to come again. */

/** The window of every limit "per hour", in the database or in memory. */
export const hourMs = 60 * 60_000;

/**
 * When one more fits into the last hour (threat 2.6).
 * @param newestFirst when the earlier ones began, newest first; older ones than an hour may be among them
 * @param most how many an hour may have
 * @param now milliseconds since the epoch
 * @returns whole seconds until the oldest that is in the way is an hour old, at least one; null when there is room
 */
export function secondsUntilRoom(newestFirst: readonly Date[], most: number, now: number): number | null {
  // With `most` of them in the hour, it is the oldest of these that has to leave it, however many came before.
  const oldest = newestFirst[most - 1];
  if (oldest === undefined) return null;
  const waitMs = oldest.getTime() + hourMs - now;
  return waitMs > 0 ? Math.ceil(waitMs / 1000) : null;
}
