/** Draws characters of a font by the glyphs of others (OpenType, chapter "cmap"). */
import { readTables, writeTables } from "./font-names.ts";

/** Platform and encoding of characters that every system reads: Windows, Unicode. */
const windowsUnicode = [3, 1] as const;

/**
 * The font with these characters alone, each drawn as the one that it names: "1" as "١".
 * @throws Error for a font without one of them
 */
export function drawnAs(font: Buffer, twins: ReadonlyMap<string, string>): Buffer {
  const tables = readTables(font);
  const glyphs = readGlyphs(tables.get("cmap") ?? Buffer.alloc(4));
  const drawn = [...twins].map(([character, twin]): [number, number] => {
    const glyph = glyphs.get(codeOf(twin));
    if (glyph === undefined) throw new Error(`the font does not have ${twin}`);
    return [codeOf(character), glyph];
  });
  tables.set("cmap", characterTable(drawn.toSorted(([one], [other]) => one - other)));
  return writeTables(font.readUInt32BE(0), tables);
}

/** Glyphs by character, of a table in format 4. */
export function readGlyphs(table: Buffer): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  const at = subtableAt(table);
  const count = table.readUInt16BE(at + 6) / 2;
  const column = (index: number): number => at + 14 + index * count * 2 + (index > 0 ? 2 : 0);
  for (let segment = 0; segment < count; segment += 1) {
    const read = (index: number): number => table.readUInt16BE(column(index) + segment * 2);
    const [end, start, delta, offset] = [read(0), read(1), read(2), read(3)];
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const place = column(3) + segment * 2 + offset + (code - start) * 2;
      const glyph = offset === 0 ? code : table.readUInt16BE(place);
      if (glyph !== 0) glyphs.set(code, (glyph + delta) & 0xffff);
    }
  }
  return glyphs;
}

function subtableAt(table: Buffer): number {
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const record = 4 + index * 8;
    const at = table.readUInt32BE(record + 4);
    const isUnicode = windowsUnicode.every((value, part) => table.readUInt16BE(record + part * 2) === value);
    if (isUnicode && table.readUInt16BE(at) === 4) return at;
  }
  throw new Error("the font has no table of characters in format 4");
}

/** In format 4, a segment for each character: there are a dozen. */
function characterTable(glyphs: readonly (readonly [number, number])[]): Buffer {
  const segments = [
    ...glyphs.map(([code, glyph]) => ({ code, delta: (glyph - code) & 0xffff })),
    { code: 0xffff, delta: 1 },
  ];
  const count = segments.length;
  const power = 2 ** Math.floor(Math.log2(count));
  const values = [
    // Version, one table, and where it begins.
    ...[0, 1, ...windowsUnicode, 0, 12],
    ...[4, 16 + count * 8, 0, count * 2, power * 2, Math.log2(power), (count - power) * 2],
    ...segments.map(({ code }) => code),
    0,
    ...segments.map(({ code }) => code),
    ...segments.map(({ delta }) => delta),
    ...segments.map(() => 0),
  ];
  const table = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) table.writeUInt16BE(value, index * 2);
  return table;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
