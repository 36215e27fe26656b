/** A connection for work that takes as long as it takes: requests' limits on time are not for copying a database. */
import pg from "pg";
import type { Database } from "../open.ts";

/**
 * Runs `work` in one transaction on a connection of its own, without limits on time, and with the forms of dates and
 * numbers that a copy is written and read in, whatever the server's own are.
 * @param begin the statement that begins it
 */
export async function inLongTransaction<T>(
  { pool }: Pick<Database, "pool">,
  begin: "begin" | "begin isolation level repeatable read, read only",
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { connectionString } = pool.options;
  const client = new pg.Client({ connectionString, application_name: "wasl-backup", keepAlive: true });
  client.on("error", () => {}); // its end is reported to the caller of the query
  await client.connect();
  try {
    await client.query(begin);
    await client.query(
      "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; " +
        "set local lock_timeout = '60s'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; " +
        "set local timezone = 'UTC'; set local extra_float_digits = 3; set local client_encoding = 'UTF8'",
    );
    const done = await work(client);
    await client.query("commit");
    return done;
  } finally {
    await client.end(); // ends the transaction as well, where it was not committed
  }
}
