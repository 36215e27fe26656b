/**
 * A statement that joins two tables of merchants names the merchant first in the join: a database that spreads rows by merchant
 * finds both on one shard, and the planner knows how many rows a foreign key leads to. Conditions of subqueries are not read.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "#test/database.ts";
import { isTest, readSources } from "#test/source-tree.ts";

/** A link is found by what a buyer has presented; who works in a test world is a member of its live shop. */
const known = [
  "src/server/products/link-views.ts: join product_links l on l.link_identity",
  'src/server/push/push-store.ts: Join("memberships as s", (join',
];

/** Joins of these tables that begin with something else, as SQL and as the query builder have them. */
function joinsWithoutMerchant(text: string, tables: readonly string[]): readonly string[] {
  const named = `(?:${tables.join("|")})`;
  const inSql = `join ${named}(?: as)? (\\w+)\\s+on (?!\\1\\.merchant_id = )[\\w.]*`;
  const begins = `\\s*(?:\\(join\\)\\s*=>\\s*join\\s*\\.on(?:Ref)?\\(\\s*)?"\\2\\.merchant_id"`;
  const inBuilder = `Join\\(\\s*"(?=${named}\\b)(?:\\w+ as )?(\\w+)",(?!${begins})[^)]*`;
  return [...text.matchAll(new RegExp(`\\b${inSql}|${inBuilder}`, "g"))].map(([found]) => found);
}

test("a join of two tables of merchants begins with the merchant", async () => {
  await using db = await createTestDatabase();
  const { rows } = await db.pool.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')`);
  const tables = rows.map(({ name }) => name);
  const found = readSources(["src"])
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) => joinsWithoutMerchant(text, tables).map((join) => `${path}: ${join}`));
  assert.deepEqual(found, known);
});

test("a join by an id alone is found, in SQL and in the query builder", () => {
  const wrong = [
    "join orders o on o.id",
    'Join("orders as o", "o.id", "a.order_id"',
    'Join("orders", "orders.id", "a.order_id"',
    'Join("orders as o", (join',
  ];
  for (const join of wrong)
    assert.deepEqual(joinsWithoutMerchant(`${join}) => join.onRef("o.id", `, ["orders"]), [join]);
  const right = [
    "join orders o on o.merchant_id = a.merchant_id and o.id = a.order_id",
    'Join("orders as o", (join) =>\n  join.onRef("o.merchant_id", "=", "a.merchant_id").onRef("o.id", "=", "a.order_id"))',
    'Join("orders", "orders.merchant_id", "m.id")',
    "join merchants m on m.id = o.merchant_id",
  ];
  for (const join of right) assert.deepEqual(joinsWithoutMerchant(join, ["orders"]), []);
});
