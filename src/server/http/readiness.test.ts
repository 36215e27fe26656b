/** Liveness and readiness, and what calls answer, while a real PostgreSQL is away in one way or another. */
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import type { Log } from "#core/ports.ts";
import { startEmbedded } from "#db/embedded.ts";
import { connectDatabase } from "#db/open.ts";
import { startTestApp } from "#test/app-harness.ts";
import { freezeDatabase } from "#test/frozen-database.ts";
import { installedDirectory } from "#test/installed-directory.ts";
import { until } from "#test/until.ts";
import { createApp } from "../app.ts";

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };
const settings = { fsync: "off" };

/** An app on a server of its own, which a test may stop, freeze or fill. */
async function startOwn(dataDir: string) {
  await using parts = new AsyncDisposableStack();
  const server = parts.use(await startEmbedded({ dataDir, log, settings }));
  const db = await connectDatabase({ databaseUrl: server.databaseUrl, log, statementTimeoutMs: 1_000 });
  parts.defer(db.close);
  const base = parts.use(await startTestApp());
  const app = await createApp({ ...base.services, db }, { distDir: null });
  parts.defer(() => app.close());
  const asOperator = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server.superuserUrl });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  /** An answer of a second ago is no longer valid. */
  const ask = async (path: string) => {
    base.clock.advance(1_001);
    return await app.inject(path);
  };
  const opened = parts.move();
  return {
    server,
    db,
    asOperator,
    ask,
    app,
    clock: base.clock,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type Own = Awaited<ReturnType<typeof startOwn>>;

async function assertAway({ ask }: Own): Promise<void> {
  const reply = await ask("/readyz");
  assert.equal(reply.statusCode, 503);
  assert.equal(reply.headers["content-type"], "application/problem+json; charset=utf-8");
  assert.equal(reply.headers["retry-after"], "5");
  assert.equal(reply.headers["cache-control"], "no-store");
  assert.equal(reply.json().code, "service_unavailable");
  const life = await ask("/healthz");
  assert.deepEqual([life.statusCode, life.body], [204, ""]);
}

async function assertBack({ ask }: Own): Promise<void> {
  await until(async () => (await ask("/readyz")).statusCode === 204);
}

test("a server that is stopped and started again: not ready, calls answer 503, and all is well by itself afterwards", async () => {
  using directory = await installedDirectory();
  await using own = await startOwn(directory.path);
  await assertBack(own);
  await own.server.stop();
  await assertAway(own);
  const call = await own.app.inject("/rest/pay/order/7QK4M2XPB9TNW3HC");
  assert.deepEqual([call.statusCode, call.json().code], [503, "service_unavailable"]);
  assert.equal(call.headers["retry-after"], "5");
  await using _again = await startEmbedded({ dataDir: directory.path, log, settings });
  await assertBack(own);
  assert.equal((await own.app.inject("/rest/pay/order/7QK4M2XPB9TNW3HC")).statusCode, 404);
});

test("a frozen server is found out within seconds", async () => {
  using directory = await installedDirectory();
  await using own = await startOwn(directory.path);
  await assertBack(own);
  const thaw = freezeDatabase(directory.path);
  try {
    const began = performance.now();
    await assertAway(own);
    assert.ok(performance.now() - began < 4_000);
  } finally {
    thaw();
  }
  await assertBack(own);
});

test("a server that answers questions and takes no writes is not ready", async () => {
  using directory = await installedDirectory();
  await using own = await startOwn(directory.path);
  await own.asOperator("alter role wasl set default_transaction_read_only = on");
  await own.asOperator("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'wasl'");
  await assertAway(own);
  await own.asOperator("alter role wasl reset default_transaction_read_only");
  await assertBack(own);
});

test("a server without room for a megabyte is not ready", async () => {
  using directory = await installedDirectory();
  await using own = await startOwn(directory.path);
  await own.asOperator("alter role wasl set temp_file_limit = '512kB'");
  await own.asOperator("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'wasl'");
  await assertAway(own);
  await own.asOperator("alter role wasl reset temp_file_limit");
  await own.asOperator("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'wasl'");
  await assertBack(own);
});

test("however many ask, the database is asked once a second", async () => {
  await using app = await startTestApp();
  let questions = 0;
  app.db.pool.on("acquire", () => {
    questions += 1;
  });
  const replies = await Promise.all(Array.from({ length: 50 }, () => app.app.inject("/readyz")));
  assert.deepEqual([...new Set(replies.map(({ statusCode }) => statusCode))], [204]);
  await app.app.inject("/readyz");
  assert.equal(questions, 1);
  app.clock.advance(1_000);
  await app.app.inject("/readyz");
  assert.equal(questions, 2);
});

test("liveness asks no other service, and neither answer is kept by a cache", async () => {
  await using app = await startTestApp();
  app.db.pool.on("acquire", () => assert.fail("the database was asked"));
  const reply = await app.app.inject("/healthz");
  assert.deepEqual([reply.statusCode, reply.headers["cache-control"]], [204, "no-store"]);
});

test("a server is not ready before all that its program brings up is up", async () => {
  await using test = await startTestApp();
  let isUp = false;
  const app = await createApp(test.services, { distDir: null, isUp: () => isUp });
  try {
    assert.equal((await app.inject("/readyz")).statusCode, 503);
    assert.equal((await app.inject("/healthz")).statusCode, 204);
    isUp = true;
    assert.equal((await app.inject("/readyz")).statusCode, 204);
  } finally {
    await app.close();
  }
});
