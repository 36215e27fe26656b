/** Tokens that a person carries, in a cookie or an address: 256 random bits each, of which the database has the SHA-256 alone. */
import { createHash, randomBytes } from "node:crypto";

/** A new token and what is stored of it. */
export function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashToken(token) };
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
