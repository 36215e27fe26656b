/** The changelog's newest section, which every change adds to: side by side they bring one entry twice, the second in more words. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "./source-tree.ts";

/** Two entries that begin with the same letters for so long are one. */
const beginning = 60;

test("no entry of the changelog's newest section stands there twice", () => {
  const [, newest = ""] = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## /m);
  const starts = newest
    .split(/^- /m)
    .slice(1)
    .map((entry) => entry.replaceAll(/\s+/g, " ").slice(0, beginning));
  assert.ok(starts.length > 0, "no entry was found");
  assert.deepEqual(
    starts.filter((start, index) => starts.indexOf(start) !== index),
    [],
  );
});
