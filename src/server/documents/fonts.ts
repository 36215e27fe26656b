/**
 * The fonts of documents: complete files from npm packages, in the order in which a letter is looked for. System
 * fonts are never used, so a document looks the same on every machine.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const packageFile = createRequire(import.meta.url).resolve;

/** Readex Pro has Arabic, Latin and digits of one design; the others fill what it lacks. */
export const fontFamilies = ["Readex Pro", "Noto Sans", "Noto Sans Arabic", "Noto Emoji"] as const;

const files = [
  "@expo-google-fonts/readex-pro/400Regular/ReadexPro_400Regular.ttf",
  "@expo-google-fonts/readex-pro/600SemiBold/ReadexPro_600SemiBold.ttf",
  "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
  "@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf",
  "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf",
];

/** Paths of the font files. */
export function fontPaths(): string[] {
  return files.map((file) => packageFile(file));
}

/** The characters (code points) of each font, in the order in which Typst asks the fonts. */
export type Coverage = readonly ReadonlySet<number>[];

/** Reads which characters the fonts can draw. Takes some milliseconds; done once per process. */
export function readCoverage(paths: readonly string[] = fontPaths()): Coverage {
  return paths.map((path) => {
    const covered = new Set<number>();
    addCoverage(readFileSync(path), covered);
    return covered;
  });
}

/** Adds the characters of a TrueType file: its `cmap` table in format 12 or 4 (OpenType, chapter "cmap"). */
function addCoverage(font: Buffer, covered: Set<number>): void {
  const cmap = tableOffset(font, "cmap");
  const count = font.readUInt16BE(cmap + 2);
  for (let index = 0; index < count; index += 1) {
    const at = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    const format = font.readUInt16BE(at);
    if (format === 12) addGroups(font, at, covered);
    if (format === 4) addSegments(font, at, covered);
  }
}

function addGroups(font: Buffer, at: number, covered: Set<number>): void {
  const groups = font.readUInt32BE(at + 12);
  for (let index = 0; index < groups; index += 1) {
    const group = at + 16 + index * 12;
    const last = font.readUInt32BE(group + 4);
    for (let code = font.readUInt32BE(group); code <= last; code += 1) covered.add(code);
  }
}

function addSegments(font: Buffer, at: number, covered: Set<number>): void {
  const doubled = font.readUInt16BE(at + 6);
  for (let segment = 0; segment < doubled; segment += 2) {
    const last = font.readUInt16BE(at + 14 + segment);
    const first = font.readUInt16BE(at + 16 + doubled + segment);
    const delta = font.readUInt16BE(at + 16 + doubled * 2 + segment);
    const rangeAt = at + 16 + doubled * 3 + segment;
    const range = font.readUInt16BE(rangeAt);
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const glyph = range === 0 ? code + delta : font.readUInt16BE(rangeAt + range + (code - first) * 2);
      // Glyph 0 is the box that means "missing".
      if ((range === 0 ? glyph & 0xffff : glyph) !== 0) covered.add(code);
    }
  }
}

function tableOffset(font: Buffer, tag: string): number {
  const tables = font.readUInt16BE(4);
  for (let index = 0; index < tables; index += 1) {
    const record = 12 + index * 16;
    if (font.toString("latin1", record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`the font has no table ${tag}`);
}
