/**
 * Numbers and dates as buyers read them: Latin digits (a theme may draw them otherwise, decision 0171) and the
 * Gregorian calendar in both languages, the time of Riyadh. Formatters are kept, one per kind: making them again for every cell costs half of the rendering time.
 */
import { isEndOfDay } from "#core/end-of-day.ts";
import type { Language } from "#core/language.ts";
import { groupDigits, jsonNumberText, type Major } from "#core/money.ts";
import { timeZone } from "./time-zone.ts";

const locales: Readonly<Record<Language, string>> = {
  ar: "ar-SA-u-ca-gregory-nu-latn",
  en: "en-GB-u-ca-gregory-nu-latn",
};

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Major units with the decimals of the currency and grouped thousands: 1150 is "1,150.00". */
export function formatNumber(value: Major, currency: string): string {
  return groupDigits(jsonNumberText(value, currency));
}

/**
 * An amount and the label of its currency as one text that keeps its own direction wherever it is put: "SAR 1,150.00",
 * in Arabic the label after the digits.
 */
export function formatAmount(amount: {
  readonly value: Major;
  readonly currency: string;
  readonly label: string;
  readonly language: Language;
}): string {
  const digits = formatNumber(amount.value, amount.currency);
  return amount.language === "ar"
    ? `\u2067\u2066${digits}\u2069\u00a0${amount.label}\u2069`
    : `\u2066${amount.label}\u00a0${digits}\u2069`;
}

/** A fraction as a percentage with two decimals: 0.15 is "15.00%" (Spec 9). */
export function formatFraction(fraction: number): string {
  return formatPercent(fraction * 100);
}

/** A percent such as 10 with two decimals: "10.00%". The sign stays at the right of the digits in both languages. */
export function formatPercent(percent: number): string {
  return `${percent.toFixed(2)}%`;
}

/** An RFC 3339 instant, or a day of Riyadh, as a date with the month's name: "20 November 2026". */
export function formatDate(instant: string, language: Language): string {
  return dateFormat(`${language}d`, language, { dateStyle: "long" }).format(new Date(instant));
}

/** An RFC 3339 instant as a date and a time of Riyadh. */
export function formatDateTime(instant: string, language: Language): string {
  return dateFormat(`${language}t`, language, { dateStyle: "long", timeStyle: "short" }).format(
    new Date(instant),
  );
}

/** An RFC 3339 instant until which something holds, as a day of Riyadh where it is the end of one, else with the time. */
export function formatEnd(instant: string, language: Language): string {
  return isEndOfDay(Date.parse(instant)) ? formatDate(instant, language) : formatDateTime(instant, language);
}

/** The same day in the Umm al-Qura calendar, from the platform's table (decision 0113): "17 Jumada II 1448 AH". */
export function formatHijriDate(instant: string, language: Language): string {
  return dateFormat(`${language}h`, language, {
    calendar: "islamic-umalqura",
    day: "numeric",
    month: "long",
    year: "numeric",
  }).format(new Date(instant));
}

function dateFormat(
  key: string,
  language: Language,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locales[language], { ...options, timeZone });
    dateFormats.set(key, format);
  }
  return format;
}
