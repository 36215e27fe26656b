/** docs/webhooks.md against the code: merchants read there which events there are. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventTypes } from "#core/event-types.ts";
import { root } from "./source-tree.ts";

test("docs/webhooks.md has a row for every event that merchants can receive, and for no other", () => {
  const text = readFileSync(join(root, "docs/webhooks.md"), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    Array.from((row.split("|")[1] ?? "").matchAll(/`([a-z_]+\.[a-z_]+)`/g), ([, type = ""]) => type),
  );
  assert.deepEqual(named.toSorted(), [...eventTypes].sort());
});
