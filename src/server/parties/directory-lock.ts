/** The lock of a merchant's directory of clients: row locks alone would let merges that cross wait for each other. */
import { sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";

/**
 * Locks it until the end of the transaction.
 * @param how `shared` for changes of single clients; `whole` for what joins clients or erases them
 */
export async function lockDirectory(
  trx: Transaction<Schema>,
  merchantId: number,
  how: "shared" | "whole",
): Promise<void> {
  const key = sql`hashtextextended(${`clients ${merchantId}`}, 0)`;
  const lock =
    how === "whole" ? sql`pg_advisory_xact_lock(${key})` : sql`pg_advisory_xact_lock_shared(${key})`;
  await sql`select ${lock}`.execute(trx);
}
