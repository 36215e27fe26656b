/**
 * Money that came to a shop without any provider of ours: cash, its own card terminal, a transfer to its bank. A payment of
 * such a method has the account `by-hand`, which no provider has: nothing is ever asked about it (docs/decisions/0173).
 */

/** As methods of payments; no buyer chooses them. */
export const waysByHand = ["cash", "card_terminal", "bank_transfer", "other_way"] as const;

export type WayByHand = (typeof waysByHand)[number];

/** In place of a provider's profile. */
export const accountByHand = "by-hand";

/** Whether a payment was recorded by the shop. */
export function isByHand({ provider }: { readonly provider: string }): boolean {
  return provider === accountByHand;
}

/** The way of a payment's method; null for one of a provider. */
export function wayByHand(method: string): WayByHand | null {
  return waysByHand.find((way) => way === method) ?? null;
}
