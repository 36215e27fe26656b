/**
 * Statements of the query builder as prepared ones: PostgreSQL reads and plans each text once per connection instead
 * of at every call, which was most of its work. A text that says `*` stays unprepared, because a column added by
 * another release while this one runs would make its prepared form fail.
 */
import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Client, Pool } from "pg";
import { isSilence, losesConnection } from "./outage.ts";
import { edgesJoined, unsent } from "./transaction-edges.ts";

/** Each connection keeps what was prepared on it, so texts that differ by their lists must not pile up. */
const mostStatements = 400;

/**
 * How long a commit is waited for. It is over at once, or waits for a standby that is not there yet: the server's own limits do
 * not end that. Whether it took place is unknown then, as after any lost connection.
 */
const commitTimeoutMs = 4_000;

const everyColumn = /(?:select|returning)\s+\*|\.\*|,\s*\*/i;

/** Gives the name under which a text is prepared, or null for one that is not to be. */
export function createStatementNames(): (text: string) => string | null {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= mostStatements || everyColumn.test(text)) return null;
    const name = createHash("sha256").update(text).digest("base64url").slice(0, 32);
    names.set(text, name);
    return name;
  };
}

/**
 * A pool for the query builder whose connections prepare its statements. The query builder releases every connection
 * as usable, so the pool is notified here of those that are lost.
 */
export function preparingPool(pool: Pool): PostgresPool {
  const nameOf = createStatementNames();
  // The query builder knows a connection by its object: the same one must come back as the same.
  const clients = new WeakMap<object, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      let loss: Error | undefined;
      const ask = edgesJoined(client);
      const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
        // It ended with its connection.
        if (loss !== undefined && text === "rollback") return unsent("ROLLBACK");
        const name = values.length === 0 ? null : nameOf(text);
        try {
          return await ask({
            ...(name !== null && { name }),
            ...(text === "commit" && { query_timeout: commitTimeoutMs }),
            text,
            values: [...values],
          });
        } catch (error) {
          if (!(error instanceof Error) || !losesConnection(error)) throw error;
          loss = error;
          // Its server is silent: nothing else is asked of it, such as a rollback that would wait as long again.
          if (isSilence(error)) void (client as unknown as Client).end();
          throw error;
        }
      };
      // Inherits what the query builder asks of a connection besides; `release` is a new one at every loan.
      const release = (isDiscarded?: boolean): void => client.release(loss ?? isDiscarded);
      const preparing: PostgresPoolClient = Object.assign(Object.create(client), { query, release });
      clients.set(client, preparing);
      return preparing;
    },
  };
}
