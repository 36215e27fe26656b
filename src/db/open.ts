/**
 * Opens the database of this installation: the server at `databaseUrl`, or else the built-in one in the data
 * directory. Both are PostgreSQL and are used in exactly the same way.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import type pg from "pg";
import type { Log } from "#core/ports.ts";
import { getTypeParser } from "./column-types.ts";
import { removeDatabaseAddress, writeDatabaseAddress } from "./database-address.ts";
import { DescribingOnceClient } from "./described-once.ts";
import { startEmbedded } from "./embedded.ts";
import { isConflict, isSilence, losesConnection } from "./outage.ts";
import { preparingPool } from "./prepared.ts";
import { dropIdleOnLoss, endPool, PrimaryPool, refuseStandby, secondTryAfterMs } from "./primary-pool.ts";
import type { Schema } from "./schema.ts";
import { isOfFirstStatement } from "./transaction-edges.ts";

/** How long a request may wait for a free or new connection. */
const connectionTimeoutMs = 3_000;
/** The server ends a statement after this. */
const longestStatementMs = 8_000;
/**
 * And one that waits for a lock after this share of it. What waits in a queue that is so long is refused for now, or kept and
 * written a second later (`payments/book-outcome.ts`), instead of holding its connection while the others wait for one.
 */
const lockTimeoutRatio = 0.375;
/** We end the connection when not even that arrives: the server is frozen, or its network is gone. */
const queryTimeoutRatio = 1.25;
/** A connection is made again after this long, so that an address that leads elsewhere now is noticed. */
const maxLifetimeSeconds = 300;
/** Transactions never wait for the network or a person, so one that idles this long belongs to a lost process. */
const idleInTransactionTimeoutMs = 15_000;

export type Database = {
  readonly pool: pg.Pool;
  readonly kysely: Kysely<Schema>;
  /** Waits (bounded) for running work, ends all connections, and stops the server if it is the built-in one. */
  readonly close: () => Promise<void>;
};

/**
 * @param databaseUrl `postgres://…` of a server (a pooler in between must let startup parameters pass); without it
 *   the built-in server is started in `dataDir`
 * @param poolSize largest number of connections
 * @param onServerExit called with a sentence when the built-in server stops on its own
 * @param walArchive folder of the built-in server's archive: every start must name it, or the archive has a gap
 * @param signal ends the start of the built-in server, which then rejects with the signal's reason
 * @throws Error with a sentence, without the password, when the database cannot be started or reached
 */
export async function openDatabase(options: {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  readonly log: Log;
  readonly poolSize?: number | undefined;
  readonly onServerExit?: ((why: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly walArchive?: string | undefined;
}): Promise<Database> {
  const { databaseUrl, dataDir, log, poolSize, onServerExit, signal, walArchive } = options;
  if (databaseUrl !== undefined) return connectDatabase({ databaseUrl, log, poolSize });
  const embedded = await startEmbedded({ dataDir, log, onExit: onServerExit, signal, walArchive });
  try {
    const database = await connectDatabase({ databaseUrl: embedded.databaseUrl, log, poolSize });
    await writeDatabaseAddress(dataDir, embedded.databaseUrl);
    const close = async () => {
      await removeDatabaseAddress(dataDir);
      await database.close().finally(embedded.stop);
    };
    return { ...database, close };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Connects to a PostgreSQL server and makes sure that it answers. Parameters and errors as for `openDatabase`. */
export async function connectDatabase(options: {
  readonly databaseUrl: string;
  readonly log: Log;
  readonly poolSize?: number | undefined;
  /** How long a statement may take; tests that wait for its end set less. */
  readonly statementTimeoutMs?: number;
}): Promise<Database> {
  const { databaseUrl, log, poolSize = 10, statementTimeoutMs = longestStatementMs } = options;
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new Error("DATABASE_URL must be an address such as postgres://user:password@host:5432/database.");
  }
  const pool = new PrimaryPool({
    Client: DescribingOnceClient,
    connectionString: databaseUrl,
    max: poolSize,
    application_name: "wasl",
    connectionTimeoutMillis: connectionTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: statementTimeoutMs * lockTimeoutRatio,
    idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
    query_timeout: statementTimeoutMs * queryTimeoutRatio,
    maxLifetimeSeconds,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: "-c timezone=UTC",
    types: { getTypeParser },
    verify: refuseStandby,
  });
  const ends = new Set<Promise<void>>();
  pool.on("connect", (client) => {
    const end = new Promise<void>((resolve) => client.once("end", resolve));
    ends.add(end);
    void end.then(() => ends.delete(end));
    // Without a listener a lost connection would end the program. The caller waiting for its query gets the error as
    // well.
    client.on("error", (error) => log.warn("database_connection_lost", { message: error.message }));
  });
  pool.on("error", () => {}); // the same loss again, for a connection that was idle
  dropIdleOnLoss(pool);
  try {
    await pool.query("select 1");
  } catch (cause) {
    await pool.end();
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The database cannot be reached (${why}); is DATABASE_URL right and the server running?`,
      {
        cause,
      },
    );
  }
  let closed: Promise<void> | undefined;
  return {
    pool,
    kysely: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) }),
    close: () => {
      closed ??= endPool(pool, ends);
      return closed;
    },
  };
}

const commitListeners = new WeakMap<object, Set<() => void>>();

/**
 * Calls `listener` after every transaction of `runInTransaction` that this process commits: the worker of the queued
 * work starts immediately. It must be quick and may not throw.
 * @returns a function that ends it
 */
export function onCommit(kysely: Kysely<Schema>, listener: () => void): () => void {
  const listeners = commitListeners.get(kysely) ?? new Set();
  commitListeners.set(kysely, listeners.add(listener));
  return () => listeners.delete(listener);
}

const transactions = new AsyncLocalStorage<{ open: boolean; readonly transaction: unknown }>();

/** A transaction is run again after so many conflicts at most; what meets more of them is refused for now. */
const mostConflicts = 3;
/** Two that the server ended at one instant would meet again if both ran at once: each waits for less than this. */
const longestPauseAfterConflictMs = 50;

async function againOnConflict<T>(run: () => Promise<T>, conflictsLeft: number): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (conflictsLeft === 0 || !isConflict(error)) throw error;
  }
  await sleep(randomInt(longestPauseAfterConflictMs));
  return await againOnConflict(run, conflictsLeft - 1);
}

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. While it runs,
 * `isInTransaction` says so, and the HTTP client refuses to work: row locks are never held across a network call.
 * Where no connection was got, or it was lost with the first statement, all of it is tried again, once: nothing has stayed.
 * So is what the server has rolled back for another transaction, a deadlock's victim, a few times (docs/decisions/0323, 0343).
 * Hence `work` may run several times: outside of the database it only overwrites what it has set.
 *
 * @throws Error when called inside another transaction of this kind: the inner one would take a second connection
 *   while the first waits for it, and a full pool would deadlock
 */
export async function runInTransaction<T, Tables = Schema>(
  kysely: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  if (isInTransaction()) throw new Error("A transaction is already open here; pass it on.");
  let hasBegun = false;
  const once = (): Promise<T> => {
    let end = (): void => {};
    return kysely
      .transaction()
      .execute((transaction) => {
        hasBegun = true;
        const state = { open: true, transaction };
        end = () => {
          state.open = false; // work that was started inside and still runs is outside now
        };
        return transactions.run(state, () => work(transaction));
      })
      .finally(() => end());
  };
  const unlessLost = (): Promise<T> =>
    once().catch(async (error: unknown) => {
      const isLost = losesConnection(error) && !isSilence(error) && (!hasBegun || isOfFirstStatement(error));
      if (!isLost) throw error;
      await sleep(secondTryAfterMs);
      return await once();
    });
  const done = await againOnConflict(unlessLost, mostConflicts);
  for (const listener of commitListeners.get(kysely) ?? []) listener();
  return done;
}

/** Whether the calling code runs inside `runInTransaction`, at any depth of awaits. */
export function isInTransaction(): boolean {
  return transactions.getStore()?.open === true;
}

/**
 * What reads without being given a transaction asks by this: of the one that is open here, else of the pool. A second connection inside
 * a transaction waits for others that wait for one, too: as many of them as the pool has, and none continues.
 */
export function openHere(kysely: Kysely<Schema>): Kysely<Schema> {
  const here = transactions.getStore();
  return here?.open === true ? (here.transaction as Transaction<Schema>) : kysely;
}
