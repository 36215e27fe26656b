/** The address of the console: cookies of the console reach no page of buyers, by the name of the host. */
import { ConfigurationError } from "./configuration-error.ts";

const setting = "WASL_CONSOLE_URL";

/**
 * Where the console is when nothing is set: beside pages on this machine, since browsers lead every name below localhost to
 * it (RFC 6761); null elsewhere.
 */
export function consoleBeside(webUrl: string): string | null {
  const { protocol, hostname, port } = new URL(webUrl);
  const isHere = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
  return isHere ? `${protocol}//console.localhost${port === "" ? "" : `:${port}`}` : null;
}

/** @throws ConfigurationError for a console under the name of the pages or calls, or without https where money is real */
export function refuseConsoleMistake(
  consoleUrl: string | null,
  { isLive, others }: { readonly isLive: boolean; readonly others: readonly string[] },
): void {
  if (consoleUrl === null) return;
  const name = new URL(consoleUrl).hostname;
  if (others.some((url) => new URL(url).hostname === name))
    throw new ConfigurationError(
      `${setting} must have a host name of its own, another one than WASL_WEB_URL and WASL_API_URL.`,
    );
  if (isLive && !consoleUrl.startsWith("https://"))
    throw new ConfigurationError(`${setting} must begin with https:// in the live environment.`);
}
