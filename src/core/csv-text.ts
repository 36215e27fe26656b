/**
 * Texts as fields of CSV (RFC 4180) that Excel opens rightly: CR LF, every field with a sign in quotes. A text that a
 * spreadsheet would compute with (a formula, a number with leading zeros, a telephone number) begins with an apostrophe, and so
 * does one that begins with one itself: to read the text back, one apostrophe is taken off.
 */
import type { Language } from "./language.ts";

export const separators = { comma: ",", semicolon: ";" } as const;

export type Separator = (typeof separators)[keyof typeof separators];

/** Excel takes a file without it for one in the code page of its Windows. */
export const byteOrderMark = "\uFEFF";

/** What Excel of a language separates by. */
export function separatorOf(language: Language): Separator {
  return language === "ar" ? separators.semicolon : separators.comma;
}

/**
 * What a spreadsheet reads as a formula, by its first character (OWASP, CSV injection), or as a number or a date of its
 * own making.
 */
const computed = /^[=+\-@\t\r\n']|^[\s\d.,:/()%-]+$|^\d+(?:\.\d+)?[eE]\d+$/;

/** A text that a spreadsheet shows and does not compute with. */
export function guarded(text: string): string {
  return computed.test(text) ? `'${text}` : text;
}

/** One row of texts with its end. */
export function csvLine(texts: readonly string[], separator: Separator): string {
  return `${texts.map((text) => field(text, separator)).join(separator)}\r\n`;
}

function field(text: string, separator: Separator): string {
  return text.includes(separator) || /["\r\n;,\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
