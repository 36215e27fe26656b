/**
 * What a shop has filled in of a product link for one buyer (docs/decisions/0177): sealed in the address that it gives to them, so that
 * no one reads a name and a mobile there, and no one changes a number. Nothing of it is stored.
 */
import type { FilledIn } from "#contract/pages.ts";
import { findDialCode } from "#core/phone/dial-codes.ts";
import { readMobile } from "#core/phone/mobile.ts";
import type { Services } from "../services.ts";

export type Prefill = {
  readonly name: string | null;
  /** International form. */
  readonly mobile: string | null;
  /** ISO 3166. */
  readonly countryCode: string | null;
  readonly quantity: number | null;
  /** What the field of the amount begins with, major units; of links whose buyer chooses. Left out by addresses of before. */
  readonly amount?: string | null;
  readonly couponCode: string | null;
  /** The shop's own number for what is ordered. */
  readonly externalOrderNumber: string | null;
  /** Milliseconds since the epoch; null: as long as the link sells. */
  readonly expiresAt: number | null;
};

type OfLink = { readonly merchantId: number; readonly linkIdentity: string };

/** The parameter of the link's address. */
export const prefillParameter = "for";

/** Longest that is tried to be opened: all fields at their longest. */
const mostLetters = 2_000;

/** Seals it for one link; of another one it cannot be opened. */
export function writePrefill({ sealing }: Pick<Services, "sealing">, link: OfLink, prefill: Prefill): string {
  return sealing.seal(JSON.stringify(prefill), purposeOf(link)).toString("base64url");
}

/** Opens it; null for what was not sealed here for this link. Whether it has ended is the caller's to ask. */
export function readPrefill(
  { sealing }: Pick<Services, "sealing">,
  link: OfLink,
  text: string | null | undefined,
): Prefill | null {
  if (!text || text.length > mostLetters) return null;
  try {
    return JSON.parse(sealing.open(Buffer.from(text, "base64url"), purposeOf(link))) as Prefill;
  } catch {
    return null;
  }
}

/** What the page of the link begins with; null where it begins empty. */
export function filledIn(
  services: Pick<Services, "sealing" | "clock">,
  link: OfLink,
  text: string | null,
): FilledIn | null {
  const prefill = readPrefill(services, link, text);
  if (text === null || prefill === null) return null;
  if (prefill.expiresAt !== null && prefill.expiresAt <= services.clock.now()) return null;
  const { name, mobile, countryCode, quantity, amount = null, couponCode } = prefill;
  const country = findDialCode(countryCode ?? "");
  const read = readMobile(mobile ?? "", country);
  return {
    ...{ name: name ?? "", mobile: read.kind === "ok" ? read.national : "", country },
    ...{ quantity, couponCode: couponCode ?? "", token: text },
    ...(amount !== null && { amount }),
  };
}

function purposeOf({ merchantId, linkIdentity }: OfLink): string {
  return `prefill ${merchantId} ${linkIdentity}`;
}
