/**
 * The transaction id and signature that an order model carries and a payment call brings back (Spec 6): proof that
 * the caller saw this order, with this content and total, not long ago. Not proof of who the caller is.
 */
import * as timing from "#core/timing.ts";
import type { Signing } from "../secrets/signing.ts";

type SignedOrder = {
  readonly order_number: string;
  readonly version: number;
  readonly total: number;
  readonly currency: string;
};

const hourMs = 60 * 60_000;

/**
 * Makes the pair for an order. Within one hour the pair stays the same, so that equal orders give equal answers.
 * @param now milliseconds since the epoch
 */
export function orderToken(
  order: SignedOrder,
  now: number,
  signing: Signing,
): { transactionId: string; signature: string } {
  const transactionId = `${Math.floor(now / hourMs).toString(36)}-${order.version}`;
  return { transactionId, signature: signing.sign("order", signedParts(order, transactionId)) };
}

/**
 * Judges a pair that came back.
 * @returns `forged` when it was never ours, `stale` when the order changed since or the pair is too old
 */
export function checkOrderToken(
  order: SignedOrder,
  given: { readonly transactionId: string; readonly signature: string },
  now: number,
  signing: Signing,
): "valid" | "stale" | "forged" {
  const match = /^([0-9a-z]{1,9})-(\d{1,9})$/.exec(given.transactionId);
  if (!match) return "forged";
  const [, hour = "", version = ""] = match;
  // A pair of an earlier version was signed over an earlier total, which we no longer know: it is stale, not forged.
  if (Number(version) !== order.version) return Number(version) < order.version ? "stale" : "forged";
  if (!signing.verify("order", signedParts(order, given.transactionId), given.signature)) return "forged";
  const ageMs = now - Number.parseInt(hour, 36) * hourMs;
  return ageMs > timing.orderTokenLifetimeMs + hourMs ? "stale" : "valid";
}

function signedParts(order: SignedOrder, transactionId: string): string[] {
  return [order.order_number, transactionId, String(order.total), order.currency];
}
