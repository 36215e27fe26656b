/**
 * The pool of connections to the primary: standbys are refused, silence is not waited for by every request, and the
 * loss of one connection drops the idle ones.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { inTurn } from "./ahead.ts";
import { databaseOutage, isSilence, losesConnection } from "./outage.ts";

/**
 * A pool of connections to the primary. An address may lead to several servers, and during a failover to one that was
 * primary just now: a connection that finds a standby is ended and another one made, once.
 */
export class PrimaryPool extends pg.Pool {
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

type ConnectCallback = Parameters<pg.Pool["connect"]>[0];

/** How long a request waits for a connection once another has waited without getting one: a request of several steps would wait at each of them. */
const silentTimeoutMs = 500;

/** Before a connection that led to a standby, or a transaction that sent nothing, is tried again. */
export const secondTryAfterMs = 250;

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

/** Checks whether the server of a new connection accepts writes; calls back with `onlyReads` where it is a standby. */
export function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
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
 * The cause of a lost connection usually affects all of them. Idle ones are dropped with the first that is lost,
 * instead of failing one request each: a primary that was frozen or became a standby keeps them open.
 */
export function dropIdleOnLoss(pool: pg.Pool): void {
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

/** Connections still at work when the program stops get this long. */
const closeTimeoutMs = 10_000;

/**
 * The pool counts a connection as gone when it has sent the goodbye. A server that must stop before it reads that ends
 * the connection with an error, so the end of each is waited for as well.
 */
export async function endPool(pool: pg.Pool, ends: ReadonlySet<Promise<void>>): Promise<void> {
  const timeout = new AbortController();
  const late = sleep(closeTimeoutMs, undefined, { signal: timeout.signal }).catch(() => {});
  await Promise.race([pool.end().then(() => Promise.all(ends)), late]);
  timeout.abort();
}
