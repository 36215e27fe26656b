import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Kysely, sql } from "kysely";
import type pg from "pg";
import type { Log } from "#core/ports.ts";
import { createTestDatabase } from "#test/database.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { connectDatabase, isInTransaction, openDatabase, runInTransaction } from "./open.ts";
import type { Schema } from "./schema.ts";

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };

const columns = [
  { sql: "42::bigint", arrives: 42 },
  { sql: "9007199254740991", arrives: 9007199254740991 },
  { sql: "(-9007199254740991)::bigint", arrives: -9007199254740991 },
  { sql: "count(*)", arrives: 1 },
  { sql: "null::bigint", arrives: null },
  { sql: "array[1, null, 3]::bigint[]", arrives: [1, null, 3] },
  { sql: "'{}'::bigint[]", arrives: [] },
  { sql: "19.90::numeric", arrives: "19.90" },
  { sql: "sum(5::bigint)", arrives: "5" },
  { sql: "'2026-11-20 10:00:00.123+03'::timestamptz", arrives: new Date("2026-11-20T07:00:00.123Z") },
  { sql: "'2026-11-20'::date", arrives: "2026-11-20" },
  { sql: "'2026-11-20 23:00+00'::timestamptz::date", arrives: "2026-11-20" },
  { sql: "'{\"a\": 1}'::jsonb", arrives: { a: 1 } },
];
for (const { sql, arrives } of columns) {
  test(`${sql} arrives as ${JSON.stringify(arrives)}`, async () => {
    await using db = await createTestDatabase({ migrations: "none" });
    const { rows } = await db.pool.query(`select ${sql} as value`);
    assert.deepEqual(rows, [{ value: arrives }]);
  });
}

test("a bigint that a number cannot hold is refused, and the pool continues", async () => {
  await using db = await createTestDatabase({ migrations: "none", poolSize: 1 });
  for (const sql of ["9007199254740992", "(-9007199254740992)::bigint", "array[9007199254740993]"]) {
    await assert.rejects(db.pool.query(`select ${sql} as value`), /too large to be exact/);
  }
  assert.deepEqual((await db.pool.query("select 1 as one")).rows, [{ one: 1 }]);
});

test("sessions end what hangs, and count days the same on every server", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  const { rows } = await db.pool.query("select current_database() as name");
  await db.pool.query(`alter database ${rows[0].name} set timezone = 'Asia/Riyadh'`);
  const other = await connectDatabase({ databaseUrl: db.databaseUrl, log });
  const settings = await other.pool.query(
    "select name, setting from pg_settings where name in ('statement_timeout', 'lock_timeout', " +
      "'idle_in_transaction_session_timeout', 'application_name', 'TimeZone') order by name",
  );
  await other.close();
  assert.deepEqual(settings.rows, [
    { name: "TimeZone", setting: "UTC" },
    { name: "application_name", setting: "wasl" },
    { name: "idle_in_transaction_session_timeout", setting: "15000" },
    { name: "lock_timeout", setting: "3000" },
    { name: "statement_timeout", setting: "8000" },
  ]);
});

async function terminate(db: { readonly pool: pg.Pool }, pid: number): Promise<void> {
  await db.pool.query("select pg_terminate_backend($1)", [pid]);
}

test("a lost connection is logged and replaced, whether it was idle or at work", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  const events: string[] = [];
  const warn = (event: string) => events.push(event);
  const other = await connectDatabase({ databaseUrl: db.databaseUrl, log: { ...log, warn }, poolSize: 1 });

  const idle = await other.pool.query("select pg_backend_pid() as pid");
  const removed = new Promise((resolve) => other.pool.once("remove", resolve));
  await terminate(db, idle.rows[0].pid);
  await removed;
  assert.deepEqual([...new Set(events.splice(0))], ["database_connection_lost"]);

  const busy = await other.pool.connect();
  const { rows } = await busy.query("select pg_backend_pid() as pid");
  const ended = new Promise<void>((resolve) => busy.once("end", resolve));
  await terminate(db, rows[0].pid);
  await ended;
  busy.release();
  assert.deepEqual([...new Set(events)], ["database_connection_lost"]);

  assert.deepEqual((await other.pool.query("select 1 as one")).rows, [{ one: 1 }]);
  await other.close();
});

test("a database that cannot be reached is refused with a sentence that holds no password", async () => {
  const databaseUrl = "postgres://wasl:hunter2@127.0.0.1:1/wasl";
  await assert.rejects(connectDatabase({ databaseUrl, log }), (error: Error) => {
    assert.match(
      error.message,
      /^The database cannot be reached \(connect ECONNREFUSED .*\); is DATABASE_URL right/,
    );
    assert.doesNotMatch(String(error.stack) + String(error.cause), /hunter2/);
    return true;
  });
});

test("an address of another kind is refused without repeating it", async () => {
  const databaseUrl = "mysql://wasl:hunter2@localhost/wasl";
  await assert.rejects(connectDatabase({ databaseUrl, log }), {
    message: "DATABASE_URL must be an address such as postgres://user:password@host:5432/database.",
  });
});

test("without an address the built-in server is opened, and closing stops it", async () => {
  using directory = temporaryDirectory();
  const database = await openDatabase({ dataDir: directory.path, log });
  const pidFile = join(directory.path, "postgres", "postmaster.pid");
  assert.deepEqual((await database.pool.query("select current_user as name")).rows, [{ name: "wasl" }]);
  assert.ok(existsSync(pidFile));
  await database.close();
  await database.close();
  assert.ok(!existsSync(pidFile));
});

test("closing resolves when every connection has ended, those that were given away broken as well", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  const other = await connectDatabase({ databaseUrl: db.databaseUrl, log });
  const clients = await Promise.all(Array.from({ length: 5 }, () => other.pool.connect()));
  let open = clients.length;
  for (const client of clients) client.once("end", () => --open);
  for (const [index, client] of clients.entries()) client.release(index === 0);
  await other.close();
  assert.equal(open, 0);
});

test("a stop of the built-in server tells of no lost connection", async () => {
  using directory = temporaryDirectory();
  const complaints: string[] = [];
  const complain = (event: string) => complaints.push(event);
  const database = await openDatabase({
    dataDir: directory.path,
    log: { ...log, warn: complain, error: complain },
  });
  await Promise.all(Array.from({ length: 10 }, () => database.pool.query("select pg_sleep(0.01)")));
  await database.close();
  assert.deepEqual(complaints, []);
});

test("a transaction is committed when its work resolves and rolled back when it rejects", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  await db.pool.query("create table themes (merchant_id bigint, settings jsonb)");
  const add = (merchantId: number) =>
    runInTransaction(db.kysely, async (transaction) => {
      await transaction.insertInto("themes").values({ merchant_id: merchantId, settings: "{}" }).execute();
      if (merchantId < 0) throw new Error("no such merchant");
      return merchantId;
    });
  assert.equal(await add(7), 7);
  await assert.rejects(add(-1), /no such merchant/);
  const rows = await db.kysely.selectFrom("themes").select("merchant_id").execute();
  assert.deepEqual(rows, [{ merchant_id: 7 }]);
});

test("code knows whether it runs inside a transaction, at any depth, and only while it is open", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  assert.equal(isInTransaction(), false);
  const finished = Promise.withResolvers<void>();
  let leftBehind: Promise<boolean> | undefined;
  await runInTransaction(db.kysely, async () => {
    assert.equal(isInTransaction(), true);
    leftBehind = finished.promise.then(isInTransaction);
    const deeper = async () => {
      await db.pool.query("select 1");
      return isInTransaction();
    };
    assert.equal(await deeper(), true);
  });
  assert.equal(isInTransaction(), false);
  finished.resolve();
  assert.equal(await leftBehind, false);
});

test("a transaction inside a transaction is refused, so that a full pool cannot wait for itself", async () => {
  await using db = await createTestDatabase({ migrations: "none", poolSize: 1 });
  await assert.rejects(
    runInTransaction(db.kysely, () => runInTransaction(db.kysely, async () => {})),
    /already open here/,
  );
  await runInTransaction(db.kysely, async () => {});
});

/** Two transactions take two rows in opposite order, each its second only once both have their first. */
async function crossRows(db: { readonly kysely: Kysely<Schema> }): Promise<readonly number[]> {
  const firstTaken = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const take = (trx: Kysely<Schema>, id: number) =>
    trx.updateTable("merchants").set({ username: "taken" }).where("id", "=", id).execute();
  const cross = async (own: number): Promise<number> => {
    let runs = 0;
    await runInTransaction(db.kysely, async (trx) => {
      runs += 1;
      await take(trx, own + 1);
      firstTaken[own]?.resolve();
      await firstTaken[1 - own]?.promise;
      await take(trx, 2 - own);
    });
    return runs;
  };
  return await Promise.all([cross(0), cross(1)]);
}

test("of two transactions that wait for each other, one that the database ended runs again and both are done", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  await db.pool.query("create table merchants (id bigint primary key, username text)");
  await db.pool.query("insert into merchants values (1, 'free'), (2, 'free')");
  // Both are ended where both look who waits for whom before one of them has let go, and may then meet again.
  const most = Math.max(...(await crossRows(db)));
  assert.ok(most > 1, `${most} runs`);
  const rows = await db.kysely.selectFrom("merchants").select(["id", "username"]).orderBy("id").execute();
  assert.deepEqual(rows, [
    { id: 1, username: "taken" },
    { id: 2, username: "taken" },
  ]);
});

test("a transaction that others overtook runs again three times at most, and nothing of its earlier runs stays", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  await db.pool.query("create table merchants (id bigint primary key, username text)");
  await db.pool.query("insert into merchants values (1, '')");
  const append = async (text: string, mostOvertaken: number): Promise<number> => {
    let runs = 0;
    await runInTransaction(db.kysely, async (trx) => {
      runs += 1;
      await sql`set transaction isolation level repeatable read`.execute(trx);
      await trx.selectFrom("merchants").select("id").execute();
      if (runs <= mostOvertaken) await db.pool.query("update merchants set username = username || 'x'");
      await sql`update merchants set username = username || ${text}`.execute(trx);
    });
    return runs;
  };
  assert.equal(await append("a", 3), 4);
  await assert.rejects(append("b", 4), { code: "40001" });
  const { username } = await db.kysely.selectFrom("merchants").select("username").executeTakeFirstOrThrow();
  assert.equal(username, "xxxaxxxx");
});
