/** What the fullest order must have, beside its type: a text that may be null is drawn by some test. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fullestOrder } from "./fullest-order.ts";

/** Where nothing stands: an empty text or list, or null. */
function emptyIn(value: unknown, path: string): string[] {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return [path];
  if (typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, part]) => emptyIn(part, `${path}.${name}`));
}

test("no text and no list of the fullest order is empty", () => {
  assert.deepEqual(emptyIn(fullestOrder("PENDING"), "order"), []);
});
