/**
 * What the island of the product page needs to know of a link, and what a checkout comes to. Every figure comes from
 * the functions that the server prices with; it prices again and compares (decision K3).
 */
import type { ProductLinkModel } from "#contract/product.ts";
import { fromJsonNumber, jsonNumberText, type Minor, minor, toJsonNumber } from "#core/money.ts";
import { bpsOfPercent } from "#core/pricing/percent.ts";
import { vatBpsOf, vatFraction } from "#core/pricing/pricing.ts";
import { linkVatBps, priceCheckout } from "#core/pricing/product-link.ts";

/** The part of the product link model that travels to the browser inside the HTML. */
export type ProductOffer = Pick<
  ProductLinkModel,
  | "linkIdentity"
  | "qty"
  | "vatPercentage"
  | "clientPayFees"
  | "commissionRate"
  | "currencyName"
  | "signature"
  | "unit"
  | "hasCoupons"
  | "priceIncludesVat"
  | "buyerAmount"
  | "askedFields"
> & {
  readonly merchantUsername: string;
  readonly hasVatNumber: boolean;
  readonly description: string | null;
  /** Major units, without the service fee. */
  readonly price: number;
  /** Null when stock is not counted. */
  readonly stockQty: number | null;
  /** A fraction; null for the link's own. */
  readonly specificVat: number | null;
};

/** Whether a link asks for more than a quantity and a buyer. */
export function asksMore({
  buyerAmount,
  askedFields,
}: Pick<ProductLinkModel, "buyerAmount" | "askedFields">): boolean {
  return buyerAmount !== null || askedFields.length > 0;
}

/** Picks the island's part of the product link model. */
export function toOffer(model: ProductLinkModel): ProductOffer {
  const { product, merchant } = model;
  return {
    linkIdentity: model.linkIdentity,
    qty: model.qty,
    vatPercentage: model.vatPercentage,
    clientPayFees: model.clientPayFees,
    commissionRate: model.commissionRate,
    currencyName: model.currencyName,
    signature: model.signature,
    unit: model.unit,
    hasCoupons: model.hasCoupons,
    merchantUsername: merchant.username,
    hasVatNumber: merchant.vatNumber !== null,
    description: product.description,
    price: product.price,
    priceIncludesVat: model.priceIncludesVat,
    stockQty: product.stockQty,
    specificVat: product.specificVat,
    buyerAmount: model.buyerAmount,
    askedFields: model.askedFields,
  };
}

/** What the page shows of a checkout, in major units. */
export type Amounts = {
  /** One piece, the service fee included, net of VAT. */
  readonly unitPrice: number;
  /** What one piece costs its buyer: with VAT. */
  readonly unitTotal: number;
  /** What the service fee adds to one piece. */
  readonly unitFee: number;
  /** All pieces, net of VAT. */
  readonly subTotal: number;
  readonly vat: number;
  /** The rate of that VAT as a fraction; 0 when none applies. */
  readonly vatRate: number;
  /** What the order will come to. */
  readonly total: number;
};

/**
 * Prices a checkout.
 * @param wish `price` is the unit price that counts (the coupon's, or the offer's own), major units
 * @returns null for a checkout that the server would refuse, too: nothing to pay, or more than is taken anywhere
 */
export function amountsOf(
  offer: ProductOffer,
  wish: { readonly qty: number; readonly price: number },
): Amounts | null {
  const pricedFor = (qty: number) =>
    priceCheckout({
      unitPrice: fromJsonNumber(wish.price, offer.currencyName),
      priceIncludesVat: offer.priceIncludesVat,
      qty,
      vatBps: linkVatBps({
        specificVatBps: offer.specificVat === null ? null : vatBpsOf(offer.specificVat),
        linkVatBps: vatBpsOf(offer.vatPercentage),
        merchantHasVatNumber: offer.hasVatNumber,
      }),
      clientPaysFees: offer.clientPayFees,
      commissionRateBps: bpsOfPercent(offer.commissionRate),
    });
  const priced = pricedFor(wish.qty);
  const one = pricedFor(1);
  if (priced.kind === "refused" || one.kind === "refused") return null;
  const unitPrice = priced.lines[0]?.soldUnitPrice ?? minor(0);
  const major = (amount: Minor): number => toJsonNumber(amount, offer.currencyName);
  return {
    unitPrice: major(unitPrice),
    unitTotal: major(one.total),
    unitFee: major(one.serviceFees),
    subTotal: major(priced.subTotal),
    vat: major(priced.vat),
    vatRate: vatFraction(priced.vatBps),
    total: major(priced.total),
  };
}

/** What a coupon takes off all pieces, net of VAT, in major units. */
export function discountOf(before: Amounts, after: Amounts, currency: string): number {
  return toJsonNumber(fromJsonNumber(before.subTotal - after.subTotal, currency), currency);
}

/** The price as the checkout call takes it: without coupon, two decimals (Spec 7). */
export function priceText(offer: ProductOffer): string {
  return jsonNumberText(offer.price, offer.currencyName);
}
