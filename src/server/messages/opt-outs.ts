/** Receivers who want no reminders of a merchant any more. They still get what they ask for and what they paid. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { addressDigests, type MessageRow } from "./message-store.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** Whether the receiver of a message has said so, by whichever secret that was written down. */
export async function hasOptedOut(
  { signing }: Pick<Services, "signing">,
  db: Db,
  message: Pick<MessageRow, "merchant_id" | "channel" | "address" | "address_digest">,
): Promise<boolean> {
  const { merchant_id: merchantId, channel, address } = message;
  const digests = address === null ? [] : addressDigests(signing, { merchantId, channel, address });
  const row = await db
    .selectFrom("message_opt_outs")
    .select("created_at")
    .where("merchant_id", "=", merchantId)
    .where("channel", "=", channel)
    .where("address_digest", "in", [message.address_digest, ...digests])
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes down that receivers, by their digests, have opted out; again changes nothing. */
export async function optOut(
  db: Db,
  of: Pick<MessageRow, "merchant_id" | "channel"> & {
    readonly digests: readonly string[];
    readonly source: "reply" | "link";
    readonly at: Date;
  },
): Promise<void> {
  await sql`
    insert into message_opt_outs (merchant_id, channel, address_digest, source, created_at)
    select ${of.merchant_id}, ${of.channel}, digest, ${of.source}, ${of.at} from unnest(${of.digests}::text[]) digest
    on conflict do nothing`.execute(db);
}

/** The receiver wants reminders again. */
export async function optIn(
  { signing }: Pick<Services, "signing">,
  db: Db,
  of: Parameters<typeof addressDigests>[1],
): Promise<void> {
  await db
    .deleteFrom("message_opt_outs")
    .where("merchant_id", "=", of.merchantId)
    .where("channel", "=", of.channel)
    .where("address_digest", "in", [...addressDigests(signing, of)])
    .execute();
}
