/** Gives a TrueType font other names (OpenType, chapters "name" and "Organization of an OpenType font"). */

type Names = { readonly family: string; readonly style: string };

/** Offset and length of a table's record in the directory, and of the directory's head, bytes. */
const headBytes = 12;
const recordBytes = 16;

/** Platform, encoding and language of names that every system reads: Windows, Unicode, English. */
const windowsUnicode = [3, 1, 0x409] as const;

/**
 * The font with these names instead of its own; its copyright and licence stay.
 * @throws Error for what is no font in the form of TrueType
 */
export function renamed(font: Buffer, names: Names): Buffer {
  const tables = readTables(font);
  const old = tables.get("name");
  if (!old) throw new Error("the font has no names");
  const fullName = `${names.family} ${names.style}`;
  const texts = new Map([
    [0, textOf(old, 0)],
    [1, names.style === "Regular" ? names.family : fullName],
    [2, "Regular"],
    [3, fullName],
    [4, fullName],
    [6, fullName.replaceAll(" ", "-")],
    [13, textOf(old, 13)],
    [14, textOf(old, 14)],
    [16, names.family],
    [17, names.style],
  ]);
  tables.set("name", nameTable(texts));
  return writeTables(font.readUInt32BE(0), tables);
}

/** The tables of a font by their names. */
export function readTables(font: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const record = headBytes + index * recordBytes;
    const offset = font.readUInt32BE(record + 8);
    const length = font.readUInt32BE(record + 12);
    tables.set(font.toString("latin1", record, record + 4), font.subarray(offset, offset + length));
  }
  return tables;
}

/** A name as Windows reads it; empty when there is none. */
function textOf(table: Buffer, id: number): string {
  for (let index = 0; index < table.readUInt16BE(2); index += 1) {
    const record = 6 + index * 12;
    if (table.readUInt16BE(record) !== 3 || table.readUInt16BE(record + 6) !== id) continue;
    const start = table.readUInt16BE(4) + table.readUInt16BE(record + 10);
    return Buffer.from(table.subarray(start, start + table.readUInt16BE(record + 8)))
      .swap16()
      .toString("utf16le");
  }
  return "";
}

function nameTable(texts: ReadonlyMap<number, string>): Buffer {
  const given = [...texts].filter(([, text]) => text !== "");
  const head = Buffer.alloc(6 + given.length * 12);
  head.writeUInt16BE(given.length, 2);
  head.writeUInt16BE(head.length, 4);
  const strings: Buffer[] = [];
  let offset = 0;
  for (const [index, [id, text]] of given.entries()) {
    const bytes = Buffer.from(text, "utf16le").swap16();
    const values = [...windowsUnicode, id, bytes.length, offset];
    for (const [at, value] of values.entries()) head.writeUInt16BE(value, 6 + index * 12 + at * 2);
    strings.push(bytes);
    offset += bytes.length;
  }
  return Buffer.concat([head, ...strings]);
}

/** A font of tables, with its sums. @param kind the first four bytes of the font that they are of */
export function writeTables(kind: number, tables: ReadonlyMap<string, Buffer>): Buffer {
  const sorted = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const head = Buffer.alloc(headBytes + sorted.length * recordBytes);
  const power = 2 ** Math.floor(Math.log2(sorted.length));
  head.writeUInt32BE(kind, 0);
  const search = [sorted.length, power * 16, Math.log2(power), (sorted.length - power) * 16];
  for (const [index, value] of search.entries()) head.writeUInt16BE(value, 4 + index * 2);
  const bodies: Buffer[] = [];
  let offset = head.length;
  for (const [index, [tag, table]] of sorted.entries()) {
    const body = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    // The sum over the whole font is not counted in.
    if (tag === "head") body.writeUInt32BE(0, 8);
    const record = headBytes + index * recordBytes;
    head.write(tag, record, "latin1");
    head.writeUInt32BE(checksum(body), record + 4);
    head.writeUInt32BE(offset, record + 8);
    head.writeUInt32BE(table.length, record + 12);
    bodies.push(body);
    offset += body.length;
  }
  const font = Buffer.concat([head, ...bodies]);
  const at = font.readUInt32BE(headBytes + sorted.findIndex(([tag]) => tag === "head") * recordBytes + 8);
  font.writeUInt32BE((0xb1b0afba - checksum(font)) >>> 0, at + 8);
  return font;
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}
