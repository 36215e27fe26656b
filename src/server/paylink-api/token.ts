/**
 * The short-lived tokens of `/api/auth`. Signed, not stored: a token names the row of its key and its own end, and the key
 * is looked up at every call, so that a revoked key takes its tokens with it.
 */
import type { PresentedKey } from "../merchant-api/authenticate.ts";
import type { Signing } from "../secrets/signing.ts";

/** As Paylink documents it: 30 hours with `persistToken`, else 30 minutes. */
export const tokenLifeMs = { persistent: 30 * 60 * 60_000, usual: 30 * 60_000 } as const;

const form = /^(?:bearer +)?wpt_(\d{1,15})\.(\d{1,12})\.([\w-]{1,80}) *$/i;

/**
 * Makes a token.
 * @param until milliseconds since the epoch
 */
export function makeToken(
  signing: Signing,
  { keyId, until }: { readonly keyId: number; readonly until: number },
): string {
  const parts = [String(keyId), String(Math.floor(until / 1000))];
  return `wpt_${parts.join(".")}.${signing.sign("paylink-token", parts)}`;
}

/**
 * Reads an `Authorization` header, with the word Bearer or without it: public clients send both.
 * @param now milliseconds since the epoch
 * @returns null when nothing is presented
 */
export function readToken(signing: Signing, header: string | undefined, now: number): PresentedKey | null {
  if (header === undefined || header.trim() === "") return null;
  const [, keyId = "0", until = "0", signature = ""] = form.exec(header) ?? [];
  const isSigned = signing.verify("paylink-token", [keyId, until], signature);
  return { by: { id: Number(keyId) }, isOurs: () => isSigned && Number(until) * 1000 > now };
}
