/**
 * Which letters the glyphs of a file are (its tables ToUnicode; ISO 32000-1, 9.10.3), put right where Typst's are not
 * what a viewer can turn into words.
 */
import { type PdfFile, reference } from "./pdf-file.ts";

/** Widths of the glyphs of a font, thousandths of its size. */
export type GlyphWidths = ReadonlyMap<number, number>;

/** Lam with alef, with madda, hamza above and below it; and the ligature of each. */
const ligatures: Readonly<Record<string, string>> = {
  "06440622": "FEF5",
  "06440623": "FEF7",
  "06440625": "FEF9",
  "06440627": "FEFB",
};

/** A vowel sign of Arabic as UTF-16 in hexadecimal. */
const mark = "06(?:4[B-F]|5[0-9A-F]|70)";

/** Where a long word may break (printable.ts), as UTF-16 in hexadecimal. */
const mayBreak = "200B";

/**
 * Three things are put right. A letter after which a long word may break is called by both, and PDF.js finds no such letter
 * anywhere in that font. A letter with a vowel sign is two glyphs, and Typst calls each of them by both: the letter
 * without it, elsewhere, came out with it. And viewers turn the letters of the ligature lam-alef round: it gets the
 * ligature's own character, of which they know the letters (Unicode NFKC).
 */
export function nameGlyphs(file: PdfFile): void {
  for (const font of fontsOf(file)) {
    const dictionary = file.dictionary(font);
    const table = reference(dictionary, "ToUnicode");
    if (table === null) continue;
    const widths = widthsOf(file, font);
    const named = file
      .stream(table)
      .replace(/^<([0-9A-F]{4})> <([0-9A-F]+)>$/gm, (_line, glyph: string, letters: string) => {
        const isMark = (widths.get(Number.parseInt(glyph, 16)) ?? 0) === 0;
        return `<${glyph}> <${lettersOf(letters, isMark)}>`;
      });
    file.changeStream(table, named);
  }
}

function lettersOf(named: string, isMark: boolean): string {
  const text =
    named.length > 4 ? named.replace(new RegExp(`(?<=^(?:[0-9A-F]{4})+)(?:${mayBreak})+$`), "") : named;
  const [, base = "", marks = ""] = new RegExp(`^((?:[0-9A-F]{4})+?)((?:${mark})+)$`).exec(text) ?? [];
  const letters = base === "" ? text : isMark ? marks : base;
  return ligatures[letters] ?? letters;
}

function fontsOf(file: PdfFile): number[] {
  return Array.from({ length: file.count }, (_, index) => index + 1).filter((object) =>
    file.dictionary(object).includes("/Subtype /Type0"),
  );
}

/** The widths of a font by its object: "/W [0 0 584 1 4 572]", first and last glyph and their width. */
export function widthsOf(file: PdfFile, font: number): GlyphWidths {
  const descendant = reference(file.dictionary(font), "DescendantFonts");
  const runs = /\/W \[([^\]]*)\]/.exec(descendant === null ? "" : file.dictionary(descendant))?.[1] ?? "";
  const numbers = runs.trim().split(/\s+/).map(Number);
  const widths = new Map<number, number>();
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    const [first = 0, last = 0, width = 0] = numbers.slice(at, at + 3);
    for (let glyph = first; glyph <= last; glyph += 1) widths.set(glyph, width);
  }
  return widths;
}
