/** What all worlds of one worker share, one after another: a database, its connections, and the providers. */
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { createSimulatorIds } from "#sim/ids.ts";
import { buildSimulatorServer } from "#sim/server.ts";
import type { PostWebhook } from "#sim/webhooks.ts";
import { createTestDatabase, type TestDatabase } from "../database.ts";
import { type Connection, openConnections } from "./lent-connections.ts";
import type { LockDesk } from "./lock-waits.ts";
import { createRandom, type Random } from "./random.ts";
import { createTimeline, type Timeline } from "./timeline.ts";

/** What the providers take from the world that they are in. */
export type Surroundings = {
  readonly timeline: Timeline;
  readonly random: Random;
  readonly postWebhook: PostWebhook;
};

export type Providers = {
  readonly app: FastifyInstance;
  /** Moves them into another world; what they knew is forgotten. */
  readonly enter: (surroundings: Surroundings) => void;
};

export type Stage = AsyncDisposable & {
  readonly db: TestDatabase;
  readonly free: Connection[];
  readonly providers: Providers;
  readonly locks: LockDesk;
};

/** For two processes, and what is read beside them. */
const lentConnections = 8;

/** Opens one; it takes as long as some dozen seeds. */
export async function openStage(): Promise<Stage> {
  // The machine may be slow; the world's own time has nothing to do with it.
  const db = await createTestDatabase({ poolSize: lentConnections + 3, statementTimeoutMs: 5 * 60_000 });
  const connections = await openConnections(db.pool, lentConnections);
  const providers = await openProviders();
  return {
    db,
    free: [...connections],
    providers,
    locks: {
      blockedOf: (processIds) => blockedOf(db.pool, processIds),
      cancel: async (processId) => void (await db.pool.query("select pg_cancel_backend($1)", [processId])),
    },
    [Symbol.asyncDispose]: async () => {
      await providers.app.close();
      // Those that a world which stopped still has, too: what is under way on them may wait for a lock of another.
      for (const { client } of connections) client.release(true);
      await db[Symbol.asyncDispose]();
    },
  };
}

async function openProviders(): Promise<Providers> {
  let here: Surroundings = {
    timeline: createTimeline(0),
    random: createRandom("nowhere"),
    postWebhook: async () => 200,
  };
  const ids = createSimulatorIds((count) => here.random.bytes(count));
  const app = await buildSimulatorServer({
    publicUrl: "http://localhost:3001",
    ports: {
      ids,
      postWebhook: (message) => untilEnded(here.postWebhook(message), message.signal),
      clock: {
        now: () => here.timeline.now(),
        offsetMs: () => 0,
        after: (delayMs, task) => here.timeline.at(here.timeline.now() + delayMs, task),
        advance: () => {},
        reset: () => {},
      },
    },
  });
  await app.ready();
  return {
    app,
    enter: (surroundings) => {
      here = surroundings;
    },
  };
}

/** A world that stopped never answers: what is still sent into it ends when the providers close. */
async function untilEnded<T>(sending: Promise<T>, signal: AbortSignal): Promise<T> {
  const ended = Promise.withResolvers<never>();
  const end = (): void => ended.reject(signal.reason);
  signal.addEventListener("abort", end);
  try {
    return await Promise.race([sending, ended.promise]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

async function blockedOf(pool: pg.Pool, processIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from unnest($1::int[]) as pid where cardinality(pg_blocking_pids(pid)) > 0",
    [processIds],
  );
  return new Set(rows.map(({ pid }) => pid));
}
