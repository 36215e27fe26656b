/**
 * A ZIP archive as a stream (APPNOTE 6.3.10): each file is deflated as it comes, by zlib's own threads, and its size and
 * checksum follow it (4.3.9), since they are not known before. An error of a file is an error of the archive, which then
 * ends without its directory: nothing opens it.
 */
import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

export type ZipEntry = { readonly path: string; readonly data: AsyncIterable<Buffer> | Iterable<Buffer> };

/** Sizes and places are written in 32 bits; a sheet with all of its rows has a fourth of that. */
const largest = 0xffff_ffff;
/** General purpose bits 3 and 11: sizes follow, names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
const version = 20;
/** The first day that the format can name: exports with equal rows have equal bytes. */
const date = 0x0021;

/**
 * Writes the archive.
 * @throws RangeError for a file or an archive of more than 4 GiB, and what a file throws
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { path, data } of entries) {
    const name = Buffer.from(path);
    const start = offset;
    const head = Buffer.concat([header(0x04034b50, "file", name), name]);
    const sums = { crc: 0, size: 0 };
    let packed = 0;
    yield head;
    for await (const chunk of deflate(data, sums)) {
      packed += chunk.length;
      yield chunk;
    }
    const facts = [sums.crc, packed, sums.size];
    yield words([0x08074b50, ...facts]);
    offset += head.length + packed + 16;
    if (offset > largest || sums.size > largest) throw new RangeError("more than an archive can hold");
    const entry = header(0x02014b50, "directory", name);
    facts.forEach((fact, index) => {
      entry.writeUInt32LE(fact, 16 + 4 * index);
    });
    entry.writeUInt32LE(start, 42);
    directory.push(entry, name);
  }
  const listing = Buffer.concat(directory);
  const end = words([0x06054b50, 0, 0, listing.length, offset, 0]).subarray(0, 22);
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  yield Buffer.concat([listing, end]);
}

/** @param sums what follows the file is added up here */
function deflate(data: ZipEntry["data"], sums: { crc: number; size: number }): AsyncIterable<Buffer> {
  const packer = createDeflateRaw({ level: 3 });
  const counted = async function* () {
    for await (const chunk of data) {
      sums.crc = crc32(chunk, sums.crc);
      sums.size += chunk.length;
      yield chunk;
    }
  };
  // An error is passed to the reader of `packer`, and a reader that stops ends `data`.
  pipeline(Readable.from(counted()), packer, () => {});
  return packer;
}

/** The head of a file (4.3.7), or of its entry in the directory (4.3.12), without sizes. */
function header(signature: number, of: "file" | "directory", name: Buffer): Buffer {
  const isEntry = of === "directory";
  const bytes = Buffer.alloc(isEntry ? 46 : 30);
  const fields = [...(isEntry ? [version] : []), version, flags, deflated, 0, date];
  bytes.writeUInt32LE(signature, 0);
  fields.forEach((field, index) => {
    bytes.writeUInt16LE(field, 4 + 2 * index);
  });
  bytes.writeUInt16LE(name.length, isEntry ? 28 : 26);
  return bytes;
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => {
    bytes.writeUInt32LE(value, 4 * index);
  });
  return bytes;
}
