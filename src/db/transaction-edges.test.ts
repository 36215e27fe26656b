/** What begins and ends a transaction travels with its statements, and that changes nothing of what a transaction promises. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CompiledQuery, sql, type Transaction } from "kysely";
import pg from "pg";
import { countMessages } from "#test/connection-messages.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { root } from "#test/source-tree.ts";
import { runInTransaction } from "./open.ts";
import type { Schema } from "./schema.ts";
import { withCommit } from "./transaction-edges.ts";

/** A database with a table, and one connection on which `begin` and `commit` are prepared. */
async function startCounting(): Promise<TestDatabase & { readonly values: () => Promise<number[]> }> {
  const db = await createTestDatabase({ migrations: "none", poolSize: 1 });
  await db.pool.query("create table numbers (value bigint primary key)");
  await runInTransaction(db.kysely, async (trx) => {
    await insert(trx, 0);
    await insertLast(trx, -1);
  });
  await db.pool.query("delete from numbers where value < 0");
  const values = async () =>
    (await db.pool.query("select value from numbers order by value")).rows.map(({ value }) => value);
  return { ...db, values };
}

async function insert(trx: Transaction<Schema>, value: number): Promise<void> {
  await sql`insert into numbers values (${value}::bigint)`.execute(trx);
}

async function insertLast(trx: Transaction<Schema>, value: number): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(`${withCommit} insert into numbers values ($1::bigint)`, [value]));
}

/** Whose inside is used by described-once.ts, transaction-edges.ts, prepared.ts and ahead.ts. */
const versionsUsed = { pg: "8.23.1", "pg-pool": "3.14.0" };

test("node-postgres is the one whose inside is used", () => {
  for (const [name, version] of Object.entries(versionsUsed)) {
    const { version: installed } = JSON.parse(
      readFileSync(join(root, "node_modules", name, "package.json"), "utf8"),
    );
    const why =
      `${name} ${installed} is installed, and described-once.ts, transaction-edges.ts, prepared.ts and ahead.ts use the inside of ${version}: Query ` +
      "(prepare, _getRows, handleRowDescription, handleCommandComplete, _result), Client.query and Pool._pendingQueue. Read what changed in lib/query.js, lib/client.js and pg-pool's " +
      "index.js, run the tests of src/db, then write the new version into `versionsUsed`.";
    assert.equal(installed, version, why);
  }
  for (const part of ["prepare", "_getRows", "handleRowDescription", "handleCommandComplete"])
    assert.equal(
      typeof Reflect.get(pg.Query.prototype, part),
      "function",
      `pg.Query has no ${part} any more`,
    );
});

/** How often the server says that it is ready for the next, on the only connection. */
const answersDuring = (db: TestDatabase, work: () => Promise<unknown>): Promise<number> =>
  countMessages(db, "readyForQuery", work);

test("a transaction of two statements is three answers of the server, and one without a statement is none", async () => {
  await using db = await startCounting();
  const ofTwo = await answersDuring(db, () =>
    runInTransaction(db.kysely, async (trx) => {
      await insert(trx, 1);
      await insert(trx, 2);
    }),
  );
  assert.equal(ofTwo, 3);
  assert.equal(await answersDuring(db, () => runInTransaction(db.kysely, async () => {})), 0);
  assert.equal(
    await answersDuring(db, () =>
      runInTransaction(db.kysely, () => Promise.reject(new Error("not wanted"))).catch(() => {}),
    ),
    0,
  );
  assert.deepEqual(await db.values(), [0, 1, 2]);
});

test("a last statement is committed with the rest by one answer, also where it is the only one or others follow", async () => {
  await using db = await startCounting();
  const ofTwo = await answersDuring(db, () =>
    runInTransaction(db.kysely, async (trx) => {
      await insert(trx, 1);
      await insertLast(trx, 2);
    }),
  );
  assert.equal(ofTwo, 2);
  await runInTransaction(db.kysely, (trx) => insertLast(trx, 3));
  await runInTransaction(db.kysely, async (trx) => {
    await insert(trx, 4);
    await insertLast(trx, 5);
    await insert(trx, 6);
  });
  assert.deepEqual(await db.values(), [0, 1, 2, 3, 4, 5, 6]);
});

test("a last statement that is refused commits nothing, and one whose transaction is rolled back is not made", async () => {
  await using db = await startCounting();
  const refused = runInTransaction(db.kysely, async (trx) => {
    await insert(trx, 1);
    await insertLast(trx, 0);
  });
  await assert.rejects(refused, { code: "23505" });
  const unwanted = runInTransaction(db.kysely, async (trx) => {
    await insert(trx, 2);
    await insertLast(trx, 3);
    throw new Error("not wanted");
  });
  await assert.rejects(unwanted, /not wanted/);
  await runInTransaction(db.kysely, (trx) => insert(trx, 4));
  assert.deepEqual(await db.values(), [0, 4]);
});

test("what is judged at the commit refuses it, also where the last statement came with it", async () => {
  await using db = await startCounting();
  await db.pool.query(
    "create table kept (value bigint references numbers deferrable initially deferred); insert into kept values (0)",
  );
  const refused = runInTransaction(db.kysely, async (trx) => {
    await sql`delete from numbers where value = ${0}::bigint`.execute(trx);
    await insertLast(trx, 1);
  });
  await assert.rejects(refused, { code: "23503" });
  assert.deepEqual(await db.values(), [0]);
});

test("what the first statement has written is rolled back with the rest, and its rows arrive", async () => {
  await using db = await startCounting();
  const failing = runInTransaction(db.kysely, async (trx) => {
    const { rows } = await sql`insert into numbers values (${7}::bigint) returning value`.execute(trx);
    assert.deepEqual(rows, [{ value: 7 }]);
    throw new Error("not wanted");
  });
  await assert.rejects(failing, /not wanted/);
  assert.deepEqual(await db.values(), [0]);
});

test("a first statement that is refused ends its transaction, whether it was prepared before or not", async () => {
  await using db = await startCounting();
  for (const _time of [1, 2]) {
    await assert.rejects(
      runInTransaction(db.kysely, (trx) => insert(trx, 0)),
      { code: "23505" },
    );
    const unprepared = runInTransaction(db.kysely, (trx) =>
      sql`insert into missing values (${1}::bigint)`.execute(trx),
    );
    await assert.rejects(unprepared, { code: "42P01" });
  }
  await db.pool.query("create table missing (value bigint)");
  await runInTransaction(db.kysely, (trx) => sql`insert into missing values (${1}::bigint)`.execute(trx));
  await runInTransaction(db.kysely, (trx) => insert(trx, 1));
  assert.deepEqual(await db.values(), [0, 1]);
});

test("where begin fails, the first statement is not executed, and none after it, where the failure is caught", async () => {
  await using db = await startCounting();
  await db.pool.query("deallocate begin");
  await assert.rejects(
    runInTransaction(db.kysely, async (trx) => {
      await insert(trx, 5).catch(() => {});
      await insert(trx, 6);
    }),
    { code: "26000" },
  );
  assert.deepEqual(await db.values(), [0]);
  await sql`insert into numbers values (${7}::bigint)`.execute(db.kysely);
  assert.deepEqual(await db.values(), [0, 7], "outside of it the connection is as good as before");
});

test("a first statement waits for a lock no longer than any other", async () => {
  await using db = await createTestDatabase({ poolSize: 2, migrations: "none", statementTimeoutMs: 400 });
  await db.pool.query("create table numbers (value bigint primary key)");
  await db.pool.query("insert into numbers values (0)");
  await runInTransaction(db.kysely, async (first) => {
    await sql`select from numbers where value = ${0} for update`.execute(first);
    const second = db.kysely.transaction().execute(async (trx) => {
      await sql`select from numbers where value = ${0} for update`.execute(trx);
    });
    await assert.rejects(second, { code: "55P03" });
  });
});

test("where the connection is lost with the first statement all of it is tried again, and where it is lost later nothing is", async () => {
  await using db = await startCounting();
  await using killer = await createTestDatabase({ migrations: "none" });
  const { rows } = await db.pool.query("select pg_backend_pid() as pid");
  let runs = 0;
  const writing = (killedBefore: "first" | "second") =>
    runInTransaction(db.kysely, async (trx) => {
      runs += 1;
      const kill = async () => {
        const pid = killedBefore === "first" ? rows[0].pid : await pidOf(trx);
        await killer.pool.query("select pg_terminate_backend($1)", [pid]);
      };
      if (killedBefore === "first" && runs === 1) await kill();
      await insert(trx, runs);
      if (killedBefore === "second") {
        await kill();
        await insert(trx, 100);
      }
    });
  await writing("first");
  assert.equal(runs, 2);
  assert.deepEqual(await db.values(), [0, 2]);
  runs = 10;
  await assert.rejects(writing("second"));
  assert.equal(runs, 11);
  assert.deepEqual(await db.values(), [0, 2]);
});

async function pidOf(trx: Transaction<Schema>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  return rows[0]?.pid ?? 0;
}
