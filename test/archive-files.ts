/** Reads archives that calls answer with. */
import { inflateRawSync } from "node:zlib";

/** The files of an archive, by its directory. */
export function filesIn(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(archive.length - 6);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [packed, nameLength, start] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.subarray(at + 46, at + 46 + nameLength).toString();
    const body = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    files.set(name, inflateRawSync(archive.subarray(body, body + packed)));
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}
