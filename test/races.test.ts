/** docs/races.md against the tests: every race is in the table, and its file has a test by its name. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listFiles, root } from "./source-tree.ts";

const table = read("docs/races.md")
  .split("\n")
  .flatMap((line) => {
    const [, id, says, file] = /^\| (R\d+) \| (.+?) \| `([^`]+)` \|$/.exec(line) ?? [];
    return id !== undefined && says !== undefined && file !== undefined ? [{ id, says, file }] : [];
  });

function read(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Ids with which the titles of a file's tests begin. */
function idsIn(path: string): string[] {
  return [...read(path).matchAll(/^\s*test\(\s*["'`](R\d+): \S/gm)].map(([, id = ""]) => id);
}

test("the table of races has R1 to R39, each once and in order", () => {
  assert.deepEqual(
    table.map(({ id }) => id),
    Array.from({ length: 39 }, (_, index) => `R${index + 1}`),
  );
});

for (const { id, file } of table) {
  test(`${id} has a test by its name in the file that the table gives`, () => {
    assert.ok(existsSync(join(root, file)), `${file} is gone`);
    assert.ok(idsIn(file).includes(id), `${file} has no test whose title begins with "${id}: "`);
  });
}

test("a race is tested in one file, and no test names a race that the table does not know", () => {
  const wrong = listFiles("src")
    .filter((path) => path.endsWith(".test.ts"))
    .flatMap((path) => [...new Set(idsIn(path))].map((id) => ({ id, file: path })))
    .filter(({ id, file }) => !table.some((row) => row.id === id && row.file === file))
    .map(({ id, file }) => `${id} in ${file}`);
  assert.deepEqual(wrong, []);
});
