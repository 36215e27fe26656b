/** Mobile numbers as people type them, checked for the chosen country (Spec 5). */
import { type DialCode, defaultCountry, findDialCode } from "./dial-codes.ts";
import { cleanText, normaliseDigits } from "./text.ts";

/** Why a mobile was refused: empty; not a number at all; not a mobile of that country. */
export type MobileRefusal = "missing" | "invalidFormat" | "invalidMobile";

export type Mobile =
  /** `e164` is "+966512345678", `national` the part after the dial code: "512345678". */
  | { readonly kind: "ok"; readonly e164: string; readonly national: string }
  | { readonly kind: "refused"; readonly code: MobileRefusal };

/** Longest text that is looked at: E.164 has 15 digits, people add separators. */
const maxTextLength = 40;

/**
 * Reads a mobile number for a country given by its two-letter code. Takes the national form with or without the
 * trunk prefix, the dial code with "+", "00" or nothing before it, spaces, hyphens, dots and brackets, and
 * Arabic-Indic or Persian digits (decision K15). A Saudi mobile is 5XXXXXXXX; elsewhere the length decides.
 */
export function parseMobile(text: string, iso2: string): Mobile {
  if (text.length > maxTextLength) return { kind: "refused", code: "invalidFormat" };
  const compact = normaliseDigits(cleanText(text, maxTextLength)).replace(/[\s().-]/g, "");
  if (compact === "") return { kind: "refused", code: "missing" };
  if (!/^\+?\d+$/.test(compact)) return { kind: "refused", code: "invalidFormat" };
  const country = findDialCode(iso2);
  const national = country && nationalOf(compact, country);
  if (!country || !national) return { kind: "refused", code: "invalidMobile" };
  return { kind: "ok", e164: `+${country[1]}${national}`, national };
}

/** Whether a text is a Saudi mobile in any of its forms; the rule of the Saudi wallets. */
export function isSaudiMobile(text: string): boolean {
  return parseMobile(text, defaultCountry).kind === "ok";
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
