/**
 * Real connections that a simulated process borrows. To make new ones for every process of every seed would be most of
 * the work, so a process that dies gives back what it had: its statement is cancelled and its transaction rolled back,
 * as the database does for a connection that is lost.
 */

import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { type Database, isInTransaction as isOpenHere } from "#db/open.ts";
import { preparingPool } from "#db/prepared.ts";
import type { Schema } from "#db/schema.ts";
import type { Owner, Scheduler } from "./scheduler.ts";

/** A connection with the number of its process in the database. */
export type Connection = {
  readonly client: pg.PoolClient;
  readonly processId: number;
  /** A statement of it is under way, which may be waiting for a lock. */
  isBusy: boolean;
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
    // As many of them as there are connections would wait for one another.
    if (isOpenHere()) throw new Error("a second connection is asked for while a transaction is open");
    const connection = lent.size < mostPerProcess ? free.pop() : undefined;
    if (!connection) return await new Promise((resolve) => waiting.push(resolve));
    lent.add(connection);
    return connection;
  };

  const inTurn = async <T>(connection: Connection, text: string, ask: () => Promise<T>): Promise<T> => {
    const { processId } = connection;
    const label = text.replaceAll(/\s+/g, " ").slice(0, 70);
    return await scheduler.park({ owner, label, processId }, async () => {
      connection.isBusy = true;
      return await ask().finally(() => {
        connection.isBusy = false;
      });
    });
  };

  const send = (connection: Connection, query: unknown, values: unknown): unknown => {
    const { client } = connection;
    if (query instanceof pg.Query) return void answerInTurn(connection, query as unknown as Answered);
    return inTurn(connection, textOf(query), () => client.query(timeless(query), values as unknown[]));
  };

  /** A query of a kind of its own tells its callback alone when it is done: that is part of its turn, too. */
  const answerInTurn = async (connection: Connection, query: Answered): Promise<void> => {
    const { callback } = query;
    const [error, result] = await inTurn(
      connection,
      query.text,
      () =>
        new Promise<readonly [unknown, unknown]>((resolve) => {
          query.callback = (...answer) => resolve(answer);
          connection.client.query(timeless(query));
        }),
    );
    callback(error, result);
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

/** What the types of node-postgres leave out. */
type Answered = { readonly text: string; callback: (error: unknown, result: unknown) => void };

function textOf(query: unknown): string {
  return typeof query === "string" ? query : String(Object(query).text);
}

/** Statements here have no limit of their own by the machine's time. */
function timeless(query: unknown): string {
  return (
    typeof query === "string" ? query : Object.assign(Object(query), { query_timeout: undefined })
  ) as string;
}

/** Whether it has begun a transaction, or may have. */
export function isInTransaction({ client, isBusy }: Connection): boolean {
  return isBusy || client.getTransactionStatus() !== "I";
}

/** Opens connections for lending; they stay open as long as the pool does. */
export async function openConnections(pool: pg.Pool, count: number): Promise<Connection[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const client = await pool.connect();
      await client.query("set idle_in_transaction_session_timeout = 0");
      const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
      return { client, processId: rows[0]?.pid ?? 0, isBusy: false };
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
    // Whether it has begun a transaction is not known yet after an error.
    await connection.client.query("rollback");
    free.push(connection);
  }
}
