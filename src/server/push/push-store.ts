/** Devices that show payments: rows of a shop and a person. */
import type { Kysely } from "kysely";
import type { Language } from "#core/language.ts";
import type { Schema } from "#db/schema.ts";

type Db = Kysely<Schema>;

/** Of one person in one shop; the oldest makes room. */
export const mostDevices = 10;

export type NewSubscription = {
  readonly merchantId: number;
  readonly personId: number;
  readonly sessionId: number;
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
  readonly serverKey: string;
  readonly language: Language;
  readonly userAgent: string;
  readonly now: Date;
};

/** What a renewal changes. */
function renewedColumns({ sessionId, p256dh, auth, serverKey, language, userAgent }: NewSubscription) {
  return {
    session_id: sessionId,
    p256dh,
    auth,
    server_key: serverKey,
    language,
    user_agent: userAgent,
  };
}

/** Renews a subscription, whose endpoint may be another now; null where it was removed meanwhile. */
export async function renewSubscription(
  db: Db,
  subscription: NewSubscription,
  id: number,
): Promise<number | null> {
  const { merchantId, personId, endpoint } = subscription;
  const renewed = await db
    .updateTable("push_subscriptions")
    .set({ endpoint, service: new URL(endpoint).host, ...renewedColumns(subscription) })
    .where("merchant_id", "=", merchantId)
    .where("person_id", "=", personId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return renewed?.id ?? null;
}

/** Keeps a subscription, or renews the one of the same endpoint; gives its id. */
export async function keepSubscription(db: Db, subscription: NewSubscription): Promise<number> {
  const { merchantId, personId, endpoint, now } = subscription;
  const renewed = renewedColumns(subscription);
  const { id } = await db
    .insertInto("push_subscriptions")
    .values({
      merchant_id: merchantId,
      person_id: personId,
      endpoint,
      service: new URL(endpoint).host,
      created_at: now,
      last_sent_at: null,
      ...renewed,
    })
    .onConflict((conflict) => conflict.columns(["merchant_id", "person_id", "endpoint"]).doUpdateSet(renewed))
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom("push_subscriptions")
    .where("merchant_id", "=", merchantId)
    .where("person_id", "=", personId)
    .where("id", "not in", (own) =>
      own
        .selectFrom("push_subscriptions")
        .select("id")
        .where("merchant_id", "=", merchantId)
        .where("person_id", "=", personId)
        .orderBy("id", "desc")
        .limit(mostDevices),
    )
    .where("id", "!=", id)
    .execute();
  return id;
}

type Own = { readonly merchantId: number; readonly personId: number };

/** The devices of a person in a shop, newest first. */
export async function ownSubscriptions(db: Db, { merchantId, personId }: Own) {
  return await db
    .selectFrom("push_subscriptions")
    .select(["id", "endpoint", "user_agent", "created_at", "last_sent_at"])
    .where("merchant_id", "=", merchantId)
    .where("person_id", "=", personId)
    .orderBy("id", "desc")
    .execute();
}

/** Removes a subscription of a person; whether there was one. */
export async function removeOwnSubscription(
  db: Db,
  { merchantId, personId, id }: Own & { readonly id: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("push_subscriptions")
    .where("merchant_id", "=", merchantId)
    .where("person_id", "=", personId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * A subscription with what its message says, where its person still works for the shop and did not end the session that it was made
 * in; null where there is none, or no longer.
 */
export async function dueSubscription(
  db: Db,
  { merchantId, id, eventId }: { readonly merchantId: number; readonly id: number; readonly eventId: number },
) {
  const row = await db
    .selectFrom("push_subscriptions as p")
    .innerJoin("merchants as m", "m.id", "p.merchant_id")
    .innerJoin("events as e", (join) => join.onRef("e.merchant_id", "=", "p.merchant_id"))
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "e.merchant_id").onRef("o.id", "=", "e.order_id"),
    )
    .leftJoin("memberships as s", (join) =>
      join
        .onRef("s.person_id", "=", "p.person_id")
        .on((eb) => eb("s.merchant_id", "=", eb.fn.coalesce("m.live_merchant_id", "m.id"))),
    )
    .leftJoin("person_sessions as ps", (join) =>
      join.onRef("ps.id", "=", "p.session_id").onRef("ps.person_id", "=", "p.person_id"),
    )
    .select(["p.id", "p.merchant_id", "p.endpoint", "p.p256dh", "p.auth", "p.server_key", "p.language"])
    .select(["e.type", "m.world", "m.shop_name", "o.order_number", "e.invoice", "e.data"])
    .select(["s.role", "ps.ended_at"])
    .where("p.merchant_id", "=", merchantId)
    .where("p.id", "=", id)
    .where("e.id", "=", eventId)
    .executeTakeFirst();
  // An event of an order has its invoice as it was then.
  if (!row?.invoice) return null;
  const { role, ended_at: endedAt, invoice, ...due } = row;
  return { ...due, invoice, isAllowed: role !== null && endedAt === null };
}

export type DueSubscription = NonNullable<Awaited<ReturnType<typeof dueSubscription>>>;
