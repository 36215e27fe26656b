/** The expiry field of the card form: MM/YY, not past, at most 50 years ahead (Spec 5 and 9). */
import { normaliseDigits } from "../text.ts";

/** A card runs out at most this many years from now. */
export const expiryWindowYears = 50;

/**
 * Longest text that the field takes in: "MM / YYYY", as some browsers fill it. What stands in it afterwards is "MM/YY",
 * five characters (Spec 5).
 */
export const expiryTextLength = 9;

/** Year in full and month from 1, in the place where the card is used. */
export type YearMonth = { readonly year: number; readonly month: number };

/** Why an expiry was refused (Spec 5); the codes are text keys. */
export type ExpiryRefusal = "invalidFormat" | "invalidYear" | "invalidMonth";

export type Expiry =
  /** Two digits each, as the gateway wants them. */
  | { readonly kind: "ok"; readonly month: string; readonly year: string }
  | { readonly kind: "refused"; readonly code: ExpiryRefusal };

/**
 * Reads "MM/YY". A year that has passed or is more than 50 years ahead is `invalidYear`; a month outside 01-12,
 * or one that has passed in the current year, is `invalidMonth`. `now` comes from the caller's clock.
 */
export function parseExpiry(text: string, now: YearMonth): Expiry {
  const [, month, year] = /^(\d{2})\/(\d{2})$/.exec(normaliseDigits(text.trim())) ?? [];
  if (month === undefined || year === undefined) return { kind: "refused", code: "invalidFormat" };
  // The next year that ends in these two digits: "10" is 2110 when it is 2080.
  const yearsAhead = (Number(year) - (now.year % 100) + 100) % 100;
  if (yearsAhead > expiryWindowYears) return { kind: "refused", code: "invalidYear" };
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  if (!isMonth || (yearsAhead === 0 && Number(month) < now.month))
    return { kind: "refused", code: "invalidMonth" };
  return { kind: "ok", month, year };
}

/**
 * The text of the expiry field after a key press, a paste or autofill: digits with a slash after the second one.
 * "5/29", "0529" and "05 / 2029" all become "05/29", a year of four digits as soon as its last one is there; when the
 * buyer has just removed the slash it stays away.
 */
export function formatExpiry(input: { readonly text: string; readonly previous: string }): string {
  const text = normaliseDigits(input.text).replace(/[^\d/]/g, "");
  const padded = /^\d\//.test(text) ? `0${text}` : text;
  const typed = padded.replace(/\D/g, "").replace(/^(\d{2})20(\d{2}).*$/, "$1$2");
  // The third digit of a long year waits for the fourth.
  const digits = /^\d{2}20\d$/.test(typed) ? typed : typed.slice(0, 4);
  if (digits.length < 2) return digits;
  const hasRemovedSlash = input.previous === `${digits}/` && text === digits;
  return hasRemovedSlash ? digits : `${digits.slice(0, 2)}/${digits.slice(2)}`;
}
