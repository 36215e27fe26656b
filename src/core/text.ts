/**
 * Cleaning of text that people type or paste (decision K15): digits of the Arabic scripts become ASCII, characters
 * that turn or hide text are dropped, lengths are capped. Letters of every script stay as they are.
 */

/** Arabic-Indic (U+0660..) and extended Arabic-Indic or Persian (U+06F0..) digits. */
const arabicDigits = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Marks, embeddings, overrides and isolates that change the direction of the text around them. */
const bidiControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Characters without a width that are not needed to spell any language: zero-width space, word joiner, BOM. */
const zeroWidth = /[\u200b\u2060\ufeff]/g;

/** Control characters that are not white space, and halves of surrogate pairs. */
const unprintable = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu;

/** The text with Arabic-Indic and Persian digits as ASCII digits, everything else unchanged (decision K15). */
export function normaliseDigits(text: string): string {
  // The low four bits of both blocks count from zero: U+0660 and U+06F0 end in 0.
  return text.replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** Whether PostgreSQL can keep the text, also within JSON: neither NUL nor half a pair of surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** The digits of a text as ASCII digits; everything else is dropped. */
export function digitsOf(text: string): string {
  return normaliseDigits(text).replace(/\D/g, "");
}

/** The text without bidirectional control characters (decision K15): they can show an amount backwards. */
export function stripBidiControls(text: string): string {
  return text.replace(bidiControls, "");
}

/**
 * A single line of text fit to store and show: NFC, without control, bidi and zero-width characters, each run of
 * white space one space, trimmed, at most `maxLength` characters (code points; a pair is never cut in half).
 */
export function cleanText(text: string, maxLength: number): string {
  const line = stripUnseen(text).replace(/\s+/g, " ").trim();
  return cut(line, maxLength);
}

/** Like `cleanText` for notes and descriptions: line breaks stay, as "\n", at most two in a row. */
export function cleanLines(text: string, maxLength: number): string {
  const lines = stripUnseen(text)
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n");
  return cut(lines.trim(), maxLength);
}

/**
 * Plain text (an SMS, a subject line) kept left-to-right inside Arabic: amounts, phones, IBANs, order numbers
 * (decision K15). Pages use `<bdi dir="ltr">` instead.
 */
export function isolateLtr(text: string): string {
  return `\u2066${stripBidiControls(text)}\u2069`;
}

/**
 * A name inside a line of text that another script may surround (a title, a subject line): it keeps its own direction,
 * and neither turns the other round. Pages use `<bdi>` where they can.
 */
export function isolate(text: string): string {
  return `\u2068${stripBidiControls(text)}\u2069`;
}

/** The text without control, bidi and zero-width characters, in NFC; white space stays as it is. */
export function stripUnseen(text: string): string {
  return stripBidiControls(text).replace(zeroWidth, "").replace(unprintable, "").normalize("NFC");
}

function cut(text: string, maxLength: number): string {
  return Array.from(text).slice(0, maxLength).join("").trimEnd();
}

/** An IBAN as it is printed: in groups of four. */
export function spacedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, "$1 ");
}
