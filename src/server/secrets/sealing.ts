/**
 * Encrypting what must be stored and read again: merchants' provider passwords. AES-256-GCM under a key derived from
 * the master secret; a sealed value names its secret.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { MasterKeys } from "./master-secret.ts";

export type Sealing = {
  /**
   * Encrypts a text with the current secret.
   * @param purpose what it is for, such as the row's key; opening needs the same, so that rows cannot be swapped
   */
  readonly seal: (text: string, purpose: string) => Buffer;
  /** Decrypts; throws when the bytes were changed, moved, or sealed with a secret that is no longer known. */
  readonly open: (sealed: Buffer, purpose: string) => string;
  /** Whether it was sealed with the current secret. */
  readonly isCurrent: (sealed: Buffer) => boolean;
};

/** The first byte: whether four bytes of the secret's id follow. */
const formats = { withoutId: 1, withId: 2 } as const;
const idBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

/** Builds the sealing of an installation. */
export function createSealing(keys: MasterKeys): Sealing {
  const byId = new Map(keys.all.map(({ id, derive }) => [id, derive("sealing")]));
  const currentId = keys.current.id;
  const currentKey = keys.current.derive("sealing");
  return {
    seal: (text, purpose) =>
      Buffer.concat([
        Buffer.from([formats.withId]),
        Buffer.from(currentId, "hex"),
        encrypt(currentKey, text, purpose),
      ]),
    open: (sealed, purpose) => {
      if (sealed[0] === formats.withId) {
        const key = byId.get(idOf(sealed));
        if (!key) throw new Error("sealed with a secret that is not known");
        return decrypt(key, sealed.subarray(1 + idBytes), purpose);
      }
      if (sealed[0] !== formats.withoutId) throw new Error("not a sealed value");
      return decryptByAny([...byId.values()], sealed.subarray(1), purpose);
    },
    isCurrent: (sealed) => sealed[0] === formats.withId && idOf(sealed) === currentId,
  };
}

function idOf(sealed: Buffer): string {
  return sealed.subarray(1, 1 + idBytes).toString("hex");
}

/** Nonce, tag, text. */
function encrypt(key: Buffer, text: string, purpose: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function decrypt(key: Buffer, box: Buffer, purpose: string): string {
  if (box.length < nonceBytes + tagBytes) throw new Error("not a sealed value");
  const decipher = createDecipheriv("aes-256-gcm", key, box.subarray(0, nonceBytes))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(box.subarray(nonceBytes, nonceBytes + tagBytes));
  return decipher.update(box.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
}

function decryptByAny(keys: readonly Buffer[], box: Buffer, purpose: string): string {
  let failure: unknown = new Error("no secret");
  for (const key of keys) {
    try {
      return decrypt(key, box, purpose);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
