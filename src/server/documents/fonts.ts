/** Which characters the fonts of documents can draw: read from the files, so that no list of ours can be out of date. */
import { readFileSync } from "node:fs";
import { fontFamilies } from "./font-files.ts";

/** The characters (code points) of each family, in the order in which Typst asks them. */
export type Coverage = readonly ReadonlySet<number>[];

/** Reads which characters the families can draw in every weight. Takes some milliseconds; done once per process. */
export function readCoverage(): Coverage {
  return fontFamilies().map((paths) => {
    const [first = new Set<number>(), ...others] = paths.map((path) => charactersOf(readFileSync(path)));
    return new Set([...first].filter((character) => others.every((other) => other.has(character))));
  });
}

function charactersOf(font: Buffer): Set<number> {
  const covered = new Set<number>();
  addCoverage(font, covered);
  return covered;
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
