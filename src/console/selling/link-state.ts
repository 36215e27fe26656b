/** What a link is to its owner at a moment: whether somebody could buy from it, and if not, why. */
import type { ProductLink } from "#contract/product-links.ts";

export type LinkState = "open" | "sold_out" | "closed" | "expired" | "archived";

/** The first reason that buying is not possible; the shop's own hand comes before time and stock. */
export function linkState(
  link: Pick<ProductLink, "isActive" | "expiresAt" | "paymentsLeft"> & {
    readonly product: Pick<ProductLink["product"], "isArchived" | "stockQty">;
  },
  now: Date,
): LinkState {
  if (link.product.isArchived) return "archived";
  if (!link.isActive) return "closed";
  if (link.expiresAt !== null && new Date(link.expiresAt) <= now) return "expired";
  return link.product.stockQty === 0 || link.paymentsLeft === 0 ? "sold_out" : "open";
}

/** The last moment of a day in Riyadh, which has no summer time: what "until" means to people. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59+03:00`;
}
