/** Each index costs every write of its table: none repeats what another gives. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "#test/database.ts";

test("no index has only the first columns of another one of its table", async () => {
  await using db = await createTestDatabase();
  const { rows } = await db.pool.query<{ name: string; of: string }>(`
    with plain as (
      select x.indexrelid::regclass::text as name, x.indrelid, x.indisunique, x.indkey::text as columns
      from pg_index x join pg_class c on c.oid = x.indexrelid join pg_am m on m.oid = c.relam
      where c.relnamespace = 'public'::regnamespace and m.amname = 'btree' and x.indpred is null and x.indexprs is null)
    select a.name, b.name as of from plain a join plain b on b.indrelid = a.indrelid and b.name <> a.name
    where not a.indisunique and starts_with(b.columns || ' ', a.columns || ' ')`);
  assert.deepEqual(rows, []);
});
