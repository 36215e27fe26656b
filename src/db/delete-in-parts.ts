/** Deleting many rows without one long transaction. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Schema } from "./schema.ts";

/** At a time: a day's rows of a busy shop are many. */
const atATime = 5_000;

/**
 * Deletes, part by part, the rows of a table that a condition is true of.
 * @param table one with `merchant_id` and `id` as its key
 * @returns how many
 */
export async function deleteInParts(
  db: Kysely<Schema>,
  table: "api_requests" | "webhook_deliveries",
  where: RawBuilder<unknown>,
): Promise<number> {
  const from = sql.table(table);
  let deleted = 0;
  for (;;) {
    const { rows } = await sql`
      delete from ${from} where (merchant_id, id) in (
        select merchant_id, id from ${from} where ${where} limit ${atATime}
      ) returning id`.execute(db);
    deleted += rows.length;
    if (rows.length < atATime) return deleted;
  }
}
