/** Rows that tests make up are such that a right call is answered: what is made up for a table without one is no fault of the call. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Schema } from "#db/schema.ts";
import { textsOfBuyers } from "#server/privacy/texts-of-buyers.ts";
import { issueInvoice, payByCard } from "./app-harness.ts";
import { leaveTraces } from "./buyers-traces.ts";
import { columnsOfBuyers } from "./columns-of-buyers.ts";
import { type Shop, startShop } from "./console.ts";
import { answersOf, callsOf } from "./every-answer.ts";
import { fillShop } from "./isolation-things.ts";
import { merchantApiOf } from "./merchant-api.ts";
import { columnsOfLists, dropRules, needRow } from "./rows-of-tables.ts";

/** A chain of hashes that proves itself, and what belongs to one of its documents. */
const notMadeUp = ["tax_envelopes", "tax_submissions", "tax_submission_tries", "tax_clearances"];

/** Fills what is empty; gives the tables of which no row was made up. */
async function fillTables({ db }: Shop, tables: readonly string[]): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const table of tables)
    await needRow(db.pool, table).catch((error: unknown) => {
      assert.match(String(error), /is made up/, `${table}: ${error}`);
      refused.push(table);
    });
  return refused;
}

/** Calls of an owner that read lists, each made once: one that is not answered throws. */
async function readLists(shop: Shop, things: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const person = { shop, role: "owner", cookie: await shop.signIn(await shop.addPerson("owner")) } as const;
  const lists = callsOf("owner", "read").filter((call) => !call.includes("/:") && !call.endsWith("/stream"));
  const silent: string[] = [];
  for (const call of lists) {
    const answers = await answersOf(person, call, { things, several: {}, searched: ["نورة"] });
    if (answers.length === 0) silent.push(call);
  }
  assert.ok(lists.length > 40, "the lists of the contract are found");
  return silent;
}

test("a shop that has something of everything reads each of its lists, whatever else its tables have", async () => {
  await using shop = await startShop();
  const things = await fillShop(merchantApiOf(shop));
  await leaveTraces(shop, things);
  const tables = Object.keys(textsOfBuyers) as readonly (keyof Schema)[];
  assert.deepEqual((await fillTables(shop, tables)).toSorted(), notMadeUp.toSorted());
  assert.deepEqual(await readLists(shop, things), []);
});

test("so does a shop with one paid order, whatever its tables have of buyers", async () => {
  await using shop = await startShop();
  await payByCard(shop, await issueInvoice(shop));
  const tables = (await columnsOfBuyers(shop.db.pool)).map(({ table }) => table);
  assert.deepEqual(await fillTables(shop, tables), []);
  const { rows } = await shop.db.pool.query("select id from clients limit 1");
  const { rows: events } = await shop.db.pool.query("select public_id as id from events limit 1");
  assert.deepEqual(
    await readLists(shop, { clientId: String(rows[0]?.id), eventId: String(events[0]?.id) }),
    ["GET /api/v1/events"],
    "an event that has no place yet is no place to read from",
  );
});

test("a reply that its contract does not take fails with the name of the field, and not with what is in it", async () => {
  await using shop = await startShop();
  await payByCard(shop, await issueInvoice(shop));
  const { pool } = shop.db;
  await needRow(pool, "return_requests");
  assert.ok((await columnsOfLists(pool, "return_requests")).has("reason"));
  await dropRules(pool, "return_requests");
  await pool.query("alter table return_requests disable trigger user");
  await pool.query("update return_requests set reason = 'unheard'");
  const person = { shop, role: "owner", cookie: await shop.signIn(await shop.addPerson("owner")) } as const;
  const read = answersOf(person, "GET /api/v1/return-requests", { things: {}, several: {}, searched: [] });
  await assert.rejects(read, /500.*items\.0\.reason/);
  assert.ok(!shop.logLines.join().includes("unheard"));
});
