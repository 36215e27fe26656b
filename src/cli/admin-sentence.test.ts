/** What an operator reads when a command fails: a refusal of the database is called one, and nothing else is. */
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { test } from "node:test";
import { getSystemErrorName } from "node:util";
import { Problem } from "#core/problem.ts";
import { createTestDatabase } from "#test/database.ts";
import { sentenceOf } from "./admin-sentence.ts";

/** As Node makes it of what the system answers. */
function fileError(errno: number): Error {
  const code = getSystemErrorName(errno);
  return Object.assign(new Error(`${code}: said by the system, mkdir '/archive/2026'`), {
    ...{ errno, code, syscall: "mkdir", path: "/archive/2026" },
  });
}

test("a folder that may not be written to is not called a refusal of the database", async () => {
  for (const errno of [-1, -13, -30, -28, -18, -16])
    assert.match(sentenceOf(fileError(errno)), /\/archive\/2026/, getSystemErrorName(errno));
  const real = await mkdir("/dev/null/archive").catch((error: unknown) => error);
  assert.match(sentenceOf(real), /\/dev\/null/);
});

test("what the database refuses is named by its code, and a table that is missing as a release that was not started", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  const said = async (statement: string): Promise<string> =>
    sentenceOf(await db.pool.query(statement).catch((error: unknown) => error));
  assert.match(await said("select 1 / 0"), /^The database refused it \(22012\)\. Nothing was changed\.$/);
  assert.match(await said("select from merchants"), /has not the shape of this release/);
  assert.match(sentenceOf(new Problem("tax_unit_held")), /restored from a backup/);
});
