/**
 * Headers that a merchant has its own endpoint asked with, such as `Authorization`. They are secrets: sealed in the
 * database, shown by their names alone, and masked in the log of deliveries.
 */
import { wrongFields } from "../merchant-api/validation.ts";
import type { Sealing } from "../secrets/sealing.ts";
import type { EndpointRow } from "./endpoint-store.ts";

export type OwnHeaders = Readonly<Record<string, string>>;

const mostHeaders = 10;

/** What the request is made of, or says of its sender, is ours to write. */
const ours =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|expect|user-agent|webhook-.*|proxy-.*)$/;

/**
 * Reads headers of the contract's shape; names in lower case.
 * @throws Problem `validation_failed` for a name or a value that no request may have
 */
export function readOwnHeaders(headers: OwnHeaders): OwnHeaders {
  const read = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()] as const);
  const wrong = (path: string, message: string) => ({ path, code: "invalid_header", message });
  const faults = read.flatMap(([name, value]) => {
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name)) return wrong("headers", "a name is none of a header");
    if (ours.test(name)) return wrong(`headers.${name}`, "is written by us");
    if (!/^[\x20-\x7e]{1,2000}$/.test(value))
      return wrong(`headers.${name}`, "must be visible ASCII characters");
    return [];
  });
  if (read.length > mostHeaders) faults.push(wrong("headers", `at most ${mostHeaders}`));
  if (new Set(read.map(([name]) => name)).size < read.length)
    faults.push(wrong("headers", "a name stands twice"));
  if (faults.length > 0) throw wrongFields(faults);
  return Object.fromEntries(read);
}

/** Seals headers; null for none. */
export function sealOwnHeaders(sealing: Sealing, headers: OwnHeaders, merchantId: number): Buffer | null {
  if (Object.keys(headers).length === 0) return null;
  return sealing.seal(JSON.stringify(headers), headersPurpose(merchantId));
}

/** The headers of an endpoint. */
export function ownHeadersOf(
  sealing: Sealing,
  { sealed_headers, merchant_id }: Pick<EndpointRow, "sealed_headers" | "merchant_id">,
): OwnHeaders {
  return sealed_headers === null ? {} : JSON.parse(sealing.open(sealed_headers, headersPurpose(merchant_id)));
}

/** What the log of deliveries keeps of them. */
export function maskOwnHeaders(headers: OwnHeaders): OwnHeaders {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, "***"]));
}

/** What they are sealed for; the same for `sealedColumns` of rotate-secret.ts. */
export function headersPurpose(merchantId: number): string {
  return `webhook-headers:${merchantId}`;
}
