/** Days and times of the shop's time zone in words, Gregorian and Hijri (Umm al-Qura, docs/decisions/0113). */
import type { Language } from "#core/language.ts";
import { timeZone } from "#web/i18n/time-zone.ts";

const locales = {
  gregory: { ar: "ar-SA-u-ca-gregory-nu-latn", en: "en-GB-u-ca-gregory-nu-latn" },
  hijri: { ar: "ar-SA-u-ca-islamic-umalqura-nu-latn", en: "en-GB-u-ca-islamic-umalqura-nu-latn" },
} as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Writes days and times of one of the calendars. */
export function format(
  calendar: keyof typeof locales,
  language: Language,
  options: Intl.DateTimeFormatOptions,
) {
  const key = `${calendar}${language}${JSON.stringify(options)}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(locales[calendar][language], { ...options, timeZone });
    formats.set(key, made);
  }
  return made;
}

/** An RFC 3339 instant, or a day such as "2026-11-23", as the day that it is in Riyadh. */
export function gregorianDay(instant: string, language: Language): string {
  return format("gregory", language, { day: "numeric", month: "short", year: "numeric" }).format(
    new Date(instant),
  );
}

/** The same day in the Umm al-Qura calendar, without its year: "3 جمادى الآخرة". */
export function hijriDay(instant: string, language: Language): string {
  return format("hijri", language, { day: "numeric", month: "long" }).format(new Date(instant));
}

/** The day in the Umm al-Qura calendar with its year. */
export function hijriDayOfYear(instant: string, language: Language): string {
  return format("hijri", language, { day: "numeric", month: "long", year: "numeric" }).format(
    new Date(instant),
  );
}

/** The time of day in Riyadh. */
export function time(instant: string, language: Language): string {
  return format("gregory", language, { hour: "numeric", minute: "2-digit" }).format(new Date(instant));
}
