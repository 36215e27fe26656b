/**
 * The signature that a product link's model carries and a checkout brings back (Spec 6): proof that the buyer saw
 * this link with these prices, and when. It names what it proves, so that an expired one is distinguished from a forged
 * one.
 */
import type { Minor } from "#core/money.ts";
import { linkVatBps } from "#core/pricing/product-link.ts";
import * as timing from "#core/timing.ts";
import type { Signing } from "../secrets/signing.ts";
import type { ProductLinkRecord } from "./product-link-store.ts";

const hourMs = 60 * 60_000;

/** All that decides what a checkout comes to, beside the quantity and the coupon. */
export type LinkPrice = {
  /** Before the service fee. */
  readonly unitPrice: Minor;
  /** Otherwise VAT comes on top. A change of it makes another version of the product, which the signature names. */
  readonly priceIncludesVat: boolean;
  readonly vatBps: number;
  /** 0 unless the client pays the fees. */
  readonly commissionRateBps: number;
};

/** The price of a link as it is. */
export function priceOfLink(link: ProductLinkRecord): LinkPrice {
  return {
    unitPrice: link.product_price,
    // What a buyer chooses is what they pay.
    priceIncludesVat: link.product_price_includes_vat || link.least_amount !== null,
    vatBps: linkVatBps({
      specificVatBps: link.product_specific_vat_bps,
      linkVatBps: link.vat_bps,
      merchantHasVatNumber: link.merchant_vat_number !== null,
    }),
    commissionRateBps: link.client_pays_fees ? link.merchant_commission_rate_bps : 0,
  };
}

/**
 * Signs what a link costs now. Within one hour the signature stays the same, so that equal links give equal answers.
 * @param now milliseconds since the epoch
 * @returns at most 128 characters
 */
export function signPrice(link: ProductLinkRecord, now: number, signing: Signing): string {
  const facts = [Math.floor(now / hourMs), ...figuresOf(link)].map((figure) => figure.toString(36)).join("-");
  return `${facts}.${signing.sign("product", [...subjectOf(link), facts])}`;
}

/**
 * Judges a signature that came back with a checkout.
 * @returns `forged` when it was never ours for this link; `stale` when the price, the product or the link changed
 *   since, or it is older than 24 hours
 */
export function checkPriceToken(
  link: ProductLinkRecord,
  token: string,
  now: number,
  signing: Signing,
): "valid" | "stale" | "forged" {
  const match = /^([0-9a-z]{1,9})((?:-[0-9a-z]{1,11}){5})\.([\w-]{43,51})$/.exec(token);
  if (!match) return "forged";
  const [, hour = "", figures = "", signature = ""] = match;
  if (!signing.verify("product", [...subjectOf(link), hour + figures], signature)) return "forged";
  const isSame =
    figures ===
    figuresOf(link)
      .map((figure) => `-${figure.toString(36)}`)
      .join("");
  const ageMs = now - Number.parseInt(hour, 36) * hourMs;
  return isSame && ageMs <= timing.priceTokenLifetimeMs + hourMs ? "valid" : "stale";
}

function subjectOf(link: ProductLinkRecord): string[] {
  return [link.link_identity, String(link.merchant_id), String(link.product_id), link.product_currency];
}

function figuresOf(link: ProductLinkRecord): number[] {
  const { unitPrice, vatBps, commissionRateBps } = priceOfLink(link);
  return [unitPrice, vatBps, commissionRateBps, link.product_version, link.version];
}
