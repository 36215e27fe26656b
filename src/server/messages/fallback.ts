/** The next channel of the merchant's choice, for a message that one channel did not bring to its receiver. */
import type { Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { type ChannelServices, channelOf } from "./channel-directory.ts";
import { addressOn, receiverOfOrder } from "./message-receiver.ts";
import { type MessageRow, queueMessage } from "./message-store.ts";
import { receiverOfQuote } from "./quote-subject.ts";

/** Queues the message for the first of its further channels that can be used; does nothing where none can. */
export async function queueFallback(
  services: ChannelServices & Pick<Services, "signing">,
  trx: Transaction<Schema>,
  failed: MessageRow,
): Promise<void> {
  const { merchant_id: merchantId, order_id: orderId, quote_id: quoteId } = failed;
  const key = { merchantId, orderId, quoteId };
  const receiver =
    quoteId === null
      ? await receiverOfOrder(trx, { merchantId, orderId: orderId ?? 0 })
      : await receiverOfQuote(trx, { merchantId, quoteId });
  for (const [index, name] of failed.fallback.entries()) {
    const address = addressOn(name, receiver);
    const channel = address === null ? null : await channelOf(services, trx, { ...key, channel: name });
    if (address === null || !channel) continue;
    await queueMessage(services, trx, {
      ...key,
      kind: failed.kind,
      channel: name,
      account: channel.account,
      cause: "fallback",
      causeKey: String(failed.id),
      facts: failed.facts,
      address,
      language: failed.language,
      fallback: failed.fallback.slice(index + 1),
    });
    return;
  }
}
