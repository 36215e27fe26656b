/** Coupons of a product link: which one a typed code means, and what it does to the price (Spec 3, 4 and 8). */
import type { Transaction } from "kysely";
import type { CouponResult } from "#contract/product.ts";
import { type Minor, minor, toJsonNumber } from "#core/money.ts";
import { type CouponEffect, priceWithCoupon } from "#core/pricing/product-link.ts";
import { cleanText, normaliseDigits } from "#core/text.ts";
import type { Schema } from "#db/schema.ts";
import type { ProductLinkRecord } from "./product-link-store.ts";

/** A coupon that is good for a link's product, as it was when it was looked up. */
export type FittingCoupon = {
  readonly id: number;
  readonly code: string;
  readonly effect: CouponEffect;
  /** The unit price with it, in the terms of the product's: before the service fee, above zero. */
  readonly newPrice: Minor;
};

/** What merchants and buyers type, in the one form that is kept: upper case, ASCII digits, nothing unseen around. */
export function readCouponCode(text: string): string | null {
  const code = normaliseDigits(cleanText(text, 64)).toUpperCase();
  return /^[A-Z0-9][A-Z0-9_-]{2,31}$/.test(code) ? code : null;
}

/**
 * Looks a code up for a link. Unknown, foreign, expired, used up, switched off and too large are one answer, from
 * one statement that does the same work for all of them.
 * @param now milliseconds since the epoch
 */
export async function findCoupon(
  trx: Transaction<Schema>,
  link: ProductLinkRecord,
  typed: string,
  now: number,
): Promise<FittingCoupon | null> {
  const row = await trx
    .selectFrom("coupons")
    .select(["id", "code", "discount_type", "discount_value", "product_id", "usage_limit", "used_count"])
    .select(["starts_at", "ends_at", "is_active"])
    .where("merchant_id", "=", link.merchant_id)
    // An impossible code is looked up too; no coupon has this one.
    .where("code", "=", readCouponCode(typed) ?? "")
    .executeTakeFirst();
  if (!row) return null;
  const isFitting =
    row.is_active &&
    // Nothing is taken off what the buyer may choose.
    link.least_amount === null &&
    (row.product_id === null || row.product_id === link.product_id) &&
    (row.starts_at === null || row.starts_at.getTime() <= now) &&
    (row.ends_at === null || row.ends_at.getTime() > now) &&
    (row.usage_limit === null || row.used_count < row.usage_limit);
  const effect: CouponEffect =
    row.discount_type === "FIXED"
      ? { type: "FIXED", amount: minor(row.discount_value) }
      : { type: "PERCENTAGE", bps: row.discount_value };
  const newPrice = isFitting ? priceWithCoupon(link.product_price, effect) : null;
  return newPrice === null ? null : { id: row.id, code: row.code, effect, newPrice };
}

/**
 * The same for a buyer's try. A code that is used up or has ended was given to people once: to type it is no guess.
 * @returns null for a guess
 */
export async function tryCoupon(
  trx: Transaction<Schema>,
  link: ProductLinkRecord,
  typed: string,
  now: number,
): Promise<{ readonly coupon: FittingCoupon | null } | null> {
  const coupon = await findCoupon(trx, link, typed, now);
  if (coupon) return { coupon };
  const over = await trx
    .selectFrom("coupons")
    .select("id")
    .where("merchant_id", "=", link.merchant_id)
    .where("code", "=", readCouponCode(typed) ?? "")
    .where((eb) => eb.or([eb("ends_at", "<=", new Date(now)), eb("used_count", ">=", eb.ref("usage_limit"))]))
    .executeTakeFirst();
  return over ? { coupon: null } : null;
}

/**
 * The answer of the coupon check.
 * @param typed the code as it was sent: repeated when it is not good
 */
export function toCouponResult(
  coupon: FittingCoupon | null,
  link: Pick<ProductLinkRecord, "product_currency">,
  typed: string,
): CouponResult {
  if (coupon === null) return { success: false, couponCode: cleanText(typed, 64) };
  const { effect } = coupon;
  return {
    success: true,
    couponCode: coupon.code,
    newPrice: toJsonNumber(coupon.newPrice, link.product_currency),
    ...(effect.type === "PERCENTAGE"
      ? { discountType: "percentage" as const, discountAmount: effect.bps / 100 }
      : {
          discountType: "fixed" as const,
          discountAmount: toJsonNumber(effect.amount, link.product_currency),
        }),
  };
}
