/** Messages as rows, with their job; and their moves, each with the merchant's event in the same transaction. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Language } from "#core/language.ts";
import {
  isTaken,
  type MessageChannelName,
  type MessageKind,
  type MessageState,
  mayMessageBecome,
  messageKindFacts,
  openMessageStates,
} from "#core/messages/message-state.ts";
import type { MessageFacts } from "#db/messages-schema.ts";
import type { Schema } from "#db/schema.ts";
import { maskEmail } from "../digital/mask-email.ts";
import { maskMobile } from "../documents/document-facts.ts";
import { insertMessageEvent } from "../notifications/message-event.ts";
import { enqueue } from "../queue/job-store.ts";
import type { Services } from "../services.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

export type MessageKey = { readonly merchantId: number; readonly id: number };

export type NewMessage = {
  readonly merchantId: number;
  /** Of an order, or of a quote. */
  readonly orderId: number | null;
  readonly quoteId?: number | null;
  readonly kind: MessageKind;
  readonly channel: MessageChannelName;
  /** Which account of the channel sends it: messages of one account wait for each other. */
  readonly account: string;
  readonly cause: Schema["messages"]["cause"];
  readonly causeKey: string | null;
  readonly facts: MessageFacts;
  /** An e-mail address, or a mobile as E.164. */
  readonly address: string;
  readonly language: Language;
  readonly fallback: readonly MessageChannelName[];
};

/**
 * Writes a message down and its job.
 * @returns its row, or null where there is one of the same cause already
 */
export async function queueMessage(
  { clock, signing }: Pick<Services, "clock" | "signing">,
  trx: Transaction<Schema>,
  message: NewMessage,
): Promise<MessageRow | null> {
  const { merchantId, channel, address } = message;
  const at = new Date(clock.now());
  const row = await trx
    .insertInto("messages")
    .values({
      merchant_id: merchantId,
      order_id: message.orderId,
      quote_id: message.quoteId ?? null,
      kind: message.kind,
      channel,
      cause: message.cause,
      cause_key: message.causeKey,
      facts: JSON.stringify(message.facts),
      address,
      masked_address: maskAddress(channel, address),
      address_digest: addressDigests(signing, { merchantId, channel, address })[0] ?? "",
      language: message.language,
      fallback: [...message.fallback],
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const lane = `message:${channel}:${message.account}` as const;
  await enqueue(trx, { merchantId, kind: "message", lane, payload: { messageId: row.id }, at });
  return row as MessageRow;
}

export type MessageRow = Omit<Awaited<ReturnType<typeof selectAll>>, "facts"> & {
  readonly facts: MessageFacts;
};

async function selectAll(db: Db) {
  return await db.selectFrom("messages").selectAll().executeTakeFirstOrThrow();
}

/** A message of a merchant; null for another's and for none. */
export async function findMessage(db: Db, { merchantId, id }: MessageKey): Promise<MessageRow | null> {
  const row = await db
    .selectFrom("messages")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

type MessageChange = {
  readonly to: MessageState;
  readonly at: Date;
  readonly code?: string | null;
  readonly class?: string | null;
  readonly providerId?: string | null;
};

/**
 * Moves a message, if the table of moves has it; a report that is late, doubled or out of order changes nothing. What the
 * merchant's event says follows from the move.
 * @returns the message as it was before, or null where nothing moved
 */
export async function moveMessage(
  trx: Transaction<Schema>,
  key: MessageKey,
  change: MessageChange,
): Promise<MessageRow | null> {
  const { to, at } = change;
  const before = await trx
    .selectFrom("messages")
    .selectAll()
    .where("merchant_id", "=", key.merchantId)
    .where("id", "=", key.id)
    .forUpdate()
    .executeTakeFirst();
  if (!before || !mayMessageBecome(before.state, to)) return null;
  await trx
    .updateTable("messages")
    .set({
      state: to,
      ...(!openMessageStates.includes(to) && { address: null }),
      ...(to === "submitting" && { tries: before.tries + 1, submitted_at: at }),
      ...(change.code !== undefined && { code: change.code?.slice(0, 100) ?? null }),
      ...(change.class !== undefined && { class: change.class }),
      ...(change.providerId !== undefined &&
        change.providerId !== null && { provider_id: change.providerId }),
      ...(isTaken(to) && before.accepted_at === null && { accepted_at: at }),
      ...(to === "delivered" && { delivered_at: at }),
      ...(to === "read" && { read_at: at, delivered_at: before.delivered_at ?? at }),
      ...((to === "failed" || to === "expired" || to === "suppressed") && { ended_at: at }),
    })
    .where("merchant_id", "=", key.merchantId)
    .where("id", "=", key.id)
    .execute();
  await tell(trx, before, to);
  return before;
}

/** What the provider's answer says of a message, also where a report of it came before the answer. */
export async function noteProvider(
  trx: Transaction<Schema>,
  key: MessageKey,
  { providerId, parts }: { readonly providerId: string | null; readonly parts: number | null },
): Promise<void> {
  await trx
    .updateTable("messages")
    .set((eb) => ({
      provider_id: eb.fn.coalesce("provider_id", eb.val(providerId)),
      parts: eb.fn.coalesce("parts", eb.val(parts)),
    }))
    .where("merchant_id", "=", key.merchantId)
    .where("id", "=", key.id)
    .execute();
}

async function tell(trx: Transaction<Schema>, before: MessageRow, to: MessageState): Promise<void> {
  if (messageKindFacts[before.kind].to !== "buyer") return;
  const isSent = isTaken(to) && before.accepted_at === null;
  if (!isSent && to !== "failed" && to !== "expired") return;
  await insertMessageEvent(trx, {
    merchantId: before.merchant_id,
    orderId: before.order_id,
    quoteNumber: await quoteNumberOf(trx, before),
    id: before.id,
    kind: before.kind,
    channel: before.channel,
    outcome: isSent ? "sent" : to === "failed" ? "refused" : "unreachable",
  });
}

async function quoteNumberOf(trx: Transaction<Schema>, row: MessageRow): Promise<string | undefined> {
  if (row.quote_id === null) return undefined;
  const quote = await trx
    .selectFrom("quotes")
    .select("quote_number")
    .where("merchant_id", "=", row.merchant_id)
    .where("id", "=", row.quote_id)
    .executeTakeFirstOrThrow();
  return quote.quote_number;
}

/** An address that its owner knows again and that is of no use to others. */
function maskAddress(channel: MessageChannelName, address: string): string {
  return channel === "email" ? maskEmail(address) : (maskMobile(address) ?? "•••");
}

/** By which an address is known again, by every secret that is believed; the current one first. */
export function addressDigests(
  signing: Services["signing"],
  of: { readonly merchantId: number; readonly channel: MessageChannelName; readonly address: string },
): readonly string[] {
  const known = of.channel === "email" ? of.address.trim().toLowerCase() : of.address.replace(/\D/g, "");
  return signing.digests("message", ["receiver", String(of.merchantId), of.channel, known]);
}

/** Our name of a message to providers. */
export function publicMessageId({ merchantId, id }: MessageKey): string {
  return `wasl-${merchantId}-${id}`;
}

/** Reads it back; null for anything else. */
export function readMessageId(text: string): MessageKey | null {
  const [, merchantId, id] = /^wasl-([1-9]\d{0,14})-([1-9]\d{0,14})$/.exec(text) ?? [];
  return merchantId === undefined || id === undefined
    ? null
    : { merchantId: Number(merchantId), id: Number(id) };
}

/** Messages of an order, or of a quote, in the last hour: the limit of what a merchant may send for one. */
export async function countRecent(
  db: Db,
  of: { readonly merchantId: number; readonly orderId?: number; readonly quoteId?: number },
  since: Date,
): Promise<number> {
  const { merchantId, orderId, quoteId } = of;
  const { count } = await db
    .selectFrom("messages")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("merchant_id", "=", merchantId)
    .$if(orderId !== undefined, (query) => query.where("order_id", "=", orderId ?? 0))
    .$if(quoteId !== undefined, (query) => query.where("quote_id", "=", quoteId ?? 0))
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}

/** So long the delivery log is kept: a year, and a month to look back on it. */
const keptMs = 396 * 24 * 60 * 60_000;

/** Removes old messages, for an hourly job. What may still have to be sent is ended by its job first. */
export async function removeOldMessages({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom("messages")
    .where("created_at", "<", new Date(clock.now() - keptMs))
    .where("state", "not in", [...openMessageStates])
    .executeTakeFirst();
  return Number(numDeletedRows);
}
