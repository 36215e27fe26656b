/**
 * "trandata": how Al Rajhi's gateway hides a message. A JSON list with one object, percent-encoded, AES-CBC under the
 * account's resource key, hexadecimal. There is no check sum: text that decrypts proves only that the sender knows
 * the key, and tampered text may decrypt to anything. So what is read from it is compared with what we asked for.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import type { Secret } from "#core/secret/secret.ts";

/** Details in which accounts differ. */
export type TrandataOptions = {
  /** Sixteen bytes. */
  readonly iv: Buffer;
  /** The documents say that the JSON is percent-encoded first; some accounts must not. */
  readonly isUrlEncoded: boolean;
};

/** Encrypts one message. `key` is text of 32 ASCII characters. Gives upper-case hexadecimal. */
export function encryptTrandata(message: object, key: Secret, options: TrandataOptions): string {
  const json = JSON.stringify([message]);
  const plain = options.isUrlEncoded ? encodeURIComponent(json) : json;
  const cipher = createCipheriv("aes-256-cbc", Buffer.from(key.reveal()), options.iv);
  return Buffer.concat([cipher.update(plain, "utf8"), cipher.final()])
    .toString("hex")
    .toUpperCase();
}

/** Decrypts what `encryptTrandata` or the gateway made; null for anything else. Values are still to be checked. */
export function decryptTrandata(text: string, key: Secret, options: TrandataOptions): unknown {
  if (!/^(?:[0-9A-Fa-f]{32})+$/.test(text)) return null;
  try {
    const decipher = createDecipheriv("aes-256-cbc", Buffer.from(key.reveal()), options.iv);
    const plain = Buffer.concat([decipher.update(text, "hex"), decipher.final()]).toString("utf8");
    // The gateway's own encoder writes spaces as plus signs.
    const json = options.isUrlEncoded ? decodeURIComponent(plain.replaceAll("+", " ")) : plain;
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? (list[0] ?? null) : list;
  } catch {
    return null;
  }
}
