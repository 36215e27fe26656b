/** What is remembered of checkouts: which order they made, for whom, and from which opened page. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { OrderStatus } from "#core/order-status.ts";
import { cancellableStatuses } from "#core/status-groups.ts";
import type { Schema } from "#db/schema.ts";
import type { CheckoutInput } from "./checkout-input.ts";

/** A product link. */
type OfMerchant = { readonly id: number; readonly merchant_id: number };

type Db = Kysely<Schema> | Transaction<Schema>;

export type EarlierCheckout = {
  readonly orderId: number;
  readonly orderNumber: string;
  readonly status: OrderStatus;
  readonly expiresAt: Date | null;
  readonly mobile: string;
  readonly contentHash: Buffer;
};

/** The checkout with a page's key on a link; null when there is none, or no key. */
export async function findEarlier(
  db: Db,
  link: OfMerchant,
  checkoutKey: string | null,
): Promise<EarlierCheckout | null> {
  if (checkoutKey === null) return null;
  const row = await db
    .selectFrom("checkouts as k")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "k.merchant_id").onRef("o.id", "=", "k.order_id"),
    )
    .select([
      "o.id as orderId",
      "o.order_number as orderNumber",
      "o.status",
      "o.expires_at as expiresAt",
      "k.mobile",
      "k.content_hash as contentHash",
    ])
    .where("k.merchant_id", "=", link.merchant_id)
    .where("k.product_link_id", "=", link.id)
    .where("k.checkout_key", "=", checkoutKey)
    .executeTakeFirst();
  return row ?? null;
}

/** How many unpaid orders of a link a mobile has that are still in time. */
export async function openOrdersOfMobile(
  trx: Transaction<Schema>,
  of: { readonly link: OfMerchant; readonly mobile: string; readonly now: number },
): Promise<number> {
  const { open } = await trx
    .selectFrom("checkouts as k")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "k.merchant_id").onRef("o.id", "=", "k.order_id"),
    )
    .select(sql<number>`count(*)`.as("open"))
    .where("o.merchant_id", "=", of.link.merchant_id)
    .where("k.product_link_id", "=", of.link.id)
    .where("k.mobile", "=", of.mobile)
    .where("o.status", "in", cancellableStatuses)
    .where("o.expires_at", ">", new Date(of.now))
    .executeTakeFirstOrThrow();
  return open;
}

/** Fails on this index when two checkouts of one key are made at the same time; one of them is there then. */
export const keyIndex = "one_checkout_per_key";

/** Remembers which order a checkout made. The page's key stands for this one from now on. */
export async function rememberCheckout(
  trx: Transaction<Schema>,
  made: { readonly orderId: number; readonly link: OfMerchant; readonly input: CheckoutInput },
): Promise<void> {
  const { mobile, checkoutKey, contentHash } = made.input;
  if (checkoutKey !== null)
    await trx
      .updateTable("checkouts")
      .set({ checkout_key: null })
      .where("merchant_id", "=", made.link.merchant_id)
      .where("product_link_id", "=", made.link.id)
      .where("checkout_key", "=", checkoutKey)
      .execute();
  await trx
    .insertInto("checkouts")
    .values({
      merchant_id: made.link.merchant_id,
      order_id: made.orderId,
      product_link_id: made.link.id,
      mobile,
      checkout_key: checkoutKey,
      content_hash: contentHash,
    })
    .execute();
}
