/**
 * Clients of the directory. A row of `clients` is what invoices state of their buyer and is never rewritten; a client is an
 * entry: one row with all those that are merged into it (docs/decisions/0126).
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** One row of a merchant's client; not always the entry's own. */
export type ClientKey = { readonly merchantId: number; readonly id: number };

/** The id of the entry that the row `alias` belongs to. */
export function entryOf(alias: string): RawBuilder<number> {
  return sql<number>`coalesce(${sql.ref(`${alias}.merged_into`)}, ${sql.ref(`${alias}.id`)})`;
}

/** The ids of all rows of a client, by any of them; none of an unknown one. */
export async function rowsOfClient(db: Db, { merchantId, id }: ClientKey): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    with entry as (
      select coalesce(merged_into, id) as id from clients where merchant_id = ${merchantId} and id = ${id}
    )
    select id from entry
    union all
    select c.id from entry e join clients c on c.merchant_id = ${merchantId} and c.merged_into = e.id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Whether a column that refers to a client's row has one of these; by equality where it is one, so that an index orders. */
export function isOneOf(column: RawBuilder<unknown>, rows: readonly number[]): RawBuilder<boolean> {
  return rows.length === 1 ? sql`${column} = ${rows[0]}` : sql`${column} = any(${rows})`;
}
