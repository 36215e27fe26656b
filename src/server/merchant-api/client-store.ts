/** Clients of the directory as they are read: each entry once, as the row states it that is now the right one (docs/decisions/0126). */
import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Client } from "#contract/clients.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { partyOfClient } from "../parties/buyer-party.ts";
import type { ClientKey } from "../parties/client-entry.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** Of an entry `e`, by the condition of the index `clients_by_time`: an erasure leaves none of the three. */
export const isKnown = sql<boolean>`e.merged_into is null and coalesce(e.name, e.legal_name, e.mobile) is not null`;

/**
 * Entries `e` of a merchant, with the facts of the rows `c` that state them.
 * @param found ids of entries that are looked at, as a statement; null for all
 */
export function selectClients(
  db: Db,
  { merchantId, found }: { readonly merchantId: number; readonly found: RawBuilder<unknown> | null },
) {
  return db
    .selectFrom("clients as e")
    .innerJoin("clients as c", (join) =>
      join
        .onRef("c.merchant_id", "=", "e.merchant_id")
        .on("c.id", "=", sql<number>`coalesce(e.stated_by, e.id)`),
    )
    .select(["e.id", "c.id as row_id", "c.name", "c.mobile", "c.country_code", "c.email", "c.vat_number"])
    .select(["c.address", "e.notes", "e.language", "e.created_at", partyOfClient.as("party")])
    .where("e.merchant_id", "=", merchantId)
    .where(isKnown)
    .$if(found !== null, (all) => all.where(isAmong(found)));
}

/** Whether the entry `e` is one of what a statement finds; looked up one by one, however small the planner takes the table to be. */
export function isAmong(found: RawBuilder<unknown> | null): RawBuilder<boolean> {
  return sql<boolean>`e.id = any(array(${found}))`;
}

export type ClientRow = Awaited<ReturnType<ReturnType<typeof selectClients>["executeTakeFirstOrThrow"]>>;

/** An own client that was not erased, by any of its rows, or null. `rowId` is the row that states it now. */
export async function findClient(
  db: Db,
  { merchantId, id }: ClientKey,
): Promise<{ readonly client: Client; readonly rowId: number } | null> {
  const row = await selectClients(db, { merchantId, found: null })
    .where("e.id", "=", entryOfRow({ merchantId, id }))
    .executeTakeFirst();
  return row ? { client: toClient(row), rowId: row.row_id } : null;
}

/** @throws Problem `not_found`, the same for unknown, erased and another merchant's */
export async function loadClient(db: Db, by: ClientKey): Promise<Client> {
  const found = await findClient(db, by);
  if (!found) throw new Problem("not_found");
  return found.client;
}

/** The client as the API answers it. */
export function toClient(row: ClientRow): Client {
  const { legalName, identification, postalAddress } = row.party;
  return {
    id: row.id,
    name: row.name,
    mobile: row.mobile,
    countryCode: row.country_code,
    email: row.email,
    vatNumber: row.vat_number,
    legalName,
    identification,
    address: row.address,
    postalAddress,
    notes: row.notes,
    language: row.language,
    createdAt: row.created_at.toISOString(),
  };
}

function entryOfRow({ merchantId, id }: ClientKey): RawBuilder<number> {
  return sql<number>`(select coalesce(merged_into, id) from clients where merchant_id = ${merchantId} and id = ${id})`;
}
