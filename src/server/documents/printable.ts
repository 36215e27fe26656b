/**
 * Text fit to be set in a PDF/A file: an unknown glyph would make the whole export fail, and a word without an end
 * would run over its neighbours.
 */
import { cleanLines, cleanText } from "#core/text.ts";
import type { Coverage } from "./fonts.ts";

/** Stands for a character that no font can draw. */
const replacement = "\ufffd";

/** Joiners and variation selectors draw nothing themselves and shape what is around them. */
const invisible = /[\u00ad\u200b\n]|\u200c|\u200d|\p{Variation_Selector}/u;

/** PDF/A refuses private-use characters and the byte-order mark even where a font has them. */
const refused = /\p{Co}|\ufeff|\ufffe/u;

/** Runs of letters that are longer than a column is wide get places to break. */
const wordBreaks = { longest: 24, every: 6 };
/** Figures are copied by people; only what can never fit (a fingerprint) is broken. */
const figureBreaks = { longest: 40, every: 32 };

/** Signs that are common in texts and in no font here, with what means the same and is drawn. */
const twinsOfSigns: Readonly<Record<string, string>> = {
  ...{ "→": "➡", "←": "⬅", "↑": "⬆", "↓": "⬇", "⇒": "➡", "⇐": "⬅" },
  ...{ "✓": "✔", "✗": "✖", "★": "⭐", "✆": "☎" },
  ...{ "●": "•", "○": "•", "◆": "•", "■": "▪", "□": "▫" },
};

export type Direction = "rtl" | "ltr";

/** A text with the direction of its first letter, as the Unicode rules for paragraphs have it. */
export type Prose = { readonly text: string; readonly dir: Direction };

/** One line of free text: cleaned, at most `maxLength` characters, breakable. Null when nothing is left. */
export function prose(text: string | null, maxLength: number): Prose | null {
  return toProse(cleanText(text ?? "", maxLength));
}

/** Free text of several lines, each with a direction of its own; empty lines are left out. */
export function proseLines(text: string | null, maxLength: number): Prose[] {
  return cleanLines(text ?? "", maxLength)
    .split("\n")
    .map(toProse)
    .filter((line) => line !== null);
}

/** A number, date, code or address of the web: always left to right. */
export function figure(text: string): Prose {
  return { text: breakable(cleanText(text, 300), figureBreaks), dir: "ltr" };
}

/** Direction of the first letter that has one; left to right when none has. */
export function directionOfText(text: string): Direction {
  return /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) ? "rtl" : "ltr";
}

/**
 * Replaces what the fonts lack, in every string of a value of any shape. What people see as one letter must be in one
 * font with all its marks: a letter of one font under marks of another spoils the file (PDF/A refuses it), and some
 * such heaps make Typst abort.
 */
export function drawable<T>(value: T, fonts: Coverage): T {
  if (typeof value === "string") return drawableText(value, fonts) as T;
  if (Array.isArray(value)) return value.map((item) => drawable(item, fonts)) as T;
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, drawable(item, fonts)])) as T;
  }
  return value;
}

function drawableText(text: string, fonts: Coverage): string {
  // Nearly all text: what one font has, nothing is replaced of, however its characters join into letters.
  if (/^[\n -~]*$/.test(text) || fonts.some((font) => isCovered(text, font))) return text;
  return Array.from(segmenter.segment(text.toWellFormed()), ({ segment }) =>
    drawableLetter(segment, fonts),
  ).join("");
}

/** One grapheme: as it is, or its base with the marks that the base's font has, or the replacement character. */
function drawableLetter(letter: string, fonts: Coverage): string {
  const parts = Array.from(letter);
  const visible = parts.filter((part) => !invisible.test(part));
  const [base] = visible;
  if (base === undefined) return letter;
  if (fonts.some((font) => visible.every((part) => hasGlyph(part, font)))) return letter;
  const font = fonts.find((candidate) => hasGlyph(base, candidate));
  if (font) return visible.filter((part) => hasGlyph(part, font)).join("");
  // Full-width letters, circled digits and the like have plain twins.
  const twins = Array.from(twinsOfSigns[base] ?? base.normalize("NFKC"));
  return fonts.some((candidate) => twins.every((twin) => hasGlyph(twin, candidate)))
    ? twins.join("")
    : replacement;
}

/** Without finding the letters, which costs a hundred times as much. */
function isCovered(text: string, font: ReadonlySet<number>): boolean {
  for (const part of text) if (!font.has(part.codePointAt(0) ?? 0) && !invisible.test(part)) return false;
  return !refused.test(text);
}

function hasGlyph(character: string, font: ReadonlySet<number>): boolean {
  return font.has(character.codePointAt(0) ?? 0) && !refused.test(character);
}

function toProse(text: string): Prose | null {
  if (text === "") return null;
  return { text: breakable(text, wordBreaks), dir: directionOfText(text) };
}

/** Zero-width spaces between the graphemes of overlong words, so that they can wrap. */
function breakable(text: string, breaks: { readonly longest: number; readonly every: number }): string {
  if (text.length <= breaks.longest) return text;
  return text.replace(/[^\s\u200b]+/gu, (word) => {
    const graphemes = Array.from(segmenter.segment(word), ({ segment }) => segment);
    if (graphemes.length <= breaks.longest) return word;
    return graphemes
      .map((grapheme, index) => (index > 0 && index % breaks.every === 0 ? `\u200b${grapheme}` : grapheme))
      .join("");
  });
}

const segmenter = new Intl.Segmenter("ar", { granularity: "grapheme" });
