/**
 * Reads and changes files as Typst writes them (PDF 1.7 with one table of objects, ISO 32000-1, 7.5): dictionaries on
 * lines of their own, one entry a line. Nothing here reads files of others.
 */
import { deflateSync, inflateSync } from "node:zlib";

export type PdfFile = {
  /** How many objects there are; numbers begin at 1. */
  readonly count: number;
  /** What an object says before its stream. */
  readonly dictionary: (object: number) => string;
  /** The stream of an object, unpacked; a byte is a character. */
  readonly stream: (object: number) => string;
  readonly changeDictionary: (object: number, text: string) => void;
  readonly changeStream: (object: number, text: string) => void;
  /** The file with all changes. */
  readonly write: () => Buffer;
};

/** The object that an entry of a dictionary refers to: `reference("/Contents 7 0 R", "Contents")` is 7. */
export function reference(dictionary: string, entry: string): number | null {
  const found = new RegExp(`/${entry} \\[?(\\d+) 0 R`).exec(dictionary)?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * Opens a file.
 * @throws Error when it is not of the form that Typst writes
 */
export function openPdf(pdf: Buffer): PdfFile {
  const text = pdf.toString("latin1");
  const table = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(text.slice(-64))?.[1]);
  const size = Number(/^xref\n0 (\d+)\n/.exec(text.slice(table, table + 32))?.[1]);
  if (!size) throw new Error("the file has no table of objects");
  const first = text.indexOf("\n", table + 5) + 1;
  const offsets = Array.from({ length: size }, (_, object) =>
    Number(text.slice(first + object * 20, first + object * 20 + 10)),
  );
  const ends = new Map<number, number>();
  let last = table;
  for (const offset of [...offsets.slice(1)].sort((a, b) => b - a)) {
    ends.set(offset, last);
    last = offset;
  }
  const changed = new Map<number, string>();
  const object = (number: number): string => {
    const offset = offsets[number] ?? 0;
    return changed.get(number) ?? text.slice(offset, ends.get(offset));
  };
  return {
    count: size - 1,
    dictionary: (number) => {
      const [whole, end] = [object(number), object(number).indexOf("\nstream\n")];
      return end < 0 ? whole : whole.slice(0, end);
    },
    stream: (number) => unpack(object(number)),
    changeDictionary: (number, dictionary) => changed.set(number, dictionary),
    changeStream: (number, stream) => changed.set(number, pack(object(number), stream)),
    write: () => {
      const parts = [text.slice(0, Math.min(...offsets.slice(1)))];
      let length = parts[0]?.length ?? 0;
      const moved = new Array<number>(size).fill(0);
      const inOrder = offsets.map((offset, number) => ({ offset, number })).slice(1);
      for (const { number } of inOrder.sort((a, b) => a.offset - b.offset)) {
        moved[number] = length;
        const part = object(number);
        parts.push(part);
        length += part.length;
      }
      const row = (offset: number): string => `${String(offset).padStart(10, "0")} 00000 n\r\n`;
      const free = text.slice(first, first + 20);
      const trailer = text.slice(first + size * 20).replace(/startxref\n\d+/, `startxref\n${length}`);
      parts.push(text.slice(table, first), free, ...moved.slice(1).map(row), trailer);
      return Buffer.from(parts.join(""), "latin1");
    },
  };
}

function unpack(object: string): string {
  const at = object.indexOf("\nstream\n") + 8;
  const length = Number(/\/Length (\d+)/.exec(object)?.[1]);
  const bytes = Buffer.from(object.slice(at, at + length), "latin1");
  return (object.slice(0, at).includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
}

function pack(object: string, stream: string): string {
  const at = object.indexOf("\nstream\n") + 8;
  const [dictionary, length] = [object.slice(0, at), Number(/\/Length (\d+)/.exec(object)?.[1])];
  const bytes = Buffer.from(stream, "latin1");
  const packed = (dictionary.includes("/FlateDecode") ? deflateSync(bytes) : bytes).toString("latin1");
  return `${dictionary.replace(/\/Length \d+/, `/Length ${packed.length}`)}${packed}${object.slice(at + length)}`;
}
