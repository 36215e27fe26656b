/** What is described once is read as if it were described each time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CompiledQuery } from "kysely";
import { countMessages } from "#test/connection-messages.ts";
import { createTestDatabase } from "#test/database.ts";
import { runInTransaction } from "./open.ts";
import { withCommit } from "./transaction-edges.ts";

const rowsSql = `select n, n::bigint * 10 as "tens", date '2026-01-31' + n as day, array[n::bigint, null] as list,
  case when n > 1 then 'كلمة' end as word from generate_series(1, $1) n`;
const row = (n: number, day: string) => ({
  n,
  tens: n * 10,
  day,
  list: [n, null],
  word: n > 1 ? "كلمة" : null,
});
const allRows = [row(1, "2026-02-01"), row(2, "2026-02-02")];

test("a prepared statement is described once on its connection, and all its rows are read alike", async () => {
  await using db = await createTestDatabase({ migrations: "none", poolSize: 1 });
  const ask = async (count: number) =>
    (await db.pool.query({ name: "rows", text: rowsSql, values: [count] })).rows;
  const other = async () =>
    (await db.pool.query({ name: "other", text: "select $1::text as n, 2 as day", values: ["one"] })).rows;
  const descriptions = await countMessages(db, "rowDescription", async () => {
    assert.deepEqual(await ask(2), allRows);
    assert.deepEqual(await other(), [{ n: "one", day: 2 }]);
    assert.deepEqual(await ask(1), allRows.slice(0, 1));
    assert.deepEqual(await ask(0), []);
    assert.deepEqual(await other(), [{ n: "one", day: 2 }]);
    assert.deepEqual(await ask(2), allRows);
  });
  assert.equal(descriptions, 2);
});

test("each connection has its own description, and a callback gets what a promise does", async () => {
  await using db = await createTestDatabase({ migrations: "none", poolSize: 2 });
  const query = { name: "rows", text: rowsSql, values: [2] };
  const [one, two] = [await db.pool.connect(), await db.pool.connect()];
  for (const client of [one, two, one, two]) assert.deepEqual((await client.query(query)).rows, allRows);
  const called = await new Promise((resolve, reject) => {
    void one.query(query, (error, result) => (error ? reject(error) : resolve(result.rows)));
  });
  assert.deepEqual(called, allRows);
  one.release();
  two.release();
});

test("a statement that fails, first or later, is answered as before once it succeeds", async () => {
  await using db = await createTestDatabase({ migrations: "none", poolSize: 1 });
  const divide = async (by: number) =>
    (await db.pool.query({ name: "divide", text: "select 12 / $1::int as part", values: [by] })).rows;
  const exact = async (power: number) =>
    (await db.pool.query({ name: "exact", text: "select (2 ^ $1::int)::bigint as number", values: [power] }))
      .rows;
  for (const round of [1, 2]) {
    await assert.rejects(divide(0), { code: "22012" }, `round ${round}`);
    assert.deepEqual(await divide(4), [{ part: 3 }]);
    await assert.rejects(exact(60), RangeError, `round ${round}`);
    assert.deepEqual(await exact(3), [{ number: 8 }]);
  }
});

test("statements that give no rows, and those beside the edges of a transaction, are not confused", async () => {
  await using db = await createTestDatabase({ migrations: "none", poolSize: 1 });
  await db.pool.query("create table numbers (value bigint primary key, word text)");
  const run = (text: string, ...values: unknown[]) => CompiledQuery.raw(text, values);
  for (const value of [1, 2, 3])
    await runInTransaction(db.kysely, async (trx) => {
      const first = await trx.executeQuery(
        run("insert into numbers values ($1, 'a') returning value, word", value),
      );
      assert.deepEqual(first.rows, [{ value, word: "a" }]);
      const second = await trx.executeQuery(run("update numbers set word = 'b' where value = $1", value));
      assert.deepEqual([second.rows, second.numAffectedRows], [[], 1n]);
      await trx.executeQuery(run(`${withCommit} insert into numbers values ($1, 'c')`, value + 10));
    });
  const all = async (from: number) =>
    (await db.kysely.executeQuery(run("select value, word from numbers where value >= $1 order by 1", from)))
      .rows;
  for (const _round of [1, 2])
    assert.deepEqual(await all(3), [
      { value: 3, word: "b" },
      { value: 11, word: "c" },
      { value: 12, word: "c" },
      { value: 13, word: "c" },
    ]);
});
