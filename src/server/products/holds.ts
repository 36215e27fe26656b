/**
 * What open orders of product links hold: pieces of stock and uses of a coupon (decision S5, invariants I15 and I16).
 * Taken in the transaction that makes the order, ended in the one that ends it (orders/close-holds.ts). Locks are taken in
 * the order order → attempt → coupon → product.
 */
import { sql, type Transaction } from "kysely";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import type { FittingCoupon } from "./coupon.ts";
import type { ProductLinkRecord } from "./product-link-store.ts";

/**
 * Takes one use of a coupon for a new order, if it is still as it was looked up and free. Its row is locked from here
 * to the end of the transaction, so that the count per mobile that follows cannot be overtaken.
 * @param now milliseconds since the epoch
 * @throws Problem `coupon_invalid`
 */
export async function holdCoupon(
  trx: Transaction<Schema>,
  coupon: FittingCoupon,
  use: {
    readonly merchantId: number;
    readonly orderId: number;
    readonly mobile: string;
    readonly now: number;
  },
): Promise<void> {
  const now = new Date(use.now);
  const { effect } = coupon;
  const held = await trx
    .updateTable("coupons")
    .set({ used_count: sql<number>`used_count + 1` })
    .where("id", "=", coupon.id)
    .where("is_active", "=", true)
    .where("discount_type", "=", effect.type)
    .where("discount_value", "=", effect.type === "FIXED" ? effect.amount : effect.bps)
    .where((eb) => eb.or([eb("starts_at", "is", null), eb("starts_at", "<=", now)]))
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .where((eb) => eb.or([eb("usage_limit", "is", null), eb("used_count", "<", eb.ref("usage_limit"))]))
    .returning("usage_limit_per_mobile")
    .executeTakeFirst();
  if (!held) throw new Problem("coupon_invalid");
  if (held.usage_limit_per_mobile !== null) {
    const { uses } = await trx
      .selectFrom("coupon_uses")
      .select(sql<number>`count(*)`.as("uses"))
      .where("coupon_id", "=", coupon.id)
      .where("mobile", "=", use.mobile)
      .where("state", "<>", "released")
      .executeTakeFirstOrThrow();
    if (uses >= held.usage_limit_per_mobile) throw new Problem("coupon_invalid");
  }
  await trx
    .insertInto("coupon_uses")
    .values({
      merchant_id: use.merchantId,
      order_id: use.orderId,
      coupon_id: coupon.id,
      mobile: use.mobile,
    })
    .execute();
}

/**
 * Takes pieces out of what is free for a new order. Stock that is not counted is not held.
 * @throws Problem `out_of_stock`, or `price_changed` when the product changed since it was read
 */
export async function holdStock(
  trx: Transaction<Schema>,
  link: Pick<ProductLinkRecord, "merchant_id" | "product_id" | "product_stock_qty" | "product_version">,
  hold: { readonly orderId: number; readonly qty: number },
): Promise<void> {
  if (link.product_stock_qty === null) return;
  const taken = await trx
    .updateTable("products")
    .set({
      stock_qty: sql<number>`stock_qty - ${hold.qty}`,
      held_qty: sql<number>`held_qty + ${hold.qty}`,
    })
    .where("id", "=", link.product_id)
    .where("version", "=", link.product_version)
    .where("is_archived", "=", false)
    .where("stock_qty", ">=", hold.qty)
    .returning("id")
    .executeTakeFirst();
  if (!taken) throw await whyNot(trx, link);
  await trx
    .insertInto("stock_holds")
    .values({
      merchant_id: link.merchant_id,
      order_id: hold.orderId,
      product_id: link.product_id,
      qty: hold.qty,
    })
    .execute();
}

async function whyNot(
  trx: Transaction<Schema>,
  link: Pick<ProductLinkRecord, "product_id" | "product_version">,
): Promise<Problem> {
  const now = await trx
    .selectFrom("products")
    .select(["version", "is_archived", "stock_qty"])
    .where("id", "=", link.product_id)
    .executeTakeFirstOrThrow();
  if (now.is_archived) return new Problem("product_not_found");
  const isSame = now.version === link.product_version && now.stock_qty !== null;
  return new Problem(isSame ? "out_of_stock" : "price_changed");
}
