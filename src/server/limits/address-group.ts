/** Which network addresses are counted as one caller. */
import { isIPv4, isIPv6 } from "node:net";

/**
 * The group that an address belongs to for limits: itself for IPv4, its /64 for IPv6, where one household has them
 * all (threat 2.6). What is no address is its own group; a connection that is gone has none.
 */
export function addressGroup(address: string | undefined): string {
  if (address === undefined) return "";
  // Node judges by a long expression, and an IPv4 address of each request fails it.
  if (!(address.includes(":") && isIPv6(address))) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::", 2);
  const left = head.split(":").filter((part) => part !== "");
  const right = (tail ?? "").split(":").filter((part) => part !== "");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => "0"), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/**
 * What the everyday log keeps of an address: an IPv4 address without its last number, of IPv6 the first 48 bits.
 * Enough to see where traffic comes from, too little to know a person.
 */
export function coarseAddress(address: string): string {
  const group = addressGroup(address);
  if (group !== address && group.endsWith("::/64")) return `${group.split(":").slice(0, 3).join(":")}::/48`;
  return isIPv4(group) ? `${group.split(".").slice(0, 3).join(".")}.0/24` : group;
}
