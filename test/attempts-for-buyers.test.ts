/** What is said to buyers of an attempt follows `attemptForBuyer` (server/payments/attempt-for-buyer.ts): its state alone says less than is known. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isTest, listFiles, root } from "./source-tree.ts";

/** Where the states themselves are meant: the flow of a payment, and the files of merchants. */
const ofStates = /^src\/server\/(?:payments|exports)\//;

/** A table or a set of texts with a key for each state has this one, and no other table has it. */
const keyedByState = /Record<\s*AttemptState\b|(?<!\.)\bawaiting_buyer"?\s*:/;

const tables = ["src/server", "src/web", "src/methods"]
  .flatMap(listFiles)
  .filter((path) => /\.(?:tsx?|json)$/.test(path) && !isTest(path))
  .filter((path) => {
    const code = readFileSync(join(root, path), "utf8").replaceAll(/case "\w+":/g, "");
    return keyedByState.test(code);
  });

test("no page, text or server folder outside of payments has a table by the states of attempts: it asks `attemptForBuyer`", () => {
  assert.deepEqual(
    tables.filter((path) => !ofStates.test(path)),
    [],
  );
});

test("such tables are found, of types and of texts", () => {
  for (const path of ["src/server/exports/export-texts.ts", "src/server/exports/exports.ar.json"])
    assert.ok(tables.includes(path), path);
});
