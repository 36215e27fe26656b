/** The lists of events in the documents against the code: merchants read there which events there are. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type EventType, eventTypes } from "#core/event-types.ts";
import { root } from "./source-tree.ts";

/** The types that stand in the first column of a document's tables. */
function typesIn(path: string): string[] {
  const text = readFileSync(join(root, path), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) =>
    Array.from((row.split("|")[1] ?? "").matchAll(/`([a-z_]+\.[a-z_]+)`/g), ([, type = ""]) => type),
  );
}

test("docs/webhooks.md has a row for every event that merchants can receive, and for no other", () => {
  assert.deepEqual(typesIn("docs/webhooks.md").toSorted(), [...eventTypes].sort());
});

/** The guides leave these out: they begin a shop with what it needs first, and the reference has all. */
const leftOut: readonly EventType[] = [
  "invoice.updated",
  "payment.surplus",
  "refund.approval_requested",
  "refund.approval_ended",
  "return.answered",
  "return.withdrawn",
  "quote.created",
  "quote.withdrawn",
  "message.sent",
  "message.failed",
  "tax_document.reported",
  "tax_document.cleared",
  "tax_document.rejected",
  "tax_document.delayed",
  "tax_unit.stopped",
  "tax_unit.held",
  "webhook_endpoint.disabled",
  "webhook_endpoint.test",
];

for (const language of ["en", "ar"])
  test(`docs/guides/${language}/webhooks.md has every event but those that are left out here`, () => {
    const expected = eventTypes.filter((type) => !leftOut.includes(type));
    assert.deepEqual(typesIn(`docs/guides/${language}/webhooks.md`).toSorted(), expected.toSorted());
  });
