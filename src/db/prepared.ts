/**
 * Statements of the query builder as prepared ones: PostgreSQL reads and plans each text once per connection instead
 * of at every call, which was most of its work. A text that says `*` stays unprepared, because a column added by
 * another release while this one runs would make its prepared form fail.
 */
import { createHash } from "node:crypto";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import type { Pool } from "pg";

/** Each connection keeps what was prepared on it, so texts that differ by their lists must not pile up. */
const mostStatements = 400;

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

/** A pool for the query builder whose connections prepare what they are asked. */
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
      const query = (text: string, values: readonly unknown[]): Promise<unknown> => {
        const name = values.length === 0 ? null : nameOf(text);
        return client.query({ ...(name !== null && { name }), text, values: [...values] });
      };
      // Inherits what the query builder asks of a connection besides; `release` is a new one at every loan.
      const preparing: PostgresPoolClient = Object.assign(Object.create(client), { query });
      clients.set(client, preparing);
      return preparing;
    },
  };
}
