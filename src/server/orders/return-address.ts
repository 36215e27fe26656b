/**
 * The address at which a buyer comes back to the shop: the merchant's own, with the outcome of the order and our
 * signature over it (docs/return-address.md). Written here alone, from the stored order; a browser never writes one.
 */
import { createHmac } from "node:crypto";
import type { OrderStatus } from "#core/order-status.ts";

/** What an address says of an order. */
export type ReturnFacts = {
  readonly orderNumber: string;
  /** The merchant's own number; null when the order has none. */
  readonly externalOrderNumber: string | null;
  readonly status: OrderStatus;
  /** When this was so, in seconds since the epoch. */
  readonly timestamp: number;
};

const names: readonly string[] = ["orderNumber", "externalOrderNumber", "status", "timestamp", "signature"];

/**
 * Adds the facts to an address, and one signature per secret. The merchant's own parameters stay as they were written,
 * but for those that have one of our names; what follows a `#` stays at the end.
 * @param address one that `readReturnUrl` has let through
 * @param secrets without any, the address carries no signature
 */
export function returnAddress(address: string, facts: ReturnFacts, secrets: readonly string[]): string {
  const { orderNumber, externalOrderNumber, status, timestamp } = facts;
  const ours = new URLSearchParams({ orderNumber });
  if (externalOrderNumber !== null) ours.set("externalOrderNumber", externalOrderNumber);
  ours.set("status", status);
  ours.set("timestamp", String(timestamp));
  // A dot needs no escape in an address, and no signature has one.
  if (secrets.length > 0) ours.set("signature", secrets.map((secret) => signFacts(facts, secret)).join("."));
  return withParameters(address, ours, names);
}

/**
 * The way back of an order that was issued in the words of Paylink's API: the shop's own number and the transaction
 * number, nothing signed, as its clients expect. They ask `getInvoice` for what is true (docs/moving-from-paylink.md).
 */
export function paylinkReturnAddress(
  address: string,
  { shopNumber, transactionNo }: { readonly shopNumber: string; readonly transactionNo: string },
): string {
  const ours = new URLSearchParams({ orderNumber: shopNumber, transactionNo });
  return withParameters(address, ours, [...ours.keys()]);
}

function withParameters(address: string, ours: URLSearchParams, replaced: readonly string[]): string {
  const url = new URL(address);
  const own = url.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !replaced.includes(nameOf(pair)));
  url.search = [...own, ours.toString()].join("&");
  return url.href;
}

/** HMAC-SHA256, hexadecimal. The merchant's number comes last: it alone may have a dot in it. */
function signFacts(facts: ReturnFacts, secret: string): string {
  const { timestamp, orderNumber, status, externalOrderNumber } = facts;
  return createHmac("sha256", secret)
    .update([timestamp, orderNumber, status, externalOrderNumber ?? ""].join("."))
    .digest("hex");
}

function nameOf(pair: string): string {
  return [...new URLSearchParams(pair).keys()][0] ?? "";
}
