/** A merchant's own words for messages (docs/decisions/0134). Without a row the usual ones hold. */
import type { Kysely, Transaction } from "kysely";
import type { Language } from "#core/language.ts";
import type { MessageChannelName, MessageKind } from "#core/messages/message-state.ts";
import {
  type WordedChannel,
  type WordedKind,
  type Wording,
  wordedChannels,
  wordedKinds,
} from "#core/messages/message-wording.ts";
import type { Schema } from "#db/schema.ts";
import { messageTexts } from "./message-texts.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** Which words: of what, by which channel, in which language. */
export type WordingKey = {
  readonly kind: WordedKind;
  readonly channel: WordedChannel;
  readonly language: Language;
};

export type StoredWording = WordingKey & Wording & { readonly updatedAt: Date };

/** All of a merchant's own words. */
export async function wordingsOf(db: Db, merchantId: number): Promise<readonly StoredWording[]> {
  const rows = await db
    .selectFrom("message_wordings")
    .select(["kind", "channel", "language", "subject", "body", "updated_at as updatedAt"])
    .where("merchant_id", "=", merchantId)
    .execute();
  return rows;
}

/** The merchant's own words of a message, or null. */
export async function findWording(
  db: Db,
  of: {
    readonly merchantId: number;
    readonly kind: MessageKind;
    readonly channel: MessageChannelName;
    readonly language: Language;
  },
): Promise<Wording | null> {
  const channel = wordedChannels.find((name) => name === of.channel);
  const kind = wordedKinds.find((name) => name === of.kind);
  if (channel === undefined || kind === undefined) return null;
  const row = await db
    .selectFrom("message_wordings")
    .select(["subject", "body"])
    .where("merchant_id", "=", of.merchantId)
    .where("kind", "=", kind)
    .where("channel", "=", channel)
    .where("language", "=", of.language)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores words; those before them are gone. */
export async function storeWording(
  db: Db,
  merchantId: number,
  { key, words, at }: { readonly key: WordingKey; readonly words: Wording; readonly at: Date },
): Promise<void> {
  const set = { ...words, updated_at: at };
  await db
    .insertInto("message_wordings")
    .values({ merchant_id: merchantId, ...key, ...set })
    .onConflict((conflict) =>
      conflict.columns(["merchant_id", "kind", "channel", "language"]).doUpdateSet(set),
    )
    .execute();
}

/** Goes back to the usual words. */
export async function dropWording(db: Db, merchantId: number, key: WordingKey): Promise<void> {
  await db
    .deleteFrom("message_wordings")
    .where("merchant_id", "=", merchantId)
    .where("kind", "=", key.kind)
    .where("channel", "=", key.channel)
    .where("language", "=", key.language)
    .execute();
}

/** The usual words; of an SMS the fullest. */
export function usualWording({ kind, channel, language }: WordingKey): Wording {
  const { mail, sms } = messageTexts[language];
  return channel === "sms"
    ? { subject: null, body: sms[kind].full }
    : { subject: mail[kind].subject, body: mail[kind].intro };
}
