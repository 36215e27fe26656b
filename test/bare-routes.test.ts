import assert from "node:assert/strict";
import { test } from "node:test";
import * as create from "#bench/limits/create.ts";
import * as load from "#bench/limits/load.ts";
import * as pay from "#bench/limits/pay.ts";
import { createTestDatabase } from "#test/database.ts";

test("every statement of the bare routes fits the database as it is migrated", async () => {
  await using db = await createTestDatabase();
  const statements = Object.entries({ ...create, ...load, ...pay }).filter(([name]) => name.endsWith("Sql"));
  assert.equal(statements.length, 7);
  for (const [name, text] of statements)
    await assert.doesNotReject(db.pool.query(`prepare ${name} as ${String(text)}`), name);
});
