import assert from "node:assert/strict";
import { test } from "node:test";
import { tracesInDatabase, tracesInOutput, typedCards } from "./card-traces.ts";
import { createTestDatabase } from "./database.ts";

const cards = ["4508750015741019", "371881887105009"];

/** One card number in the forms in which it may be kept. */
const kept: readonly string[] = [
  "4508750015741019",
  "x4508750015741019y",
  "4508 7500 1574 1019",
  "4508-7500-1574-1019 12/39",
  "4508\u00a07500\u00a01574\u00a01019",
  "4508  7500  1574  1019",
  "12 4508750015741019 100",
  "٤٥٠٨٧٥٠٠١٥٧٤١٠١٩",
  "٤٥٠٨ ٧٥٠٠ ١٥٧٤ ١٠١٩",
  "۴۵۰۸۷۵۰۰۱۵۷۴۱۰۱۹",
  "3718 818871 05009",
];

for (const text of kept) {
  test(`${JSON.stringify(text)} is found in the output, with its line`, () => {
    const line = JSON.stringify({ level: "info", text });
    assert.deepEqual(tracesInOutput(`ready\n${line}\nstopped\n`, cards), [`line 2: ${line}`]);
  });
}

test("a number that only redaction kept out of the log is found as well", () => {
  assert.deepEqual(tracesInOutput('{"text":"[PAN]"}', cards), ['line 1: {"text":"[PAN]"}']);
});

test("what is no card number of ours is left alone, in the output and in the database", async () => {
  const output = "450875xxxxxx1019\n4508750015741018\n+966 55 123 4567\n2026-11-20T08:30:00.123Z";
  assert.deepEqual(tracesInOutput(output, cards), []);
  await using db = await createTestDatabase();
  await db.pool.query("create table notes (note text)");
  await db.pool.query("insert into notes values ($1), (null)", [output]);
  assert.deepEqual(await tracesInDatabase(db.pool, cards), []);
});

test("a number is found in every kind of column of every table, with the place", async () => {
  await using db = await createTestDatabase();
  await db.pool.query('create schema "Other"');
  await db.pool.query(
    `create table "Other"."Odd Name" (id int, "Note" text, body jsonb, raw json, list text[], file bytea, number numeric)`,
  );
  const [card = "", ...others] = kept;
  const json = JSON.stringify({ deep: [{ note: "٤٥٠٨٧٥٠٠١٥٧٤١٠١٩" }] });
  const file = Buffer.from(`\u0000${card}\u00ff`);
  await db.pool.query(
    'insert into "Other"."Odd Name" values (1, $1, $2, $2::jsonb::json, array[$1], $3, $4)',
    [`text ${card}.`, json, file, card],
  );
  for (const text of others) await db.pool.query('insert into "Other"."Odd Name" values (2, $1)', [text]);
  const table = '"Other"."Odd Name"';
  assert.deepEqual(await tracesInDatabase(db.pool, cards), [
    `${table}."Note" (${kept.length} rows)`,
    ...["body", "raw", "list", "file", "number"].map((column) => `${table}.${column} (1 row)`),
  ]);
});

test("the cards that are looked for are those of the browser tests and of the simulated gateway", () => {
  const typed = typedCards("e2e");
  // The canary; one that tests pay with; written in groups; with a wrong check digit; of the page for testers.
  for (const card of [
    "4508750015741019",
    "5123450000000008",
    "5123490000000008",
    "4111111111111112",
    "371449635398431",
    "4012000033330026",
  ])
    assert.ok(typed.includes(card), card);
  // A VAT number and an order number.
  for (const other of ["310122393500003", "0000000000000000"]) assert.ok(!typed.includes(other), other);
});
