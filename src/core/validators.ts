/**
 * Rules for single values, the same in the browser and on the server (Spec 5). Each takes the text as typed: digits
 * of the Arabic scripts count as digits where a number is asked for (decision K15), white space around does not
 * count. Mobiles are in phone.ts, cards in card.ts.
 */
import { normaliseDigits, stripBidiControls } from "./text.ts";

/** An e-mail address that a mail server would take: ASCII, one "@", a host name with a dot. */
export function isEmail(text: string): boolean {
  const address = typed(text);
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  const host = address.slice(at + 1);
  if (at < 1 || local.length > 64 || address.length > 254) return false;
  return isDotted(local, /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/) && isHostName(host);
}

/** How many digits a value has, both inclusive. */
export type DigitCount = { readonly fewest: number; readonly most: number };

/** Digits of a one-time code where nothing else is known (decision K19). */
export const otpDigits = { fewest: 4, most: 8 } as const satisfies DigitCount;

/** A one-time code of four to eight digits (decision K19). */
export function isOtp(text: string): boolean {
  return hasDigits(text, otpDigits);
}

/** Nothing but digits, as many as are asked for. */
export function hasDigits(text: string, { fewest, most }: DigitCount): boolean {
  const value = typedDigits(text);
  return /^\d+$/.test(value) && value.length >= fewest && value.length <= most;
}

/** A Saudi national id or residence number: ten digits, first 1 or 2, with a right check digit (Luhn). */
export function isSaudiNationalId(text: string): boolean {
  const digits = typedDigits(text);
  return /^[12]\d{9}$/.test(digits) && hasLuhnCheckDigit(digits);
}

/** A Saudi IBAN: SA and 22 characters with right check digits (ISO 13616, mod 97); spaces are allowed. */
export function isSaudiIban(text: string): boolean {
  const iban = typedDigits(text).replace(/ /g, "").toUpperCase();
  if (!/^SA\d{4}[A-Z0-9]{18}$/.test(iban)) return false;
  const rearranged = iban.slice(4) + iban.slice(0, 4);
  let remainder = 0;
  for (const character of rearranged) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** A Saudi VAT number: 15 digits, the first and the last a 3. */
export function isVatNumber(text: string): boolean {
  return /^3\d{13}3$/.test(typedDigits(text));
}

/** The name of a buyer, person or company: at least one letter, at most 100 characters, all of which papers can print. */
export function isClientName(text: string): boolean {
  return isPlainText(text, { shortest: 1, longest: 100 }) && hasPrintableLetters(text);
}

/** A letter of a script that the fonts of papers lack, such as Chinese, Korean or Hebrew. */
const unprintable =
  /(?=\p{L})[^\p{sc=Arabic}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Devanagari}\p{sc=Common}]/u;

/** Whether the letters of a text are of scripts that papers can print (decision 0050). */
export function hasPrintableLetters(text: string): boolean {
  return !unprintable.test(text);
}

/** A first or last name in any script: 2 to 50 letters, spaces, hyphens, apostrophes and dots. */
export function isPersonName(text: string): boolean {
  return /^\p{L}[\p{L}\p{M}\u200c '’.-]{1,49}$/u.test(typed(text));
}

/** The name of a city in any script: 2 to 100 characters, at least one letter. */
export function isCity(text: string): boolean {
  return isPlainText(text, { shortest: 2, longest: 100 });
}

/** The first line of an address in any script: 2 to 200 characters, at least one letter. */
export function isAddressLine(text: string): boolean {
  return isPlainText(text, { shortest: 2, longest: 200 });
}

/** Tabby takes only Latin letters, digits, white space, underscore and hyphen in a name (Spec 5). */
export function isTabbyName(text: string): boolean {
  return /^[A-Za-z0-9_\s-]+$/.test(typed(text));
}

/** Whether the last of some ASCII digits is their Luhn check digit (cards, Saudi ids). */
export function hasLuhnCheckDigit(digits: string): boolean {
  let total = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    total += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return total % 10 === 0;
}

/** A host name with at least one dot: labels of letters, digits and hyphens, the last one not all digits. */
function isHostName(host: string): boolean {
  const labels = host.split(".");
  if (labels.length < 2 || !/[A-Za-z]/.test(labels.at(-1) ?? "")) return false;
  return labels.every(
    (label) => label.length <= 63 && /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/.test(label),
  );
}

function isDotted(text: string, part: RegExp): boolean {
  return text.split(".").every((piece) => part.test(piece));
}

function isPlainText(text: string, length: { readonly shortest: number; readonly longest: number }): boolean {
  const value = typed(text);
  const isFitting = value.length >= length.shortest && value.length <= length.longest;
  return isFitting && /\p{L}/u.test(value) && !/[\p{Cc}<>]/u.test(value);
}

function typed(text: string): string {
  return stripBidiControls(text).trim();
}

function typedDigits(text: string): string {
  return normaliseDigits(typed(text));
}
