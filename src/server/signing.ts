/**
 * Signatures that we hand out and later recognise: of an order as it was shown, of a payment's result, of the way to
 * a 3-D Secure page (Spec 6, decisions K1, K5). Each purpose has its own key, derived from one master secret.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";

export const purposes = [
  "order",
  "result",
  "three-d-secure",
  "email",
  "product",
  "otp",
  "webhook",
  // Digests by which limits know a card and a mobile again (docs/decisions/0028); handed out to nobody.
  "card",
  "mobile",
] as const;
export type Purpose = (typeof purposes)[number];

export type Signing = {
  /** Signature of these parts in this order, base64url, 43 characters. */
  readonly sign: (purpose: Purpose, parts: readonly string[]) => string;
  /** Whether `signature` is of these parts; takes the same time whatever it is given. */
  readonly verify: (purpose: Purpose, parts: readonly string[], signature: string) => boolean;
};

/**
 * @param masterSecret at least 32 characters, kept out of logs and the repository
 */
export function createSigning(masterSecret: string): Signing {
  if (masterSecret.length < 32) throw new Error("the master secret is too short");
  const keys = new Map<Purpose, KeyObject>(
    purposes.map((purpose) => [
      purpose,
      createSecretKey(Buffer.from(hkdfSync("sha256", masterSecret, "wasl", purpose, 32))),
    ]),
  );
  const digest = (purpose: Purpose, parts: readonly string[]): Buffer => {
    const key = keys.get(purpose);
    if (!key) throw new Error(`no key for ${purpose}`);
    // Lengths are part of what is signed, so that no two lists of parts read the same.
    return createHmac("sha256", key)
      .update(parts.map((part) => `${part.length}:${part}`).join("|"))
      .digest();
  };
  return {
    sign: (purpose, parts) => digest(purpose, parts).toString("base64url"),
    verify: (purpose, parts, signature) => {
      const expected = digest(purpose, parts);
      const given = Buffer.from(signature, "base64url");
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
