/** What a buyer pays when, in four parts (Spec 9, decision M5). For show: the service decides. */

import { fromJsonNumber, toJsonNumber } from "#core/money.ts";
import { instalments } from "#core/pricing/instalments.ts";

/** One part: months from now, and major units as the page shows them. */
export type PlanPart = { readonly months: number; readonly amount: number };

const parts = 4;

/** The four parts of a total in major units; they sum to it, the last one carries the remainder. */
export function planOf(total: number, currency: string): readonly PlanPart[] {
  const whole = fromJsonNumber(total, currency);
  return instalments(whole, parts).map((part, months) => ({ months, amount: toJsonNumber(part, currency) }));
}

/**
 * The day of a part as an RFC 3339 instant: so many months on, on the same day, or on the last one of a shorter month.
 * @param now milliseconds since the epoch
 */
export function dueDate(months: number, now: number): string {
  // The day in Riyadh, which is three hours ahead all year.
  const today = new Date(now + riyadhAheadMs);
  const due = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1));
  const lastDay = new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 1, 0)).getUTCDate();
  due.setUTCDate(Math.min(today.getUTCDate(), lastDay));
  return due.toISOString();
}

const riyadhAheadMs = 3 * 60 * 60_000;
