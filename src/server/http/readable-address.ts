/** Addresses that cannot be decoded. */

/** What such an address is replaced by: an unknown one, so programs get the problem and people the 404 page. */
const unknown = "no-such-address";

/**
 * An address as it came, or, when its path cannot be decoded, one below the same first folder at which nothing
 * stands. The framework would answer in words of its own, past our headers, and repeat the address.
 */
export function readableAddress(url: string): string {
  if (!url.includes("%")) return url;
  const [path = ""] = url.split("?", 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    // Not UTF-8, or a stray percent sign.
  }
  const [, folder = ""] = path.split("/", 2);
  return /^[a-zA-Z]+$/.test(folder) && folder !== path.slice(1) ? `/${folder}/${unknown}` : `/${unknown}`;
}
