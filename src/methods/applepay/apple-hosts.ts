/**
 * Apple's servers for merchant validation, as Apple publishes them ("Setting Up Your Server",
 * developer.apple.com/documentation/applepayontheweb). A validation address comes from the buyer's browser and the
 * call to it carries our client certificate, so nothing of the address is used but which of these hosts it names
 * (decision K9).
 */

const production = [
  "apple-pay-gateway.apple.com",
  "apple-pay-gateway-nc-pod1.apple.com",
  "apple-pay-gateway-nc-pod2.apple.com",
  "apple-pay-gateway-nc-pod3.apple.com",
  "apple-pay-gateway-nc-pod4.apple.com",
  "apple-pay-gateway-nc-pod5.apple.com",
  "apple-pay-gateway-pr-pod1.apple.com",
  "apple-pay-gateway-pr-pod2.apple.com",
  "apple-pay-gateway-pr-pod3.apple.com",
  "apple-pay-gateway-pr-pod4.apple.com",
  "apple-pay-gateway-pr-pod5.apple.com",
  "cn-apple-pay-gateway.apple.com",
  "cn-apple-pay-gateway-sh-pod1.apple.com",
  "cn-apple-pay-gateway-sh-pod2.apple.com",
  "cn-apple-pay-gateway-sh-pod3.apple.com",
  "cn-apple-pay-gateway-tj-pod1.apple.com",
  "cn-apple-pay-gateway-tj-pod2.apple.com",
  "cn-apple-pay-gateway-tj-pod3.apple.com",
];

const sandbox = ["apple-pay-gateway-cert.apple.com", "cn-apple-pay-gateway-cert.apple.com"];

/** Which of Apple's two worlds; `simulator` is the stand-in of the `local` and `test` environments, at its address. */
export type AppleServers =
  | { readonly kind: "production" }
  | { readonly kind: "sandbox" }
  | { readonly kind: "simulator"; readonly url: string };

const path = "/paymentservices/paymentSession";

/**
 * Where to ask for a merchant session.
 * @param validationUrl as the browser gave it
 * @returns null for every address that is not one of Apple's, or is one of Apple's other world
 */
export function sessionAddress(validationUrl: string, servers: AppleServers): string | null {
  const url = URL.parse(validationUrl);
  if (url === null || url.username !== "" || url.password !== "") return null;
  if (servers.kind === "simulator") {
    const isKnown =
      isAppleHost(url, [...production, ...sandbox]) || url.origin === new URL(servers.url).origin;
    return isKnown ? `${servers.url}${path}` : null;
  }
  const isKnown = isAppleHost(url, servers.kind === "production" ? production : sandbox);
  return isKnown ? `https://${url.hostname}${path}` : null;
}

/** Exactly one of the hosts, over TLS, on the standard port. */
function isAppleHost(url: URL, hosts: readonly string[]): boolean {
  return url.protocol === "https:" && url.port === "" && hosts.includes(url.hostname);
}
