/** The merchant's event of a mail to a buyer: that it went out, or why it did not. Never the address or the text. */
import type { Kysely, Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";

/** Writes `message.sent` or `message.failed`. */
export async function tellOfMessage(
  db: Kysely<Schema> | Transaction<Schema>,
  message: {
    readonly merchantId: number;
    readonly orderId: number;
    readonly kind: "email_code" | "digital_goods" | "payment_reference";
    readonly outcome: "sent" | "refused" | "unreachable";
  },
): Promise<void> {
  const { merchantId, orderId, kind, outcome } = message;
  await db
    .insertInto("events")
    .values({
      merchant_id: merchantId,
      order_id: orderId,
      type: outcome === "sent" ? "message.sent" : "message.failed",
      data: JSON.stringify({ kind, channel: "email", outcome }),
    })
    .execute();
}
