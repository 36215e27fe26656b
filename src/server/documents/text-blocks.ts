/** The texts in the drawing of a page as Typst writes it (ISO 32000-1, 9.4): where each begins and ends on its line. */
import type { GlyphWidths } from "./glyph-letters.ts";

/** One text: "q … BT … ET Q". Points. */
export type TextBlock = {
  readonly source: string;
  readonly x: number;
  readonly y: number;
  readonly endX: number;
  readonly size: number;
};

/** A text, from its place to its end: the operators stand at line ends, and no string has a line break in it. */
export const textBlock =
  "q\\n1 0 0 -1 [^\\n]* cm\\n(?:(?!BT\\n|Q\\n)[^\\n]*\\n)*BT\\n(?:(?!ET\\n)[^\\n]*\\n)*ET\\nQ\\n";

/** The texts of a source that is nothing but texts, in its order. */
export function readTextBlocks(source: string, fonts: ReadonlyMap<string, GlyphWidths>): TextBlock[] {
  return Array.from(source.matchAll(new RegExp(textBlock, "g")), ([block]) => readBlock(block, fonts));
}

function readBlock(source: string, fonts: ReadonlyMap<string, GlyphWidths>): TextBlock {
  const [, x = 0, y = 0] = (/1 0 0 -1 (\S+) (\S+) cm/.exec(source) ?? []).map(Number);
  let [endX, size] = [x, 0];
  const shown = /\/(\S+) (\S+) Tf\n1 0 0 -1 (\S+) \S+ Tm\n([^\n]*) T[jJ]\n/g;
  for (const [, font = "", fontSize, offset, glyphs = ""] of source.matchAll(shown)) {
    size = Math.max(size, Number(fontSize));
    const width = (widthOf(glyphs, fonts.get(font) ?? new Map()) * Number(fontSize)) / 1000;
    endX = Math.max(endX, x + Number(offset) + width);
  }
  return { source, x, y, endX, size };
}

/** Width of what an operator shows, thousandths of the font's size: "[(..) 20 <0001>]", numbers move back. */
function widthOf(shown: string, widths: GlyphWidths): number {
  let width = 0;
  for (let at = 0; at < shown.length; ) {
    const rest = shown.slice(at);
    const number = /^-?[\d.]+/.exec(rest)?.[0];
    if (number !== undefined) width -= Number(number);
    const string = /^[(<]/.test(rest) ? readString(rest) : null;
    for (const glyph of string?.glyphs ?? []) width += widths.get(glyph) ?? 0;
    at += number?.length ?? string?.length ?? 1;
  }
  return width;
}

/** The glyphs of the string at the beginning of a text, of two bytes each, and how long it is. */
function readString(text: string): { readonly glyphs: readonly number[]; readonly length: number } {
  if (text.startsWith("<")) {
    const hex = text.slice(1, text.indexOf(">"));
    return {
      glyphs: (hex.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16)),
      length: hex.length + 2,
    };
  }
  const bytes: number[] = [];
  let depth = 0;
  let at = 0;
  do {
    const [token = ""] = /^(?:\\[0-7]{1,3}|\\?.)/s.exec(text.slice(at, at + 4)) ?? [];
    at += token.length;
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    const isEdge = (token === "(" && depth === 1) || (token === ")" && depth === 0);
    if (!isEdge) bytes.push(byteOf(token));
  } while (depth > 0 && at < text.length);
  const glyphs = bytes.flatMap((byte, index) =>
    index % 2 === 0 ? [byte * 256 + (bytes[index + 1] ?? 0)] : [],
  );
  return { glyphs, length: at };
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

function byteOf(token: string): number {
  if (!token.startsWith("\\")) return token.charCodeAt(0);
  const name = token.slice(1);
  return /^[0-7]/.test(name) ? Number.parseInt(name, 8) : (escapes[name] ?? name.charCodeAt(0));
}
