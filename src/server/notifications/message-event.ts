/** The merchant's event of a message to a buyer: that it went out, or why it did not. Never the address or the text. */
import type { Kysely, Transaction } from "kysely";
import type { MessageChannelName, MessageKind } from "#core/messages/message-state.ts";
import type { Schema } from "#db/schema.ts";

/** Writes `message.sent` or `message.failed`. */
export async function insertMessageEvent(
  db: Kysely<Schema> | Transaction<Schema>,
  message: {
    readonly merchantId: number;
    /** Null where it brings a quote, which `quoteNumber` names. */
    readonly orderId: number | null;
    readonly quoteNumber?: string | undefined;
    readonly kind: "email_code" | "digital_goods" | "payment_reference" | MessageKind;
    /** E-mail when left out. */
    readonly channel?: MessageChannelName;
    readonly outcome: "sent" | "refused" | "unreachable";
    /** Of the delivery log, where it is in there. */
    readonly id?: number;
  },
): Promise<void> {
  const { merchantId, orderId, quoteNumber, kind, channel = "email", outcome, id } = message;
  await db
    .insertInto("events")
    .values({
      merchant_id: merchantId,
      order_id: orderId,
      type: outcome === "sent" ? "message.sent" : "message.failed",
      data: JSON.stringify({
        ...{ kind, channel, outcome },
        ...(id !== undefined && { id }),
        ...(quoteNumber !== undefined && { quoteNumber }),
      }),
    })
    .execute();
}
