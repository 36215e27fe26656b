/** Addresses of the files that a paid order delivers: of one order and line, and for an hour. */
import * as timing from "#core/timing.ts";
import type { Signing } from "../secrets/signing.ts";

/** One file: the order that delivers it, and the number of its line. */
export type DeliveredFile = { readonly orderNumber: string; readonly position: number };

/**
 * The address of a file.
 * @param now milliseconds since the epoch
 */
export function downloadAddress(
  {
    serverUrl,
    signing,
    now,
  }: { readonly serverUrl: string; readonly signing: Signing; readonly now: number },
  { orderNumber, position }: DeliveredFile,
): string {
  const expires = (now + timing.downloadLifetimeMs).toString(36);
  const signature = signing.sign("download", [orderNumber, String(position), expires]);
  return `${serverUrl}/openApi/downloadDigitalGoods/${orderNumber}/${position}?${new URLSearchParams({ expires, signature })}`;
}

/** Judges an address that came back: `forged` when it was never ours. */
export function judgeDownload(
  { signing, now }: { readonly signing: Signing; readonly now: number },
  { orderNumber, position }: DeliveredFile,
  given: { readonly expires: string; readonly signature: string },
): "valid" | "expired" | "forged" {
  const { expires, signature } = given;
  if (!/^[0-9a-z]{1,9}$/.test(expires)) return "forged";
  if (!signing.verify("download", [orderNumber, String(position), expires], signature)) return "forged";
  return Number.parseInt(expires, 36) > now ? "valid" : "expired";
}
