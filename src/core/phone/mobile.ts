/**
 * A mobile number as people type it, read by the rules of one country (Spec 5). The rules come as one row; the table
 * of all countries is in dial-codes.ts, so that a page that needs two of them does not carry 245.
 */
import { cleanText, normaliseDigits } from "../text.ts";

/**
 * What a national mobile number of a country looks like: ISO 3166 code, dial code, shortest and longest length in
 * digits, and the trunk prefix that people dial inside the country ("" where there is none).
 */
export type DialCode = readonly [
  iso2: string,
  dialCode: string,
  minDigits: number,
  maxDigits: number,
  trunk: string,
];

/** The country of every phone field before the buyer chooses (Spec 2.3). */
export const defaultCountry = "SA";

export const saudiArabia: DialCode = [defaultCountry, "966", 9, 9, "0"];

/** Why a mobile was refused: empty; not a number at all; not a mobile of that country. */
export type MobileRefusal = "missing" | "invalidFormat" | "invalidMobile";

export type Mobile =
  /** `e164` is "+966512345678", `national` the part after the dial code: "512345678". */
  | { readonly kind: "ok"; readonly e164: string; readonly national: string }
  | { readonly kind: "refused"; readonly code: MobileRefusal };

/** Longest text that is looked at: E.164 has 15 digits, people add separators. */
const maxTextLength = 40;

/**
 * Reads a mobile number of a country; null for an unknown country, which has no mobiles. Takes the national
 * form with or without the trunk prefix, the dial code with "+", "00" or nothing before it, spaces, hyphens, dots and
 * brackets, and Arabic-Indic or Persian digits (decision K15). A Saudi mobile is 5XXXXXXXX; elsewhere the length
 * decides.
 */
export function readMobile(text: string, country: DialCode | null): Mobile {
  if (text.length > maxTextLength) return { kind: "refused", code: "invalidFormat" };
  const compact = normaliseDigits(cleanText(text, maxTextLength)).replace(/[\s().-]/g, "");
  if (compact === "") return { kind: "refused", code: "missing" };
  if (!/^\+?\d+$/.test(compact)) return { kind: "refused", code: "invalidFormat" };
  const national = country && nationalOf(compact, country);
  if (!country || !national) return { kind: "refused", code: "invalidMobile" };
  return { kind: "ok", e164: `+${country[1]}${national}`, national };
}

/**
 * What is wrong with a text that is no mobile of a country: other characters, too few or too many digits, or the first
 * ones. The names are text keys.
 */
export type MobileFault = "mobileFormat" | "mobileShort" | "mobileLong" | "invalidMobile";

/** Why a text is no mobile of a country, for words that help; null when it is one. */
export function mobileFault(text: string, country: DialCode): MobileFault | null {
  const mobile = readMobile(text, country);
  if (mobile.kind === "ok") return null;
  if (mobile.code !== "invalidMobile") return "mobileFormat";
  const [, dialCode, minDigits, maxDigits, trunk] = country;
  const typed = normaliseDigits(text).replace(/[^\d+]/g, "");
  // Without a plus or zeros before it the dial code is one only where the text is too long to be a number without it.
  const mark = typed.length > maxDigits + trunk.length ? "(\\+|00)?" : "(\\+|00)";
  const digits = typed.replace(new RegExp(`^${mark}${dialCode}`), "");
  if (/^(\+|00)/.test(digits)) return "invalidMobile";
  const national = digits.startsWith(trunk) ? digits.slice(trunk.length) : digits;
  if (national.length < minDigits) return "mobileShort";
  return national.length > maxDigits ? "mobileLong" : "invalidMobile";
}

/** Whether a text is a Saudi mobile in any of its forms; the rule of the Saudi wallets. */
export function isSaudiMobile(text: string): boolean {
  return readMobile(text, saudiArabia).kind === "ok";
}

function nationalOf(compact: string, country: DialCode): string | null {
  const [, dialCode] = country;
  const [, international, digits = ""] = /^(\+|00)?(\d*)$/.exec(compact) ?? [];
  const local = international === undefined ? fitting(digits, country) : null;
  if (local !== null || !digits.startsWith(dialCode)) return local;
  return fitting(digits.slice(dialCode.length), country);
}

/** The number itself, or without its trunk prefix, whichever can be a mobile of the country. */
function fitting(digits: string, country: DialCode): string | null {
  const [, , , , trunk] = country;
  const candidates = digits.startsWith(trunk) ? [digits, digits.slice(trunk.length)] : [digits];
  return candidates.find((candidate) => canBeMobile(candidate, country)) ?? null;
}

function canBeMobile(national: string, [iso2, , minDigits, maxDigits, trunk]: DialCode): boolean {
  if (national.length < minDigits || national.length > maxDigits) return false;
  if (iso2 === "SA") return national.startsWith("5");
  // Where people dial a leading zero inside the country, no number has a zero of its own there.
  return !(trunk === "0" && national.startsWith("0"));
}
