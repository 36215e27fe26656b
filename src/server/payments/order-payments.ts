/** The payments of an order: the attempts that settled it (core/order-money.ts), from the database. */
import type { Kysely, Transaction } from "kysely";
import { paymentsAmong } from "#core/order-money.ts";
import type { Schema } from "#db/schema.ts";
import { type AttemptRow, attemptColumns } from "./attempt-store.ts";

/** Oldest first, also those that were refunded since; none of an order that was never paid. */
export async function paymentsOfOrder(
  db: Kysely<Schema> | Transaction<Schema>,
  order: { readonly id: number; readonly merchant_id: number },
): Promise<AttemptRow[]> {
  const settled = await db
    .selectFrom("payment_attempts")
    .select(attemptColumns)
    .where("merchant_id", "=", order.merchant_id)
    .where("order_id", "=", order.id)
    .where("settled_at", "is not", null)
    .execute();
  return paymentsAmong<Date, AttemptRow>(settled);
}

/**
 * The payment that a refund goes back to: the newest that has not been refunded as a whole. There is one today
 * (docs/decisions/0075); of several, each refund takes from one, and no more than that one has left.
 * @param payments of one order, as `paymentsOfOrder` gives them
 */
export function paymentToRefund(payments: readonly AttemptRow[]): AttemptRow {
  const payment = payments.findLast(({ state }) => state !== "refunded") ?? payments.at(-1);
  if (!payment) throw new Error("an order that counts as paid has no payment");
  return payment;
}
