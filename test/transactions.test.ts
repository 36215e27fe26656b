/** Which code opens transactions: the HTTP client and the commit listeners know of those of `runInTransaction` alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isTest, readSources } from "./source-tree.ts";

/** The query builder's way to open one, or a statement that does. */
const opensTransaction =
  /\.transaction\(\)|["'`]\s*(?:begin|start transaction)(?:["'`;]|\s+(?:isolation|read|transaction|work)\b)/i;

/** Files that open a transaction, each with its reason. */
const openers: Readonly<Record<string, string>> = {
  "src/db/open.ts": "runInTransaction",
  "src/db/transaction-edges.ts": "how the statement of runInTransaction travels",
  "src/db/migrate.ts":
    "before anything is served, on a connection without limits on time, repeated after a deadlock",
  "src/db/backup/long-connection.ts":
    "copies a whole database on a connection of its own, without limits on time",
  "src/server/backup/make-backup.ts": "names the isolation of long-connection.ts",
  "src/server/backup/restore-backup.ts": "calls long-connection.ts",
  "src/server/http/readiness.ts":
    "one message of fixed statements, the transaction in it included; no code runs inside",
};

test("every transaction is one that the HTTP client and commit listeners know of, or is listed with its reason", () => {
  const found = readSources(["src"])
    .filter(({ path, text }) => !isTest(path) && opensTransaction.test(text))
    .map(({ path }) => path);
  assert.deepEqual(found.sort(), Object.keys(openers).sort(), "runInTransaction (db/open.ts) opens them");
});

test("a transaction is found however it is opened", () => {
  for (const text of [
    "kysely.transaction().execute(work)",
    'client.query("begin")',
    "query('BEGIN; select 1')",
    'query("begin isolation level serializable")',
    "sql`start transaction read only`",
  ])
    assert.match(text, opensTransaction);
  for (const text of [
    'summary: "Begin another series"',
    "commit(begin)",
    '"begin another series of numbers"',
  ])
    assert.doesNotMatch(text, opensTransaction);
});
