/** What the compiler cannot say of the list: which tables lead to orders or clients, and that what is called erased is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { erasers } from "#contract/privacy.ts";
import type { Schema } from "#db/schema.ts";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { columnsOfBuyers } from "#test/columns-of-buyers.ts";
import { createTestDatabase } from "#test/database.ts";
import { type Column, dropRules, needRow } from "#test/rows-of-tables.ts";
import { eraseAgedBuyers } from "./erase-by-age.ts";
import { isErased, textsOfBuyers } from "./texts-of-buyers.ts";

/** Stands in every column that is erased. An address, so that the buyer is found by it. */
const mark = "mark@example.com";
const inHex = Buffer.from(mark).toString("hex");

test("a table that leads to an order or a client says of each of its texts whether it is erased", async () => {
  await using db = await createTestDatabase();
  const { rows } = await db.pool.query<{ name: string }>(`
    with recursive concerned as (
      select c.oid from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and (c.relname in ('orders', 'clients') or exists (select from pg_attribute a where a.attrelid = c.oid
          and a.attname ~ '^(order|client)_(id|number|name|mobile|email)$' and not a.attisdropped))
      union
      select f.conrelid from pg_constraint f join concerned l on f.confrelid = l.oid where f.contype = 'f'
    ) select relname as name from pg_class join concerned using (oid) order by 1`);
  assert.ok(rows.length > 40, "the statement finds the tables that lead there");
  const unsaid = rows.filter(({ name }) => typeof (textsOfBuyers[name as keyof Schema] ?? "") === "string");
  assert.deepEqual(unsaid, [], "say it in texts-of-buyers.ts column by column, not of the whole table");
});

test("what is called erased is nowhere in the database once its buyer asks, and each statement says that it took it", async () => {
  await using shop = await startTestApp();
  await fillAll(shop);
  const reply = await shop.app.inject({
    method: "POST",
    url: "/api/v1/buyers/erase",
    headers: { authorization: `Bearer ${shop.apiKey}` },
    payload: { buyer: mark },
  });
  assert.equal(reply.statusCode, 200, reply.body);
  const { erased } = reply.json();
  assert.deepEqual(Object.keys(erased), erasers);
  assert.deepEqual(
    Object.keys(erased).filter((eraser) => erased[eraser] === 0),
    [],
    "each of these has erased nothing: texts-of-buyers.ts says which columns or rows it takes out, erase-from-orders.ts how",
  );
  assert.deepEqual(await left(shop), []);
});

test("what is called erased is nowhere in the database once its time is over", async () => {
  await using shop = await startTestApp({ env: { WASL_BUYER_DATA_MONTHS: "24" } });
  await fillAll(shop);
  shop.clock.advance(3 * 366 * 24 * 60 * 60_000);
  assert.equal(await eraseAgedBuyers(shop.services), 1);
  assert.deepEqual(await left(shop), []);
});

/** Tables whose rows go, also those without any text. */
const goneWhole = Object.keys(textsOfBuyers).filter((table) =>
  isErased(textsOfBuyers[table as keyof Schema]),
);

/** What was not erased: tables in which the mark stands, and tables with a row that was to go. */
async function left(shop: TestApp): Promise<readonly string[]> {
  const found = new Set(await marked(shop));
  for (const table of goneWhole) {
    const { rowCount } = await shop.db.pool.query(`select from "${table}" limit 1`);
    if (rowCount) found.add(table);
  }
  return [...found];
}

/** Tables in which the mark stands. */
async function marked(shop: TestApp): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of Object.keys(textsOfBuyers)) {
    const { rowCount } = await shop.db.pool.query(
      `select from "${name}" t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0`,
      [mark, inHex],
    );
    if (rowCount) found.push(name);
  }
  return found;
}

/** A paid order, a row of it in every table whose rows go, and the mark in every column that is called erased. */
async function fillAll(shop: TestApp): Promise<void> {
  const orderNumber = await issueInvoice(shop);
  assert.equal((await payByCard(shop, orderNumber)).statusCode, 200);
  for (const table of goneWhole) await needRow(shop.db.pool, table);
  const filled: string[] = [];
  for (const { table, columns } of await columnsOfBuyers(shop.db.pool)) {
    await fill(shop, { table, orderNumber, columns: columns.filter(({ name }) => name !== "state") });
    filled.push(table);
  }
  assert.deepEqual((await marked(shop)).toSorted(), filled.toSorted());
}

/** Puts the mark into all rows of a table: those that the order has made, else one of its own. Which values fit together is left aside. */
async function fill(
  { db: { pool } }: TestApp,
  of: { readonly table: string; readonly orderNumber: string; readonly columns: readonly Column[] },
): Promise<void> {
  await needRow(pool, of.table);
  await pool.query(`alter table "${of.table}" disable trigger user`);
  await dropRules(pool, of.table);
  // An answer that is kept for repetition names the order that it is about.
  const text = of.table === "idempotency_keys" ? `${mark} ${of.orderNumber}` : mark;
  await pool.query(
    `update "${of.table}" set ${of.columns.map(({ name }, index) => `"${name}" = $${index + 1}`).join(", ")}`,
    of.columns.map(({ type }) => (texts[type] ?? assert.fail(`no text of the type ${type}`))(text)),
  );
  await pool.query(`alter table "${of.table}" enable trigger user`);
}

/** Values of the types that hold texts. Drafts and quotes name their buyer under `client`. */
const texts: Readonly<Record<string, (word: string) => unknown>> = {
  text: (word) => word,
  jsonb: (word) => JSON.stringify({ client: word, note: word }),
  ARRAY: (word) => [word],
  bytea: (word) => Buffer.from(word),
};
