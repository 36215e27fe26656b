/**
 * Where files are kept: on disk under the data directory, or in any S3-compatible store. Files are named by the hash
 * of their content, so a name never means two things, writing twice is harmless, and everything may be cached.
 */
import { createHash } from "node:crypto";

export type Storage = {
  /** Keeps bytes under a key; when it resolves they are durable. Writing the same key again changes nothing. */
  readonly put: (key: string, bytes: Uint8Array, contentType: string) => Promise<void>;
  /** The bytes of a key, or null when there are none. */
  readonly get: (key: string) => Promise<Buffer | null>;
  /** The keys of all that is kept, in no order. What is put meanwhile may be among them or not. */
  readonly list: () => AsyncIterable<string>;
  readonly close: () => Promise<void>;
};

/** SHA-256 of bytes, hexadecimal. */
export function contentHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Key of a file: a folder named for what it holds, and the hash of its bytes, spread over 256 sub-folders.
 * @throws RangeError for anything but a plain word and a SHA-256: a key never holds what a person wrote
 */
export function storageKey(folder: string, sha256: string): string {
  if (!/^[a-z]{1,20}$/.test(folder) || !/^[0-9a-f]{64}$/.test(sha256))
    throw new RangeError("not a storage key");
  return `${folder}/${sha256.slice(0, 2)}/${sha256}`;
}

/** Whether a key says what its bytes are: other things in a store are not ours. */
export function isStorageKey(key: string): boolean {
  const [, sub = "", sha256 = ""] = /^[a-z]{1,20}\/([0-9a-f]{2})\/([0-9a-f]{64})$/.exec(key) ?? [];
  return sha256 !== "" && sha256.startsWith(sub);
}
