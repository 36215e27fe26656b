/** What a merchant wants sent automatically. Without a row: nothing. */
import type { Kysely, Transaction } from "kysely";
import { type MessageSettings, messageSettings } from "#contract/message-settings.ts";
import { messageChannels } from "#core/messages/message-state.ts";
import { usualQuietHours } from "#core/messages/quiet-hours.ts";
import type { Schema } from "#db/schema.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** Of a merchant who has not chosen yet: nothing goes out automatically. */
export const standardSettings: MessageSettings = {
  automatic: { paymentLink: false, receipt: false, refundNotice: false },
  channels: [...messageChannels].reverse(),
  quietHours: usualQuietHours,
  reminders: { daysBefore: [], daysAfter: [] },
  notices: { emails: [], events: [] },
};

/** The settings of a merchant. */
export async function readMessageSettings(db: Db, merchantId: number): Promise<MessageSettings> {
  const row = await db
    .selectFrom("message_settings")
    .select("settings")
    .where("merchant_id", "=", merchantId)
    .executeTakeFirst();
  return row ? messageSettings.parse(row.settings) : standardSettings;
}

/** Stores all of a merchant's settings. */
export async function storeMessageSettings(
  db: Db,
  merchantId: number,
  { settings, at }: { readonly settings: MessageSettings; readonly at: Date },
): Promise<void> {
  const row = {
    settings: JSON.stringify(settings),
    event_types: [...eventTypesOf(settings)],
    updated_at: at,
  };
  await db
    .insertInto("message_settings")
    .values({ merchant_id: merchantId, ...row })
    .onConflict((conflict) => conflict.column("merchant_id").doUpdateSet(row))
    .execute();
}

/** Events that make messages by these settings. */
function eventTypesOf({ automatic, notices }: MessageSettings): ReadonlySet<string> {
  return new Set([
    ...(automatic.receipt ? ["invoice.paid"] : []),
    ...(automatic.refundNotice ? ["invoice.refunded"] : []),
    ...(notices.emails.length > 0 ? notices.events : []),
  ]);
}
