/** Amounts, rates and times as documents print them: ASCII digits, thousands grouped, Riyadh time. */
import { isEndOfDay } from "#core/end-of-day.ts";
import type { Language } from "#core/language.ts";
import { formatDecimal, groupDigits, type Minor, toJsonNumber } from "#core/money.ts";
import type { VatCategory } from "#core/tax/tax-invoice.ts";
import { riyadhTimestamp } from "#core/tax/tax-qr.ts";

/** Minor units as "1,234.50". */
export function amountText(amount: Minor, currency: string): string {
  return groupDigits(formatDecimal(amount, currency));
}

/** Basis points as "15%" or "12.5%". */
export function rateText(bps: number): string {
  return `${bps / 100}%`;
}

/** A rate; without one "0%" and the letter of the category, which the VAT summary explains. */
export function categoryRateText(category: VatCategory, bps: number): string {
  return category === "S" ? rateText(bps) : `0% ${category}`;
}

/** "2026-11-20 14:05:09" in Riyadh. @param instant milliseconds since the epoch */
export function dateTimeText(instant: number): string {
  return riyadhTimestamp(instant).replace("T", " ");
}

/** "2026-11-20" in Riyadh. @param instant milliseconds since the epoch */
export function dateText(instant: number): string {
  return riyadhTimestamp(instant).slice(0, 10);
}

/** An RFC 3339 instant until which something holds: the day alone where it is the end of one, else to the minute. */
export function endText(end: string): string {
  const instant = Date.parse(end);
  return isEndOfDay(instant) ? dateText(instant) : dateTimeText(instant).slice(0, -3);
}

const hijri: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  ar: hijriFormat("ar-SA"),
  en: hijriFormat("en-GB"),
};

/** Umm al-Qura by the platform's table (docs/decisions/0113). */
function hijriFormat(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(`${locale}-u-ca-islamic-umalqura-nu-latn`, {
    dateStyle: "long",
    timeZone: "Asia/Riyadh",
  });
}

/** "17 Jumada II 1448 AH", the day in Riyadh. @param instant milliseconds since the epoch */
export function hijriDateText(instant: number, language: Language): string {
  return hijri[language].format(instant);
}

/** The same of a day, such as 2026-11-20. */
export function hijriDayText(day: string, language: Language): string {
  return hijriDateText(Date.parse(`${day}T12:00:00+03:00`), language);
}

type Money = { readonly currency: string; readonly amount: Minor };

/** An exchange rate that two amounts imply, as "1 USD = 3.75 SAR", with five significant digits. */
export function exchangeRateText(from: Money, to: Money): string {
  const major = (money: Money): number => toJsonNumber(money.amount, money.currency);
  return `1 ${from.currency} = ${Number((major(to) / major(from)).toPrecision(5))} ${to.currency}`;
}
