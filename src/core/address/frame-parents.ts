/**
 * Which pages may put a merchant's payment frame into theirs (decision K10): the origins that the merchant
 * registered. They end up in a header, so nothing but an origin in its normal form is ever let through.
 */

/** Origins in their normal form ("https://shop.example"), or "any". An empty list allows none. */
export type FrameParents = readonly string[] | "any";

/**
 * An origin as a merchant writes it, in its normal form.
 * @param text scheme and host, with a port where it is not the usual one; a final slash is forgiven
 * @returns null for anything else: another scheme, a path, a name or password, a wildcard
 */
export function readFrameOrigin(text: string): string | null {
  if (!/^https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?\/?$/.test(text) || !URL.canParse(text)) return null;
  return new URL(text).origin;
}

/**
 * Who may frame the pages of an order.
 * @param origins what the merchant registered
 * @param otherwise who may where the merchant registered nothing: `any` in `local` and `test`, elsewhere `nobody`
 */
export function frameParents(origins: readonly string[], otherwise: "any" | "nobody"): FrameParents {
  if (origins.length === 0) return otherwise === "any" ? "any" : [];
  return [...new Set(origins.flatMap((origin) => readFrameOrigin(origin) ?? []))];
}

/** The value of a policy's `frame-ancestors` directive. */
export function frameAncestors(parents: FrameParents): string {
  if (parents === "any") return "*";
  return parents.length === 0 ? "'none'" : parents.join(" ");
}
