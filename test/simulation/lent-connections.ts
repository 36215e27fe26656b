/**
 * Real connections that a simulated process borrows. To make new ones for every process of every seed would be most of
 * the work, so a process that dies gives back what it had: its statement is cancelled and its transaction rolled back,
 * as the database does for a connection that is lost.
 */

import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Database } from "#db/open.ts";
import { preparingPool } from "#db/prepared.ts";
import type { Schema } from "#db/schema.ts";
import type { Owner, Scheduler } from "./scheduler.ts";

/** A connection with the number of its process in the database. */
export type Connection = {
  readonly client: pg.PoolClient;
  readonly processId: number;
  isInTransaction: boolean;
};

export type LentDatabase = {
  readonly database: Database;
  /** What the process had in use when it died. */
  readonly lent: ReadonlySet<Connection>;
};

type Waiting = (connection: Connection) => void;

/** Connections of one process; more than these wait for one another, as in its own pool. */
const mostPerProcess = 4;

/** The database as one process sees it: each statement takes its turn. */
export function lendConnections(owner: Owner, scheduler: Scheduler, free: Connection[]): LentDatabase {
  const lent = new Set<Connection>();
  const waiting: Waiting[] = [];

  const give = (connection: Connection): void => {
    // What a dead process had is taken back as a whole.
    if (owner.isDead) return;
    const next = waiting.shift();
    if (next) next(connection);
    else {
      lent.delete(connection);
      free.push(connection);
    }
  };

  const acquire = async (): Promise<Connection> => {
    if (owner.isDead) return await new Promise(() => {});
    const connection = lent.size < mostPerProcess ? free.pop() : undefined;
    if (!connection) return await new Promise((resolve) => waiting.push(resolve));
    lent.add(connection);
    return connection;
  };

  const send = async (connection: Connection, query: unknown, values: unknown): Promise<unknown> => {
    const text = textOf(query);
    const { client, processId } = connection;
    const label = text.replaceAll(/\s+/g, " ").slice(0, 70);
    return await scheduler.park({ owner, label, processId }, async () => {
      const word = /^(begin|commit|rollback|start)\b/i.exec(text)?.[1]?.toLowerCase();
      if (word === "begin" || word === "start") connection.isInTransaction = true;
      const result = await client.query(query as string, values as unknown[]);
      if (word === "commit" || word === "rollback") connection.isInTransaction = false;
      return result;
    });
  };

  const connect = async (): Promise<object> => {
    const connection = await acquire();
    return {
      query: (query: unknown, values?: unknown) => send(connection, query, values),
      release: () => give(connection),
    };
  };
  const pool = {
    options: {},
    connect,
    query: async (query: unknown, values?: unknown): Promise<unknown> => {
      const connection = await acquire();
      try {
        return await send(connection, query, values);
      } finally {
        give(connection);
      }
    },
    on: () => pool,
    end: async () => {},
  } as unknown as pg.Pool;
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) });
  return { lent, database: { pool, kysely, close: async () => {} } };
}

function textOf(query: unknown): string {
  return typeof query === "string" ? query : String(Object(query).text);
}

/** Opens connections for lending; they stay open as long as the pool does. */
export async function openConnections(pool: pg.Pool, count: number): Promise<Connection[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const client = await pool.connect();
      await client.query("set idle_in_transaction_session_timeout = 0");
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      return { client, processId: rows[0]?.pid ?? 0, isInTransaction: false };
    }),
  );
}

/**
 * What the database does for a process that died: its transactions are rolled back.
 * @param ended waits until none of its statements is under way
 */
export async function takeBack(
  { lent }: LentDatabase,
  { free, ended }: { readonly free: Connection[]; readonly ended: () => Promise<void> },
): Promise<void> {
  await ended();
  for (const connection of lent) {
    if (connection.isInTransaction) await connection.client.query("rollback");
    connection.isInTransaction = false;
    free.push(connection);
  }
}
