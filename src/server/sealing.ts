/** Encrypting what must be stored and read again: merchants' provider passwords. AES-256-GCM under a derived key. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

export type Sealing = {
  /**
   * Encrypts a text.
   * @param purpose what it is for, such as the row's key; opening needs the same, so that rows cannot be swapped
   */
  readonly seal: (text: string, purpose: string) => Buffer;
  /** Decrypts; throws when the bytes were changed, moved, or sealed with another secret. */
  readonly open: (sealed: Buffer, purpose: string) => string;
};

const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** @param masterSecret the installation's, at least 32 characters */
export function createSealing(masterSecret: string): Sealing {
  const key = Buffer.from(hkdfSync("sha256", masterSecret, "wasl", "sealing", 32));
  return {
    seal: (text, purpose) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, purpose) => {
      if (sealed[0] !== version || sealed.length < 1 + nonceBytes + tagBytes)
        throw new Error("not a sealed value");
      const nonce = sealed.subarray(1, 1 + nonceBytes);
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce)
        .setAAD(Buffer.from(purpose))
        .setAuthTag(tag);
      return (
        decipher.update(sealed.subarray(1 + nonceBytes + tagBytes), undefined, "utf8") +
        decipher.final("utf8")
      );
    },
  };
}
