/**
 * The rules of a product link that page and server share: which VAT rate counts, how many may be bought, what a
 * coupon does to the price and what the checkout comes to (Spec 4, 5 and 9). The server works everything out again
 * from its own rows (decision K3); the page uses the same functions so that it shows the same figures.
 */
import { type Minor, minor, timesRatio } from "../money.ts";
import { type PricingResult, priceOrder } from "./pricing.ts";
import { wholeQuantity } from "./quantity.ts";

/** Most pieces in one checkout, whatever the stock (threat "quantity tamper"). */
export const maximumCheckoutQty = 999;

/** A stock above this is shown as this. */
const mostShownStock = 50;

/** The quantity that is offered for a wish: whole, at least 1, at most what is in stock (Spec 4). */
export function clampQuantity(wanted: number, stockQty: number | null): number {
  const most = Math.min(stockQty ?? maximumCheckoutQty, maximumCheckoutQty);
  const whole = Number.isFinite(wanted) ? Math.trunc(wanted) : 1;
  return Math.max(1, Math.min(whole, most));
}

/**
 * The stock that pages are shown. Large stocks are not shown exactly, so that outsiders cannot follow a shop's sales by
 * asking for them (threat 2.5, row 4); `atLeast` is the quantity that must stay possible.
 */
export function shownStock(stockQty: number | null, atLeast = 1): number | null {
  return stockQty === null ? null : Math.min(stockQty, Math.max(mostShownStock, atLeast));
}

/** Nothing left: no quantity controls and no checkout (Spec 5). Stock that is not counted never runs out. */
export function isOutOfStock(stockQty: number | null): boolean {
  return stockQty !== null && stockQty <= 0;
}

/** The rate that counts, in basis points: the product's own if it has one, else the link's; none without a VAT number (Spec 9). */
export function linkVatBps(rates: {
  readonly specificVatBps: number | null;
  readonly linkVatBps: number;
  readonly merchantHasVatNumber: boolean;
}): number {
  return rates.merchantHasVatNumber ? (rates.specificVatBps ?? rates.linkVatBps) : 0;
}

/** What a coupon takes off a unit price: an amount, or a share in basis points. */
export type CouponEffect =
  | { readonly type: "FIXED"; readonly amount: Minor }
  | { readonly type: "PERCENTAGE"; readonly bps: number };

/**
 * The unit price with a coupon, before the service fee, in the terms of the price: without VAT, or with it.
 * @returns null when nothing would be left to pay: such a coupon is not good for this product (decision M3)
 */
export function priceWithCoupon(unitPrice: Minor, effect: CouponEffect): Minor | null {
  const off = effect.type === "FIXED" ? effect.amount : timesRatio(unitPrice, effect.bps, 10_000);
  return off < unitPrice ? minor(unitPrice - off) : null;
}

/** What a checkout of one product comes to; the same rules as for every order. */
export function priceCheckout(checkout: {
  readonly unitPrice: Minor;
  readonly priceIncludesVat: boolean;
  readonly qty: number;
  /** As `linkVatBps` gives it. */
  readonly vatBps: number;
  readonly clientPaysFees: boolean;
  readonly commissionRateBps: number;
}): PricingResult {
  const { unitPrice, priceIncludesVat, qty, vatBps, clientPaysFees, commissionRateBps } = checkout;
  return priceOrder({
    lines: [{ qty: wholeQuantity(qty), unitPrice, vatBps }],
    discount: null,
    pricesIncludeVat: priceIncludesVat,
    clientPaysFees,
    commissionRateBps,
    vatApplies: vatBps > 0,
  });
}
