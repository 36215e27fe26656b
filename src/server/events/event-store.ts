/** Reading published events. They are read by their position, which is given in the order of commits. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { EventType } from "#core/event-types.ts";
import type { Schema } from "#db/schema.ts";
import type { EventRow } from "./event-model.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

export const eventColumns = ["e.public_id", "e.type", "e.at", "e.attempt_id", "e.data", "e.invoice"] as const;

/** They never change after an order is made, and go when its buyer is erased: no event keeps a copy. */
export const answersOfEvent = sql<EventRow["answers"]>`(select o.answers from orders o
  where o.merchant_id = e.merchant_id and o.id = e.order_id)`;

/** An event in a list, with its place. */
type PlacedRow = EventRow & { readonly position: number };

/**
 * A merchant's events after a position, oldest first.
 * @param types only these; null: all
 */
export async function listEvents(
  db: Db,
  wanted: {
    readonly merchantId: number;
    readonly after: number;
    readonly types: readonly EventType[] | null;
    readonly limit: number;
  },
): Promise<PlacedRow[]> {
  let query = db
    .selectFrom("events as e")
    .select([...eventColumns, "e.position", answersOfEvent.as("answers")])
    .where("e.merchant_id", "=", wanted.merchantId)
    .where("e.position", ">", wanted.after);
  if (wanted.types) query = query.where("e.type", "in", wanted.types);
  const rows = await query.orderBy("e.position").limit(wanted.limit).execute();
  // Only published events have a position (constraint), and those have an id and one of our types.
  return rows as PlacedRow[];
}

/** The newest event that may be read; null where there is none. */
export async function latestEvent(
  db: Db,
  merchantId: number,
): Promise<{ readonly public_id: string; readonly position: number } | null> {
  const found = await db
    .selectFrom("events as e")
    .select(["e.public_id", "e.position"])
    .where("e.merchant_id", "=", merchantId)
    .where("e.position", "is not", null)
    .orderBy("e.position", "desc")
    .limit(1)
    .executeTakeFirst();
  return found?.position && found.public_id ? { public_id: found.public_id, position: found.position } : null;
}

/** One event that may be read, with its position; null for what is not this merchant's, or not out yet. */
export async function findEvent(
  db: Db,
  { merchantId, publicId }: { readonly merchantId: number; readonly publicId: string },
): Promise<{ readonly row: EventRow; readonly position: number } | null> {
  const found = await db
    .selectFrom("events as e")
    .select([...eventColumns, "e.position", answersOfEvent.as("answers")])
    .where("e.public_id", "=", publicId)
    .where("e.merchant_id", "=", merchantId)
    .where("e.position", "is not", null)
    .executeTakeFirst();
  return found?.position ? { row: found as EventRow, position: found.position } : null;
}
