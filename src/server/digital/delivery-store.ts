/**
 * Mails with digital goods as rows: each is its own job. Who sends one takes it for a while first, so that several
 * processes share the work and a dead one is followed by another; a mail may so come twice, and never not at all.
 */
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import { openStatuses } from "#core/status-groups.ts";
import * as timing from "#core/timing.ts";
import type { DeliveryState } from "#db/digital-schema.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { insertMessageEvent } from "../notifications/message-event.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

export type DeliveryRow = Selectable<Schema["digital_deliveries"]>;

const columns = [
  "id",
  "merchant_id",
  "order_id",
  "address",
  "language",
  "cause",
  "state",
  "tries",
  "next_try_at",
  "created_at",
  "sent_at",
] as const satisfies readonly (keyof DeliveryRow)[];

/**
 * Makes a mail due for an order that delivers something to a confirmed address; else nothing. Sending is left to the
 * job: in the transaction that settles a payment this is one insert.
 * @returns its id, or null when there is nothing to send, or nowhere
 */
export async function queueDelivery(
  db: Db,
  delivery: { readonly orderId: number; readonly cause: DeliveryRow["cause"]; readonly at: Date },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into digital_deliveries (merchant_id, order_id, address, language, cause, next_try_at)
    select o.merchant_id, o.id, o.client_validated_email, coalesce(o.client_language, 'ar'), ${delivery.cause},
      ${delivery.at}
    from orders o
    where o.id = ${delivery.orderId} and o.has_digital and o.client_validated_email is not null
      and exists (select from order_lines l where l.merchant_id = o.merchant_id and l.order_id = o.id
        and (l.digital_text is not null or l.digital_file_id is not null))
    on conflict do nothing
    returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** What an order delivers that does not count as paid for now, and may again, waits until that is known. */
const isOfOpenOrder = sql<boolean>`exists (select from orders o where o.merchant_id = digital_deliveries.merchant_id
  and o.id = digital_deliveries.order_id and o.status = any(${openStatuses}))`;

/** Takes one mail that is due, for the time of a lease; null when there is none. */
export async function claimDelivery(db: Kysely<Schema>, now: number): Promise<DeliveryRow | null> {
  const claimed = await db
    .updateTable("digital_deliveries")
    .set((eb) => ({
      tries: eb("tries", "+", 1),
      next_try_at: new Date(now + timing.deliveryLeaseMs),
    }))
    .where((where) =>
      where(
        where.refTuple("merchant_id", "id"),
        "in",
        where
          .selectFrom("digital_deliveries")
          .select(["merchant_id", "id"])
          .where("state", "=", "due")
          .where("next_try_at", "<=", new Date(now))
          .where(isOfOpenOrder, "is", false)
          .orderBy("next_try_at")
          .limit(1)
          .forUpdate()
          .skipLocked()
          .$asTuple("merchant_id", "id"),
      ),
    )
    .returning(columns)
    .executeTakeFirst();
  return claimed ?? null;
}

/**
 * Stores the outcome of a mail that was taken. Nothing is written when another worker has taken it since, and none of an order
 * that is not over is dropped: it is taken again when its lease ends.
 * @param tried null when nothing was sent
 */
export async function recordDelivery(
  db: Kysely<Schema>,
  delivery: DeliveryRow,
  result: {
    readonly state: DeliveryState;
    readonly tried: Schema["digital_delivery_tries"]["outcome"] | null;
    readonly nextTryAt: Date | null;
    readonly at: Date;
  },
): Promise<void> {
  const { state, tried, nextTryAt, at } = result;
  await runInTransaction(db, async (trx) => {
    const written = await trx
      .updateTable("digital_deliveries")
      .set({ state, next_try_at: nextTryAt, sent_at: state === "sent" ? at : null })
      .where("merchant_id", "=", delivery.merchant_id)
      .where("id", "=", delivery.id)
      .where("tries", "=", delivery.tries)
      .where("state", "=", "due")
      // It is asked again here: the order may have stopped counting as paid since the mail was taken.
      .$if(state === "dropped", (query) => query.where(isOfOpenOrder, "is", false))
      .returning("id")
      .executeTakeFirst();
    if (!written || tried === null) return;
    await trx
      .insertInto("digital_delivery_tries")
      .values({
        merchant_id: delivery.merchant_id,
        delivery_id: delivery.id,
        sequence: delivery.tries,
        at,
        outcome: tried,
      })
      .execute();
    if (state === "due") return;
    await insertMessageEvent(trx, {
      merchantId: delivery.merchant_id,
      orderId: delivery.order_id,
      kind: "digital_goods",
      outcome: tried,
    });
  });
}

const triesOfDelivery = sql<{ readonly at: string; readonly outcome: "sent" | "refused" | "unreachable" }[]>`(
  select coalesce(json_agg(json_build_object('at', t.at, 'outcome', t.outcome) order by t.sequence desc), '[]')
  from digital_delivery_tries t where t.merchant_id = d.merchant_id and t.delivery_id = d.id)`;

/** Mails of an order with their tries, newest first. */
export async function deliveriesOfOrder(db: Db, orderId: number) {
  return await db
    .selectFrom("digital_deliveries as d")
    .select(columns.map((name) => `d.${name}` as const))
    .select(triesOfDelivery.as("attempts"))
    .where("d.order_id", "=", orderId)
    .orderBy("d.id", "desc")
    .limit(100)
    .execute();
}
