/**
 * Which names a server answers to (DNS rebinding: a stranger's page lets its own name point at this machine, and the
 * browser then takes the server for the stranger's site). A name that cannot be owned in the public DNS is harmless: an
 * address in figures, a single word, and what is reserved for networks of one's own.
 */

/** Reserved by RFC 6761, 6762 and for private use. */
const privateEndings = /\.(?:localhost|local|internal)$/;
const figures = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;

/**
 * Whether a `Host` header names this server.
 * @param header as it came, with or without a port
 * @param publicAddresses addresses under which the server is known, such as `https://pay.example`
 */
export function isOwnHost(header: string, publicAddresses: readonly string[]): boolean {
  const name = hostnameOf(header);
  if (name === null) return false;
  return (
    figures.test(name) ||
    !name.includes(".") ||
    privateEndings.test(name) ||
    publicAddresses.some((address) => hostnameOf(new URL(address).host) === name)
  );
}

function hostnameOf(header: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)\.?(?::\d{1,5})?$/i.exec(header);
  return match?.[1]?.toLowerCase() ?? null;
}
