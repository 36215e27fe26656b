/** Random identifiers in the shapes that providers use. Not for secrets of the product: this is a simulator. */

import { randomBytes, randomUUID } from "node:crypto";

export type SimulatorIds = {
  /** `length` lower-case hexadecimal characters. */
  readonly hex: (length: number) => string;
  /** `length` decimal digits. */
  readonly digits: (length: number) => string;
  /** `length` characters of 0-9 and A-Z. */
  readonly letters: (length: number) => string;
  /** `bytes` random bytes as base64 with padding. */
  readonly base64: (bytes: number) => string;
  readonly uuid: () => string;
};

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const poolBytes = 4096;

/**
 * Random bytes are drawn a page at a time, from the system unless the caller has a source of its own: a call per
 * identifier costs more than the request.
 */
export function createSimulatorIds(draw: (bytes: number) => Buffer = randomBytes): SimulatorIds {
  let pool = draw(poolBytes);
  let used = 0;

  function take(bytes: number): Buffer {
    if (used + bytes > poolBytes) {
      pool = draw(poolBytes);
      used = 0;
    }
    const slice = pool.subarray(used, used + bytes);
    used += bytes;
    return slice;
  }

  function spell(length: number, characters: string): string {
    let text = "";
    for (const byte of take(length)) text += characters[byte % characters.length];
    return text;
  }

  return {
    hex: (length) =>
      take(Math.ceil(length / 2))
        .toString("hex")
        .slice(0, length),
    digits: (length) => spell(length, "0123456789"),
    letters: (length) => spell(length, alphabet),
    base64: (bytes) => take(bytes).toString("base64"),
    uuid: () => (draw === randomBytes ? randomUUID() : uuidOf(take(16))),
  };
}

/** A UUID of version 4 from 16 bytes. */
function uuidOf(bytes: Buffer): string {
  const text = bytes.toString("hex");
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-a${text.slice(17, 20)}-${text.slice(20)}`;
}
