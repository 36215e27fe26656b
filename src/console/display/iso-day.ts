/** The day of an instant in the shop's time zone as addresses and calls have days: "2026-11-23". */
import { timeZone } from "#web/i18n/time-zone.ts";

export function isoDay(instant: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(instant);
}
