/** Which provider carries a channel for a merchant: on the merchant's own account, else on the installation's. */
import type { Kysely, Transaction } from "kysely";
import type { MessageChannel } from "#core/messages/message-channel.ts";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { mailChannel } from "./mail-channel.ts";
import { type AccountServices, accountChannel } from "./message-accounts.ts";

export type ChannelServices = AccountServices & Pick<Services, "clock" | "mailer">;

/** The channel of a merchant, or null where neither has an account. Reads one row and calls no provider. */
export async function channelOf(
  services: ChannelServices,
  db: Kysely<Schema> | Transaction<Schema>,
  { merchantId, channel }: { readonly merchantId: number; readonly channel: MessageChannelName },
): Promise<MessageChannel | null> {
  if (channel === "email") return mailChannel(services);
  return (
    (await accountChannel(services, db, { owner: merchantId, channel })) ??
    (await accountChannel(services, db, { owner: "installation", channel }))
  );
}
