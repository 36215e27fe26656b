/** Locks over what tries are counted for, in whatever order and process. */
import { sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";

/**
 * Until the transaction ends. A lock before the count: the statements after it see what the one before us wrote. By
 * every digest and always in the same order, since another server may still write by the previous secret.
 */
export async function lockFor(
  trx: Transaction<Schema>,
  kind: "card" | "mobile",
  digests: readonly string[],
): Promise<void> {
  for (const digest of digests.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${digest}`}, 0))`.execute(trx);
}
