/**
 * Opens the database of this installation: the server at `databaseUrl`, or else the built-in one in the data
 * directory. Both are PostgreSQL and are used in exactly the same way.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { Log } from "#core/ports.ts";
import { inTurn } from "./ahead.ts";
import { removeDatabaseAddress, writeDatabaseAddress } from "./database-address.ts";
import { DescribingOnceClient } from "./described-once.ts";
import { startEmbedded } from "./embedded.ts";
import { databaseOutage, isSilence, losesConnection } from "./outage.ts";
import { preparingPool } from "./prepared.ts";
import type { Schema } from "./schema.ts";
import { isOfFirstStatement } from "./transaction-edges.ts";

/** How long a request may wait for a free or new connection. */
const connectionTimeoutMs = 3_000;
/** And how long once the database was silent for all of that: a request of several steps would wait at each of them. */
const silentTimeoutMs = 500;
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
/** Before a transaction that sent nothing is tried again. */
const secondTryAfterMs = 250;
/** Transactions never wait for the network or a person, so one that idles this long belongs to a lost process. */
const idleInTransactionTimeoutMs = 15_000;
/** Connections still at work when the program stops get this long. */
const closeTimeoutMs = 10_000;

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

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

/** Checks whether the server of a new connection accepts writes; calls back with `onlyReads` where it is a standby. */
function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  client.query<{ is_standby: boolean }>("select pg_is_in_recovery() as is_standby").then(
    ({ rows }) => (rows[0]?.is_standby ? done(onlyReads()) : done()),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  );
}

/** As PostgreSQL refuses a write then. */
function onlyReads(): Error {
  return Object.assign(new Error("the server is a standby and takes no writes"), { code: "25006" });
}

/**
 * A pool of connections to the primary. An address may lead to several servers, and during a failover to one that was
 * primary just now: a connection that finds a standby is ended and another one made, once.
 */
class PrimaryPool extends pg.Pool {
  /** When a caller got a connection last, and whether a caller has waited for one without getting it since. */
  #gotAtMs = 0;
  #isSilent = false;

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connected = this.connectOnce().catch(async (error: unknown) => {
      if (databaseOutage(error) !== "read_only") throw error;
      await sleep(secondTryAfterMs);
      return await this.connectOnce();
    });
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  private async connectOnce(): Promise<pg.PoolClient> {
    const begunAtMs = performance.now();
    const connected = inTurn(this, () => super.connect());
    connected.then(
      () => {
        this.#gotAtMs = performance.now();
        this.#isSilent = false;
      },
      (error: unknown) => {
        if (isSilence(error) && this.#gotAtMs < begunAtMs) this.#isSilent = true;
      },
    );
    return await (this.#isSilent ? within(silentTimeoutMs, connected) : connected);
  }
}

/** Waits so long; a connection that comes later goes to the pool, which is how the end of the silence is noticed. */
async function within(limitMs: number, connected: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  const given = new AbortController();
  const late = sleep(limitMs, "late" as const, { signal: given.signal }).catch(() => "late" as const);
  const client = await Promise.race([connected, late]).finally(() => given.abort());
  if (client !== "late") return client;
  connected.then(
    (late) => late.release(),
    () => {},
  );
  throw new Error("timeout exceeded when trying to connect");
}

/**
 * The cause of a lost connection usually affects all of them. Idle ones are dropped with the first that is lost,
 * instead of failing one request each: a primary that was frozen or became a standby keeps them open.
 */
function dropIdleOnLoss(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  pool.on("acquire", (client) => idle.delete(client));
  pool.on("remove", (client) => idle.delete(client));
  pool.on("release", (error, client) => {
    // The types promise an error; there is none on success.
    if (!(error as Error | undefined)) {
      idle.add(client);
      return;
    }
    if (!losesConnection(error)) return;
    // The pool takes a connection out when it reports an error.
    for (const other of [...idle]) other.emit("error", new Error("Its server failed another connection."));
    idle.clear();
  });
}

/**
 * The pool counts a connection as gone when it has sent the goodbye. A server that must stop before it reads that ends
 * the connection with an error, so the end of each is waited for as well.
 */
async function endPool(pool: pg.Pool, ends: ReadonlySet<Promise<void>>): Promise<void> {
  const timeout = new AbortController();
  const late = sleep(closeTimeoutMs, undefined, { signal: timeout.signal }).catch(() => {});
  await Promise.race([pool.end().then(() => Promise.all(ends)), late]);
  timeout.abort();
}

/** How columns arrive, by PostgreSQL's type ids; all other types as node-postgres has them (numeric as text). */
const parsers = new Map<number, (value: string) => unknown>([
  [pg.types.builtins.INT8, safeInteger],
  [1016, (list) => (list === "{}" ? [] : list.slice(1, -1).split(",").map(safeIntegerOrNull))], // bigint[]
  [pg.types.builtins.DATE, (value) => value], // a calendar day has no instant: node-postgres would invent local midnight
]);

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") => {
  const parser = format === "binary" ? undefined : parsers.get(oid);
  return parser ?? pg.types.getTypeParser(oid, format);
};

function safeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`The bigint ${value} is too large to be exact.`);
  return number;
}

function safeIntegerOrNull(value: string): number | null {
  return value === "NULL" ? null : safeInteger(value);
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

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. While it runs,
 * `isInTransaction` says so, and the HTTP client refuses to work: row locks are never held across a network call.
 * Where no connection was got, or it was lost with the first statement, all of it is tried again, once: nothing has stayed.
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
  const done = await once().catch(async (error: unknown) => {
    if ((hasBegun && !isOfFirstStatement(error)) || !losesConnection(error) || isSilence(error)) throw error;
    await sleep(secondTryAfterMs);
    return await once();
  });
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
