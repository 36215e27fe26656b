/**
 * Receivers are known again by keyed digests, which a new master secret makes otherwise. While both secrets are known, those whose
 * address is stored anywhere are written down by the new one, so that who wanted no reminders gets none afterwards (docs/decisions/0346).
 */
import { type Kysely, sql } from "kysely";
import type { MessageChannelName } from "#core/messages/message-state.ts";
import type { Schema } from "#db/schema.ts";
import { keyIdLength, type MasterKeys } from "../secrets/master-secret.ts";
import { createSigning } from "../secrets/signing.ts";
import { addressOn } from "./message-receiver.ts";
import { addressDigests } from "./message-store.ts";

/** Digests of one statement. */
const batchSize = 5000;

type Receivers = { readonly merchantId: number; readonly channel: MessageChannelName };

/**
 * Writes down by the current secret what is known by another one. May be interrupted anywhere and run again.
 * @returns how many receivers who want no reminders are known by another secret still: no address of theirs is stored
 */
export async function carryDigests(db: Kysely<Schema>, keys: MasterKeys): Promise<number> {
  const isOld = sql`left(address_digest, ${keyIdLength}::int) <> ${keys.current.id}`;
  const { rows } = await sql<Receivers>`
    select merchant_id as "merchantId", channel from message_opt_outs where ${isOld}
    union select merchant_id, channel from messages where ${isOld} order by 1, 2`.execute(db);
  const signing = createSigning(keys);
  for (const of of rows) {
    const pairs = (await addressesOf(db, of)).flatMap((address) => {
      const [current, ...others] = addressDigests(signing, { ...of, address });
      return current === undefined ? [] : others.map((other) => [other, current] as const);
    });
    for (let at = 0; at < pairs.length; at += batchSize) await carry(db, of, pairs.slice(at, at + batchSize));
  }
  const left = await sql<{ count: number }>`
    select count(*)::int as count from message_opt_outs where ${isOld}`.execute(db);
  return left.rows[0]?.count ?? 0;
}

/** Every address of buyers of a merchant, as messages by this channel name it. */
async function addressesOf(
  db: Kysely<Schema>,
  { merchantId, channel }: Receivers,
): Promise<readonly string[]> {
  const stored =
    channel === "email"
      ? sql`select email as address from clients where merchant_id = ${merchantId}
          union select client_email from payment_attempts where merchant_id = ${merchantId}
          union select client_validated_email from orders where merchant_id = ${merchantId}
          union select client_email from quotes where merchant_id = ${merchantId}`
      : sql`select mobile as address from clients where merchant_id = ${merchantId}
          union select client_mobile from payment_attempts where merchant_id = ${merchantId}
          union select mobile from checkouts where merchant_id = ${merchantId}
          union select client_mobile from quotes where merchant_id = ${merchantId}`;
  const { rows } = await sql<{ address: string }>`
    select address from (${stored}
      union select address from messages where merchant_id = ${merchantId} and channel = ${channel}) a
    where address is not null`.execute(db);
  return rows.flatMap(
    ({ address }) => addressOn(channel, { email: address, mobile: address, language: "ar" }) ?? [],
  );
}

/** Each table by one statement: who asks meanwhile finds the one digest or the other. */
async function carry(
  db: Kysely<Schema>,
  { merchantId, channel }: Receivers,
  pairs: readonly (readonly [other: string, current: string])[],
): Promise<void> {
  const digests = sql`unnest(${pairs.map(([other]) => other)}::text[], ${pairs.map(([, current]) => current)}::text[]) as d (other, current)`;
  const isOne = sql`t.merchant_id = ${merchantId} and t.channel = ${channel} and t.address_digest = d.other`;
  await sql`
    with known as (
      delete from message_opt_outs t using ${digests} where ${isOne}
      returning t.merchant_id, t.channel, d.current, t.source, t.created_at
    )
    insert into message_opt_outs (merchant_id, channel, address_digest, source, created_at)
    select merchant_id, channel, current, source, min(created_at) from known
    group by merchant_id, channel, current, source on conflict do nothing`.execute(db);
  // By the digest of a message its link ends reminders, and an answer finds the shops that wrote.
  await sql`update messages t set address_digest = d.current from ${digests} where ${isOne}`.execute(db);
}
