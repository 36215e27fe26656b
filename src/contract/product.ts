/** The product page of a link: its model, the coupon check and the checkout (Spec 2.2, 3 and 7). */
import { z } from "zod";
import { askedField } from "./asked-fields.ts";
import { countryText, jsonMoney, linkIdentityParams, personText } from "./common.ts";
import type { CallMap } from "./contract.ts";
import { allowedFlags, merchantModel, orderLineProduct, unitModel } from "./order.ts";

export const productLinkModel = z.object({
  linkIdentity: z.string(),
  /** `price` is without the service fee, and without VAT unless it includes it; `stockQty` is null when stock is not counted. */
  product: orderLineProduct,
  /** `product.price`, and a coupon's `newPrice`, are with VAT. */
  priceIncludesVat: z.boolean(),
  merchant: merchantModel,
  /** What the price is for and the quantity counts. */
  unit: unitModel,
  /** The quantity that the page starts with. */
  qty: z.number().int(),
  /** The buyer chooses what to pay, with VAT, within bounds; then `product.price` is only compared. Null: that is the price. */
  buyerAmount: z.object({ least: jsonMoney, most: jsonMoney, suggested: z.array(jsonMoney) }).nullable(),
  /** What the shop asks beside name and mobile, in this order. */
  askedFields: z.array(askedField),
  /** A fraction, like `product.specificVat`: 0.15 is 15 %. Used for products without a rate of their own. */
  vatPercentage: z.number(),
  clientPayFees: z.boolean(),
  /** Percent; 0 unless the client pays the fees. */
  commissionRate: z.number(),
  currencyName: z.string(),
  /** Proof of the price that was shown; goes with the checkout. */
  signature: z.string(),
  webUrl: z.string(),
  serverUrl: z.string(),
  /** The merchant has coupons that may fit: the page shows the coupon box. */
  hasCoupons: z.boolean(),
  /** Until when the link sells, RFC 3339. */
  expiryDate: z.string().nullable(),
  hasAgreement: z.boolean(),
  ...allowedFlags,
});

export type ProductLinkModel = z.output<typeof productLinkModel>;

/**
 * Unknown, expired, used up and foreign codes are one and the same `success: false`.
 * `newPrice` replaces the product's price, in the same terms.
 */
export const couponResult = z.discriminatedUnion("success", [
  z.object({
    success: z.literal(true),
    couponCode: z.string(),
    newPrice: jsonMoney,
    /** A percent for `percentage`, else an amount. */
    discountAmount: z.number(),
    discountType: z.enum(["percentage", "fixed"]),
  }),
  z.object({ success: z.literal(false), couponCode: z.string() }),
]);

export type CouponResult = z.output<typeof couponResult>;

/** A company in Saudi Arabia that wants a tax invoice: all of it, or none. */
const company = z.strictObject({
  name: personText,
  /** VAT number of 15 digits, or unified number or commercial registration of 10. */
  number: z.string().max(40).optional(),
  /** The same, under its earlier name. */
  vatNumber: z.string().max(40).optional(),
  buildingNumber: z.string().max(40),
  street: personText,
  district: personText,
  city: personText,
  postalCode: z.string().max(40),
});

export const productCheckout = z.strictObject({
  merchantUsername: z.string().max(40),
  /** The link's identity. */
  productNumber: z.string().min(1).max(40),
  customerName: personText,
  customerMobile: z.string().max(40),
  /** Country of the mobile, ISO 3166 or a dial code; SA when left out. */
  customerCountryCode: countryText.optional(),
  couponCode: z.string().max(40).nullish(),
  company: company.nullish(),
  /** The model's `product.price`, coupon or not, major units; compared, never used (decision K3). */
  productPrice: z.union([z.number(), z.string().max(20)]),
  signature: z.string().max(128),
  qty: z.number().int(),
  /** What the buyer has chosen, with VAT, major units; of links whose buyer chooses, and of those alone. */
  amount: z.string().max(20).nullish(),
  /** To what the link asks, by the key of the field; of a choice its place in the list, from 0. */
  answers: z.record(z.string().max(40), z.string().max(1000)).optional(),
  /** What the shop has filled in, as it is in the page's address. */
  prefill: z.string().max(2000).nullish(),
  /** Made once when the page opens: the same key and content give the same order again. */
  checkoutKey: z
    .string()
    .regex(/^[\x21-\x7e]{8,100}$/)
    .optional(),
});

export type ProductCheckout = z.output<typeof productCheckout>;

export const productCheckoutReply = z.object({ orderDetails: z.object({ orderNumber: z.string() }) });

export const productCalls = {
  "GET /rest/pay/product/:linkIdentity": {
    summary: "The product link model",
    audience: "buyer",
    params: linkIdentityParams,
    replies: { 200: productLinkModel },
    problems: ["product_not_found", "link_expired"],
  },
  "GET /rest/pay/product/:linkIdentity/check-coupon/:couponCode": {
    summary: "Whether a coupon is good for this product, and the price with it; reserves nothing",
    audience: "buyer",
    params: linkIdentityParams.extend({ couponCode: z.string().min(1).max(100) }),
    replies: { 200: couponResult },
    problems: ["product_not_found", "link_expired"],
  },
  "POST /rest/pay/product/": {
    summary: "Check out: makes the order, holds stock and coupon for it",
    audience: "buyer",
    body: productCheckout,
    replies: { 200: productCheckoutReply },
    problems: [
      "product_not_found",
      "link_expired",
      "shop_not_ready",
      "signature_invalid",
      "price_changed",
      "coupon_invalid",
      "out_of_stock",
      "quantity_invalid",
      "zero_total",
      "amount_too_large",
      "amount_not_taken",
      "too_many_attempts",
      "card_number_misplaced",
    ],
  },
} as const satisfies CallMap;
