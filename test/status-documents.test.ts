/** What documents say of the statuses of orders, status by status: one that is added is added there, too. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { root } from "./source-tree.ts";

/** The line of a document that begins so. */
function lineOf(document: string, start: string): string {
  const lines = readFileSync(join(root, document), "utf8").split("\n");
  const found = lines.find((line) => line.startsWith(start));
  assert.ok(found, `${document} has a line that begins with ${start}`);
  return found;
}

const places = [
  ["docs/return-address.md", "| `status` |", orderStatuses],
  ["docs/return-address.md", "- `PAID`", orderStatuses.filter((status) => orderStatusFacts[status].paid)],
  ["docs/spec-map.md", "| `CREATED`", orderStatuses],
] as const;

for (const [document, start, statuses] of places) {
  test(`${document} names every status that belongs into its line ${start}, and no other`, () => {
    const named = [...lineOf(document, start).matchAll(/`([A-Z_]{3,})`/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(named)].toSorted(), statuses.toSorted());
  });
}
