import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { createTestDatabase } from "#test/database.ts";
import { createStatementNames } from "./prepared.ts";

test("a statement of the query builder is prepared once per connection", async () => {
  await using db = await createTestDatabase();
  await db.kysely.connection().execute(async (connection) => {
    for (const id of [1, 2, 3])
      await connection.selectFrom("merchants").select("id").where("id", "=", id).execute();
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like '%from "merchants"%'`.execute(
      connection,
    );
    assert.deepEqual(
      rows.map(({ statement }) => statement),
      ['select "id" from "merchants" where "id" = $1'],
    );
  });
});

test("a column that is added meanwhile does not break a statement that reads every column", async () => {
  await using db = await createTestDatabase();
  await db.kysely.connection().execute(async (connection) => {
    const read = () => connection.selectFrom("themes").selectAll().where("merchant_id", "=", 1).execute();
    await read();
    await sql`alter table themes add column newer text`.execute(connection);
    assert.deepEqual(await read(), []);
  });
});

test("texts that read every column, and texts beyond the limit, have no name", () => {
  const nameOf = createStatementNames();
  for (const text of [
    'select * from "a"',
    'update "a" set "b" = $1 returning *',
    'select "a".* from "a"',
    'select "a"."b", "c".* from "a", "c"',
  ]) {
    assert.equal(nameOf(text), null, text);
  }
  const first = nameOf("select count(*) from a where b = $1");
  assert.match(first ?? "", /^[\w-]{32}$/);
  for (let index = 0; index < 1_000; index += 1) nameOf(`select ${index} from a`);
  assert.equal(nameOf("select 1000000 from a"), null);
  assert.equal(nameOf("select count(*) from a where b = $1"), first);
});
