/** Months and spans of days, for screens about periods. */
import type { Language } from "#core/language.ts";
import { format } from "./dates.ts";

/** The month of a day: "نوفمبر 2026". */
export function monthName(day: string, language: Language): string {
  return format("gregory", language, { month: "long", year: "numeric" }).format(new Date(day));
}

/** Days in the Umm al-Qura calendar, with what they have in common said once. */
export function hijriDays(
  { from, to }: { readonly from: string; readonly to: string },
  language: Language,
): string {
  return format("hijri", language, { day: "numeric", month: "long", year: "numeric" }).formatRange(
    new Date(from),
    new Date(to),
  );
}
