/**
 * Order numbers and link identities as people type them: Crockford base32, upper case, without I, L, O and U
 * (decision N6).
 */
import { normaliseDigits, stripBidiControls } from "./text.ts";

/** The 32 characters in order of their value. */
export const crockfordAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const orderNumberLength = 16;
export const linkIdentityLength = 12;

/** Longer input than this cannot be a number with its hyphens and is not looked at. */
const maxInputLength = 64;

/** The order number that a text means, or null when it cannot be one: then the answer is the uniform 404. */
export function readOrderNumber(text: string): string | null {
  return read(text, orderNumberLength);
}

/** The link identity that a text means, or null when it cannot be one. */
export function readLinkIdentity(text: string): string | null {
  return read(text, linkIdentityLength);
}

function read(text: string, length: number): string | null {
  if (text.length > maxInputLength) return null;
  const value = normaliseDigits(stripBidiControls(text))
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return value.length === length && /^[0-9A-HJKMNP-TV-Z]*$/.test(value) ? value : null;
}
