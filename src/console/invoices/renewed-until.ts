/** Until when an invoice can be paid that is given time again. */
import type { Invoice } from "#contract/invoices.ts";

const dayMs = 24 * 60 * 60_000;

/**
 * As long as it had the first time, but a day at least and thirty at most, to the full minute.
 * @param now milliseconds since the epoch
 * @returns RFC 3339
 */
export function renewedUntil(
  { createdAt, expiresAt }: Pick<Invoice, "createdAt" | "expiresAt">,
  now: number,
): string {
  const had = expiresAt === null ? 0 : Date.parse(expiresAt) - Date.parse(createdAt);
  const end = now + Math.min(Math.max(had, dayMs), 30 * dayMs);
  return new Date(Math.ceil(end / 60_000) * 60_000).toISOString();
}
