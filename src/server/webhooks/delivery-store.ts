/** Deliveries of events to endpoints as rows, each with a job of the queue, and their tries. */
import { type Kysely, type Selectable, sql, type Transaction } from "kysely";
import type { EventType } from "#core/event-types.ts";
import type { World } from "#core/world.ts";
import { aheadOfOthers } from "#db/ahead.ts";
import { deleteInParts } from "#db/delete-in-parts.ts";
import type { Schema } from "#db/schema.ts";
import { withCommit } from "#db/transaction-edges.ts";
import type { EventRow } from "../events/event-model.ts";
import { answersOfEvent, eventColumns } from "../events/event-store.ts";
import { gather } from "../queue/gather.ts";
import type { Services } from "../services.ts";
import type { EndpointRow } from "./endpoint-store.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** What is tried: the delivery, its endpoint and its event. */
export type DueDelivery = Pick<
  EndpointRow,
  | "merchant_id"
  | "url"
  | "version"
  | "sealed_secret"
  | "sealed_earlier_secret"
  | "earlier_secret_until"
  | "sealed_headers"
  | "failing_since"
> & {
  readonly id: number;
  readonly endpoint_id: number;
  readonly created_at: Date;
  /** Of its merchant. */
  readonly world: World;
  readonly event: EventRow;
};

type DeliveryKey = { readonly merchantId: number; readonly id: number };

const finders = new WeakMap<Db, (key: DeliveryKey) => Promise<DueDelivery | null>>();

/**
 * A delivery that is still to be made; null when it was made or dropped meanwhile. Those that are asked for in the same turn are
 * found by one statement.
 */
export function findDueDelivery(db: Db, key: DeliveryKey): Promise<DueDelivery | null> {
  const find = finders.get(db) ?? gather((keys) => aheadOfOthers(() => findDueDeliveries(db, keys)));
  finders.set(db, find);
  return find(key);
}

async function findDueDeliveries(
  db: Db,
  keys: readonly DeliveryKey[],
): Promise<readonly (DueDelivery | null)[]> {
  const wanted = sql`(select * from unnest(${keys.map(({ merchantId }) => merchantId)}::bigint[],
    ${keys.map(({ id }) => id)}::bigint[]))`;
  const rows = await db
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_endpoints as w", (join) =>
      join.onRef("w.merchant_id", "=", "d.merchant_id").onRef("w.id", "=", "d.endpoint_id"),
    )
    .innerJoin("events as e", (join) =>
      join.onRef("e.merchant_id", "=", "d.merchant_id").onRef("e.id", "=", "d.event_id"),
    )
    .innerJoin("merchants as m", "m.id", "d.merchant_id")
    .select(["d.id", "d.merchant_id", "d.endpoint_id", "d.created_at", "m.world"])
    .select(["w.url", "w.version", "w.sealed_secret", "w.sealed_earlier_secret"])
    .select(["w.earlier_secret_until", "w.sealed_headers", "w.failing_since"])
    .select([...eventColumns, answersOfEvent.as("answers")])
    .where(sql<boolean>`(d.merchant_id, d.id) in ${wanted}`)
    .where("d.state", "=", "due")
    .execute();
  const found = new Map(
    rows.map(({ public_id, type, at, attempt_id, data, invoice, answers, ...delivery }) => [
      delivery.id,
      // Only published events are delivered (place-events.ts).
      { ...delivery, event: { public_id, type, at, attempt_id, data, invoice, answers } as EventRow },
    ]),
  );
  return keys.map(({ id }) => found.get(id) ?? null);
}

export type Try = Omit<Selectable<Schema["webhook_tries"]>, "merchant_id" | "delivery_id" | "sequence">;

/** A try, and what it makes of its delivery. */
export type TriedDelivery = {
  readonly delivery: Pick<DueDelivery, "merchant_id" | "id">;
  readonly tried: Try;
  readonly result: {
    readonly state: "due" | "delivered" | "failed";
    readonly endedAt: Date | null;
    readonly nextTryAt: Date | null;
  };
};

/** Writes tries down, and what they make of their deliveries; of each delivery one. */
export async function recordTries(trx: Transaction<Schema>, tries: readonly TriedDelivery[]): Promise<void> {
  const given = tries.map(({ delivery: { merchant_id, id }, tried, result }) => ({
    ...tried,
    merchant_id,
    id,
    state: result.state,
    ended_at: result.endedAt,
    next_try_at: result.nextTryAt,
  }));
  await sql`${sql.raw(withCommit)}
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (merchant_id bigint, id bigint, state text,
        ended_at timestamptz, next_try_at timestamptz, at timestamptz, duration_ms int, status int, reason text,
        request_headers jsonb, answer_headers jsonb, answer_body text)
    ), counted as (
      update webhook_deliveries d set tries = d.tries + 1, state = g.state, ended_at = g.ended_at, next_try_at = g.next_try_at
      from given g
      where d.merchant_id = g.merchant_id and d.id = g.id and d.state = 'due'
      returning d.merchant_id, d.id, d.tries
    )
    insert into webhook_tries (merchant_id, delivery_id, sequence, at, duration_ms, status, reason, request_headers,
      answer_headers, answer_body)
    select merchant_id, id, c.tries, g.at, g.duration_ms, g.status, g.reason, g.request_headers, g.answer_headers,
      g.answer_body
    from counted c join given g using (merchant_id, id)`.execute(trx);
}

/** Ends a delivery that has nothing to send. */
export async function dropDelivery(
  trx: Transaction<Schema>,
  delivery: Pick<DueDelivery, "merchant_id" | "id">,
  at: Date,
): Promise<void> {
  await trx
    .updateTable("webhook_deliveries")
    .set({ state: "dropped", ended_at: at, next_try_at: null })
    .where("merchant_id", "=", delivery.merchant_id)
    .where("id", "=", delivery.id)
    .where("state", "=", "due")
    .execute();
}

/**
 * Has events delivered to an endpoint again, ids as they were.
 * @param which one event by its public id, or those of a time; at most 10,000, the oldest first
 * @returns how many
 */
export async function replayEvents(
  trx: Transaction<Schema>,
  endpoint: Pick<EndpointRow, "merchant_id" | "id">,
  which:
    | { readonly publicId: string }
    | { readonly from: Date; readonly to: Date; readonly types: readonly EventType[] | null },
  at: Date,
): Promise<number> {
  const isWanted =
    "publicId" in which
      ? sql`e.public_id = ${which.publicId}`
      : sql`e.at >= ${which.from} and e.at < ${which.to}
          and (${which.types}::text[] is null or e.type = any(${which.types}::text[]))`;
  const { rows } = await sql<{ id: number }>`
    with queued as (
      insert into webhook_deliveries (merchant_id, endpoint_id, event_id, cause, created_at, next_try_at)
      select e.merchant_id, ${endpoint.id}, e.id, 'replay', ${at}::timestamptz, ${at}::timestamptz
      from events e
      where e.merchant_id = ${endpoint.merchant_id} and e.position is not null and ${isWanted}
      order by e.position limit 10000
      returning merchant_id, id, endpoint_id
    )
    insert into jobs (merchant_id, kind, lane, payload, run_at, created_at)
    select merchant_id, 'webhook', 'webhook:' || endpoint_id, jsonb_build_object('deliveryId', id), ${at}, ${at}
    from queued
    returning id`.execute(trx);
  return rows.length;
}

const triesOfDelivery = sql<
  {
    readonly at: string;
    readonly duration_ms: number;
    readonly status: number | null;
    readonly reason: string | null;
    readonly request_headers: Record<string, string>;
    readonly answer_headers: Record<string, string> | null;
    readonly answer_body: string | null;
  }[]
>`(
  select coalesce(json_agg(to_json(t) order by t.sequence desc), '[]') from (
    select sequence, at, duration_ms, status, reason, request_headers, answer_headers, answer_body
    from webhook_tries where merchant_id = d.merchant_id and delivery_id = d.id
  ) t)`;

/** A page of an endpoint's deliveries, newest first. */
export async function listDeliveries(
  db: Db,
  wanted: {
    readonly merchantId: number;
    readonly endpointId: number;
    readonly state: "due" | "delivered" | "failed" | "dropped" | null;
    readonly before: number;
    readonly limit: number;
  },
) {
  let query = db
    .selectFrom("webhook_deliveries as d")
    .innerJoin("events as e", (join) =>
      join.onRef("e.merchant_id", "=", "d.merchant_id").onRef("e.id", "=", "d.event_id"),
    )
    .select(["d.id", "d.cause", "d.state", "d.created_at", "d.ended_at", "d.next_try_at"])
    .select(["e.public_id", "e.type", triesOfDelivery.as("tries")])
    .where("d.merchant_id", "=", wanted.merchantId)
    .where("d.endpoint_id", "=", wanted.endpointId)
    .where("d.id", "<", wanted.before);
  if (wanted.state) query = query.where("d.state", "=", wanted.state);
  return await query.orderBy("d.id", "desc").limit(wanted.limit).execute();
}

/** The latest deliveries of what happened to an order, newest first. */
export async function deliveriesOfOrder(
  db: Db,
  { merchantId, orderId, limit }: { merchantId: number; orderId: number; limit: number },
) {
  return await db
    .selectFrom("events as e")
    .innerJoin("webhook_deliveries as d", (join) =>
      join.onRef("d.merchant_id", "=", "e.merchant_id").onRef("d.event_id", "=", "e.id"),
    )
    .innerJoin("webhook_endpoints as w", (join) =>
      join.onRef("w.merchant_id", "=", "d.merchant_id").onRef("w.id", "=", "d.endpoint_id"),
    )
    .select(["d.id", "d.endpoint_id", "d.cause", "d.state", "d.tries", "d.created_at", "d.ended_at"])
    .select(["d.next_try_at", "e.public_id", "e.type", "w.url"])
    .where("e.merchant_id", "=", merchantId)
    .where("e.order_id", "=", orderId)
    .orderBy("d.id", "desc")
    .limit(limit)
    .execute();
}

const keptMs = 30 * 24 * 60 * 60_000;

/**
 * Removes deliveries, with their tries, 30 days after their end; for an hourly job.
 * @returns how many
 */
export async function removeOldDeliveries({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const before = new Date(clock.now() - keptMs);
  return await deleteInParts(db.kysely, "webhook_deliveries", sql`ended_at < ${before}`);
}
