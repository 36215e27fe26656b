/**
 * Signatures that we hand out and later recognise: of an order as it was shown, of a payment's result, of the way to
 * a 3-D Secure page (Spec 6, decisions K1, K5). Each purpose has its own key, derived from the master secret, and a
 * signature names its secret: those of the previous one stay valid while the secret is being changed.
 */
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { keyIdLength, type MasterKey, type MasterKeys } from "./master-secret.ts";

export const purposes = [
  "order",
  "result",
  "three-d-secure",
  "email",
  "product",
  "otp",
  "webhook",
  // Digests by which limits know a card and a mobile again (docs/decisions/0028); never handed out.
  "card",
  "mobile",
  // By which limits know an address again (shared-limits.ts).
  "address",
  "download",
  "refund-confirmation",
  // Tokens of Paylink's API (paylink-api/token.ts).
  "paylink-token",
  // Digests of receivers of messages, and the links that end reminders.
  "message",
  // Challenges of passkeys (people/passkey-challenges.ts).
  "passkey",
  // Themes that are being made, as pages show them before they are saved (orders/tried-theme.ts).
  "theme",
  // Addresses of the pages of drafts (merchant-api/draft-page.ts).
  "draft-page",
  // Links to all documents of a buyer (buyers-documents/documents-link.ts).
  "documents-link",
  // The key by which push services know the installation (push/push-keys.ts); never handed out.
  "push",
  // Keys of people, by which the console seals what they type of others (people/me.ts).
  "typing",
] as const;
export type Purpose = (typeof purposes)[number];

export type Signing = {
  /** Signature of these parts in this order: the id of the secret, then base64url; 51 characters. */
  readonly sign: (purpose: Purpose, parts: readonly string[]) => string;
  /** Whether `signature` is of these parts; takes the same time whatever it is given. */
  readonly verify: (purpose: Purpose, parts: readonly string[], signature: string) => boolean;
  /**
   * Signatures of these parts by every accepted secret, the current one first. For what is counted or found
   * by its keyed digest: write the first, look for all of them, and a change of the secret loses nothing.
   */
  readonly digests: (purpose: Purpose, parts: readonly string[]) => readonly string[];
};

/** Builds the signatures of an installation. */
export function createSigning(keys: MasterKeys): Signing {
  const signers = keys.all.map(createSigner);
  const signs = (purpose: Purpose, parts: readonly string[]): readonly string[] => {
    // Lengths are part of what is signed, so that no two lists of parts read the same.
    const text = parts.map((part) => `${part.length}:${part}`).join("|");
    return signers.map((sign) => sign(purpose, text));
  };
  return {
    sign: (purpose, parts) => signs(purpose, parts)[0] ?? "",
    verify: (purpose, parts, signature) => {
      const given = Buffer.from(signature);
      // Before there were ids a signature was the rest alone. All are compared, so that time tells nothing.
      const verdicts = signs(purpose, parts).flatMap((expected) =>
        [expected, expected.slice(keyIdLength)].map((text) => isEqual(given, Buffer.from(text))),
      );
      return verdicts.includes(true);
    },
    digests: signs,
  };
}

function createSigner(master: MasterKey): (purpose: Purpose, text: string) => string {
  // Made once: a key of bytes would be parsed by every signature.
  const keys = new Map(purposes.map((purpose) => [purpose, createSecretKey(master.derive(purpose))]));
  return (purpose, text) => {
    const key = keys.get(purpose);
    if (!key) throw new Error(`no key for ${purpose}`);
    // Joined, which copies: of a text that is only chained (by `+`) V8 writes the whole JSON of an answer by its slow way.
    return [master.id, createHmac("sha256", key).update(text).digest("base64url")].join("");
  };
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
