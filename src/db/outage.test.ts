/** A real PostgreSQL that is frozen, ended, or takes no writes any more, and what happens to calls and connections. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { mock, test } from "node:test";
import { CompiledQuery } from "kysely";
import pg from "pg";
import type { Log } from "#core/ports.ts";
import { createTestDatabase } from "#test/database.ts";
import { freezeDatabase } from "#test/frozen-database.ts";
import { installedDirectory } from "#test/installed-directory.ts";
import { until } from "#test/until.ts";
import { startEmbedded } from "./embedded.ts";
import { connectDatabase, runInTransaction } from "./open.ts";
import { databaseOutage } from "./outage.ts";

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };

test("a frozen server ends every call within our timeout, and its connections are not used again", async () => {
  using directory = await installedDirectory();
  await using server = await startEmbedded({ dataDir: directory.path, log, settings: { fsync: "off" } });
  const { databaseUrl } = server;
  const db = await connectDatabase({ databaseUrl, log, statementTimeoutMs: 800 });
  await Promise.all(Array.from({ length: 4 }, () => db.pool.query("select pg_sleep(0.05)")));
  const thaw = freezeDatabase(directory.path);
  const began = performance.now();
  const outcomes = await Promise.allSettled([
    db.pool.query("select 1"),
    db.kysely.selectFrom("merchants").select("id").execute(),
    runInTransaction(db.kysely, (trx) => trx.selectFrom("merchants").select("id").execute()),
  ]);
  const tookMs = performance.now() - began;
  for (const outcome of outcomes) {
    assert.ok(outcome.status === "rejected");
    assert.equal(databaseOutage(outcome.reason), "unreachable", String(outcome.reason));
  }
  assert.ok(tookMs < 2_000, `took ${tookMs} ms: one patience, not another one for the rollback`);
  assert.equal(db.pool.idleCount, 0, "idle connections of the same server are given up, too");
  thaw();
  assert.deepEqual((await db.pool.query("select 1 as one")).rows, [{ one: 1 }]);
  await db.close();
});

test("while a server is silent only the first caller waits for long, and every caller is served once it answers", async () => {
  using directory = await installedDirectory();
  await using server = await startEmbedded({ dataDir: directory.path, log, settings: { fsync: "off" } });
  const db = await connectDatabase({ databaseUrl: server.databaseUrl, log, statementTimeoutMs: 400 });
  const thaw = freezeDatabase(directory.path);
  const ask = async (): Promise<number> => {
    const began = performance.now();
    await assert.rejects(db.pool.query("select 1"), (error) => databaseOutage(error) === "unreachable");
    return performance.now() - began;
  };
  await ask(); // on the connection that is there, which ends with it
  assert.ok((await ask()) > 2_500);
  for (let step = 0; step < 3; step += 1) assert.ok((await ask()) < 1_500);
  thaw();
  await until(async () => {
    const answer = await db.pool.query("select 1 as one").catch(() => null);
    return answer?.rows[0]?.one === 1;
  });
  await db.close();
});

test("after the first refusal of a server that has become read-only, new connections are made", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  await db.pool.query("create table themes (merchant_id bigint, settings jsonb)");
  const other = await connectDatabase({ databaseUrl: db.databaseUrl, log, poolSize: 3 });
  const pids = async (): Promise<number[]> => {
    const found = await Promise.all(
      Array.from({ length: 3 }, () => other.pool.query("select pg_backend_pid() as pid, pg_sleep(0.05)")),
    );
    return found.map(({ rows }) => rows[0].pid);
  };
  const before = await pids();
  // What the open connections to a primary are once it was made a standby.
  const clients = await Promise.all(before.map(() => other.pool.connect()));
  for (const client of clients) await client.query("set default_transaction_read_only = on");
  for (const client of clients) client.release();
  const write = () =>
    runInTransaction(other.kysely, async (trx) => {
      await trx.selectFrom("themes").select("merchant_id").execute();
      await trx.insertInto("themes").values({ merchant_id: 1, settings: "{}" }).execute();
    });
  await assert.rejects(write(), (error) => databaseOutage(error) === "read_only");
  const after = await pids();
  assert.deepEqual(
    after.filter((pid) => before.includes(pid)),
    [],
  );
  await write();
  await other.close();
});

test("a connection that finds a standby is ended and made again, and only reads are no database to start with", async () => {
  using directory = await installedDirectory();
  await (await startEmbedded({ dataDir: directory.path, log, settings: { fsync: "off" } })).stop();
  // A real standby that waits for a primary which never comes, and can be promoted.
  writeFileSync(join(directory.path, "postgres", "standby.signal"), "");
  await using server = await startEmbedded({ dataDir: directory.path, log, settings: { fsync: "off" } });
  const { databaseUrl } = server;
  await assert.rejects(connectDatabase({ databaseUrl, log }), /the server is a standby/);
  const operator = new pg.Client(server.superuserUrl);
  await operator.connect();
  // Promoted when the second connection is asked for, and not before.
  let asked = 0;
  const connect = pg.Client.prototype.connect as (this: pg.Client, told: (error: Error) => void) => void;
  const lead = mock.method(pg.Client.prototype, "connect", function (this: pg.Client, told: () => void) {
    asked += 1;
    const go = (): void => connect.call(this, told);
    if (asked === 2) void operator.query("select pg_promote()").then(go);
    else go();
  });
  const db = await connectDatabase({ databaseUrl, log, poolSize: 1 });
  lead.mock.restore();
  assert.equal(asked, 2);
  await db.pool.query("create table after_promotion (id bigint)");
  await operator.end();
  await db.close();
});

test("a transaction whose connection was lost before its first answer is tried again; one that had begun is not", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  const other = await connectDatabase({ databaseUrl: db.databaseUrl, log, poolSize: 1 });
  await other.pool.query("select 1");
  let runs = 0;
  // Lost in the moment in which it is lent.
  other.pool.once("acquire", (client) => void (client as unknown as pg.Client).end());
  const value = await runInTransaction(other.kysely, async () => {
    runs += 1;
    return "done";
  });
  assert.deepEqual([value, runs], ["done", 1]);
  const begun = runInTransaction(other.kysely, async (trx) => {
    runs += 1;
    await trx.executeQuery(CompiledQuery.raw("select 1"));
    await trx.executeQuery(CompiledQuery.raw("select pg_terminate_backend(pg_backend_pid())"));
  });
  await assert.rejects(begun, (error) => databaseOutage(error) === "unreachable");
  assert.equal(runs, 2);
  await other.close();
});

const codes = [
  { code: "08006", is: "unreachable" },
  { code: "57P01", is: "unreachable" },
  { code: "25006", is: "read_only" },
  { code: "53100", is: "full" },
  { code: "53400", is: "full" },
  { code: "ENOSPC", is: "full" },
  { code: "23505", is: null },
  { code: "57014", is: null },
  { code: "40001", is: null },
] as const;
for (const { code, is } of codes) {
  test(`an error ${code} says of the database: ${is ?? "nothing"}`, () => {
    assert.equal(databaseOutage(Object.assign(new Error("it failed"), { code })), is);
  });
}

test("a socket file that is missing is a server that does not run; another missing file is not", async () => {
  const client = new pg.Client({ connectionString: "postgres://wasl@%2Fnowhere:5432/wasl" });
  client.on("error", () => {});
  const refused = await client.connect().catch((error: unknown) => error);
  assert.equal(databaseOutage(refused), "unreachable");
  assert.equal(
    databaseOutage(Object.assign(new Error("no file"), { code: "ENOENT", syscall: "open" })),
    null,
  );
  assert.equal(databaseOutage(new Error("a bug")), null);
  assert.equal(databaseOutage("text"), null);
});
