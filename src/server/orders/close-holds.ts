/** The end of what an order of a product link holds, where its status moves (taken by products/holds.ts). */
import { sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";

/**
 * Ends the holds of an order: kept permanently when it was paid, given back when it has ended unpaid. Once; a repetition
 * finds nothing to end. Called where orders change their status, and nowhere else.
 */
export async function closeHolds(
  trx: Transaction<Schema>,
  order: { readonly id: number; readonly merchant_id: number },
  as: "kept" | "released",
): Promise<void> {
  const closed = { closed_at: sql<Date>`now()` };
  const use = await trx
    .updateTable("coupon_uses")
    .set({ ...closed, state: as === "kept" ? "used" : "released" })
    .where("merchant_id", "=", order.merchant_id)
    .where("order_id", "=", order.id)
    .where("state", "=", "held")
    .returning("coupon_id")
    .executeTakeFirst();
  if (use && as === "released") {
    await trx
      .updateTable("coupons")
      .set({ used_count: sql<number>`used_count - 1` })
      .where("id", "=", use.coupon_id)
      .execute();
  }
  const hold = await trx
    .updateTable("stock_holds")
    .set({ ...closed, state: as === "kept" ? "sold" : "released" })
    .where("merchant_id", "=", order.merchant_id)
    .where("order_id", "=", order.id)
    .where("state", "=", "held")
    .returning(["product_id", "qty"])
    .executeTakeFirst();
  if (hold) {
    await trx
      .updateTable("products")
      .set({
        held_qty: sql<number>`held_qty - ${hold.qty}`,
        // Stays null when the merchant stopped counting meanwhile.
        ...(as === "released" && { stock_qty: sql<number>`stock_qty + ${hold.qty}` }),
      })
      .where("id", "=", hold.product_id)
      .execute();
  }
}
