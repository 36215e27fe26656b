/**
 * Addresses that a merchant may have buyers sent to, `callbackUrl` and `cancelUrl` (decision K2): checked when an
 * order is created and again when it is read, so that a host taken off the list takes effect on old orders too.
 */

export type ReturnUrlRule = {
  /** Host names that the merchant registered, in ASCII; "any" in `local` and `test`. */
  readonly hosts: readonly string[] | "any";
  /** Whether an address by number such as http://127.0.0.1:3000 will do: "allowed" in `local` and `test`. */
  readonly ipLiterals: "allowed" | "refused";
};

const maxUrlLength = 2048;

/**
 * The address in its normal form, or null when buyers must not be sent there: not http(s), another host, a name
 * or password in it, a number for a host, white space, control characters or backslashes that parsers read
 * differently. The host must equal a listed one; a subdomain of it is another host. Any port will do.
 */
export function readReturnUrl(text: string, rule: ReturnUrlRule): string | null {
  if (text.length > maxUrlLength || /[\s\\\p{Cc}\p{Cf}]/u.test(text) || !/^https?:\/\/[^/]/i.test(text))
    return null;
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return null;
  if (rule.ipLiterals === "refused" && isIpLiteral(url.hostname)) return null;
  if (rule.hosts !== "any" && !rule.hosts.some((host) => host.toLowerCase() === url.hostname)) return null;
  return url.href;
}

/**
 * A host as a merchant writes it, as `callbackUrl` and `cancelUrl` have it: in ASCII and lower case, without scheme,
 * port or path. A scheme and a final slash are forgiven.
 * @returns null for anything else: an address by number, a single word, a wildcard
 */
export function readRedirectHost(text: string): string | null {
  const host = text
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/\/$/, "");
  if (host === "" || host.length > 253 || /[\s\\/?#@:*%[\]\p{Cc}\p{Cf}]/u.test(host)) return null;
  const hostname = URL.parse(`https://${host}`)?.hostname ?? "";
  return hostname.includes(".") && !isIpLiteral(hostname) ? hostname : null;
}

/** The URL class has already turned 0x7f.1 and 2130706433 into 127.0.0.1. */
function isIpLiteral(hostname: string): boolean {
  return hostname.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}
