/** What the pages of a paid order say of its receipt. */
import type { Kysely } from "kysely";
import { isTaken, messageStates } from "#core/messages/message-state.ts";
import type { Schema } from "#db/schema.ts";

/**
 * Where the newest receipt of an order went that a provider has taken: an address or a mobile, masked as in the delivery
 * log. Null where none was sent, or none yet.
 */
export async function receiptSentTo(
  db: Kysely<Schema>,
  order: { readonly merchant_id: number; readonly id: number },
): Promise<string | null> {
  const row = await db
    .selectFrom("messages")
    .select("masked_address")
    .where("merchant_id", "=", order.merchant_id)
    .where("order_id", "=", order.id)
    .where("kind", "=", "receipt")
    .where("state", "in", messageStates.filter(isTaken))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.masked_address ?? null;
}
