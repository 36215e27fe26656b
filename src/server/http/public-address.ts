/**
 * Keeps requests to addresses that a merchant chose out of the operator's network. The address is judged when it is resolved for
 * the connection itself, so that a name which changes its address in between gains nothing.
 */
import { BlockList, isIP, type LookupFunction } from "node:net";

/** What is wrong with an address by itself, before any name is resolved; null: nothing. */
export function refusalOf(url: URL): "https_required" | "address_not_allowed" | null {
  if (url.protocol !== "https:") return "https_required";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isPrivateAddress(host) ? "address_not_allowed" : null;
  return host === "localhost" || host.endsWith(".localhost") ? "address_not_allowed" : null;
}

/** A resolver that refuses a name as soon as one of its addresses is not public; the connection goes to what it gives. */
export function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "", 0);
      const addresses = typeof found === "string" ? [] : found;
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => isPrivateAddress(address))) {
        const refusal = Object.assign(new Error("not a public address"), { code: "address_not_allowed" });
        return callback(refusal, "", 0);
      }
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

/** Of this machine, of the network that it stands in, and all that are no single public host (IANA's special-purpose registries). */
const networks: readonly string[] = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  "::/128",
  "::1/128",
  // Ways to carry an IPv4 address inside; one that is only mapped (::ffff:) is judged as the IPv4 address that it is.
  "::/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "2001::/32",
  "2002::/16",
  "100::/64",
  "2001:db8::/32",
  "fc00::/7",
  "fe80::/10",
  "fec0::/10",
  "ff00::/8",
];

const privateNetworks = new BlockList();
for (const network of networks) {
  const [address = "", prefix] = network.split("/");
  privateNetworks.addSubnet(address, Number(prefix), address.includes(":") ? "ipv6" : "ipv4");
}

/** Whether an IP address is not a public host's. Anything that is no address counts as such. */
export function isPrivateAddress(address: string): boolean {
  const [bare = ""] = address.split("%");
  const family = isIP(bare);
  if (family === 0) return true;
  return privateNetworks.check(bare, family === 6 ? "ipv6" : "ipv4");
}
