/**
 * An archive of tax documents as one stream. As POSIX ustar, which every system can open, and which can be written while its
 * files are made. A header of 512 bytes before each file needs no library.
 */
import { Readable } from "node:stream";
import { type ZipEntry, zip } from "../../storage/zip.ts";
import type { ArchiveFile } from "./tax-archive.ts";

const blockLength = 512;

/**
 * The files as a stream. It breaks off, without the two empty blocks that end an archive, when making a file fails.
 * @param at the time that the files carry, milliseconds since the epoch
 */
export function tarStream(files: AsyncIterable<ArchiveFile>, at: number): Readable {
  return Readable.from(tarChunks(files, at), { objectMode: false });
}

/**
 * The files as a ZIP archive, which telephones open. It breaks off, without its directory, when making a file fails.
 * @throws RangeError in the stream where it comes to more than 4 GiB
 */
export function zipStream(files: AsyncIterable<ArchiveFile>): Readable {
  return Readable.from(zip(zipEntries(files)), { objectMode: false });
}

async function* zipEntries(files: AsyncIterable<ArchiveFile>): AsyncGenerator<ZipEntry> {
  for await (const { name, bytes } of files) yield { path: name, data: [bytes] };
}

async function* tarChunks(files: AsyncIterable<ArchiveFile>, at: number): AsyncGenerator<Buffer> {
  for await (const { name, bytes } of files) {
    yield header(name, bytes.length, at);
    yield bytes;
    yield Buffer.alloc((blockLength - (bytes.length % blockLength)) % blockLength);
  }
  yield Buffer.alloc(2 * blockLength);
}

/** The header of a plain file that its owner alone may read. @throws RangeError for a name of more than 100 bytes */
function header(name: string, length: number, at: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new RangeError(`${name} is too long for an archive`);
  const block = Buffer.alloc(blockLength);
  const octal = (value: number, offset: number, digits: number): void => {
    block.write(value.toString(8).padStart(digits, "0"), offset);
  };
  block.write(name, 0);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(length, 124, 11);
  octal(Math.floor(at / 1000), 136, 11);
  block.write("        0", 148);
  block.write("ustar\u000000", 257);
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  block.write("\u0000 ", 154);
  return block;
}
