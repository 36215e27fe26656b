/** Idempotency keys of rows: made of what the row says, so that the same row has the same key whenever it is sent. */
import { type BulkRow, contentOf } from "./read-rows.ts";

/**
 * The key of a row. A file that is loaded again, corrected, sorted otherwise or sent from another device issues what is new in it
 * alone; rows that say the same are counted. Sixty-four hexadecimal digits.
 */
export async function rowKey(row: BulkRow): Promise<string> {
  const bytes = new TextEncoder().encode(`${contentOf(row.cells)} ${row.occurrence}`);
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
