/** Holds docs/ux-checklist.md to what it says: every id once, a standing each, and tests that name it. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";

const root = resolve(import.meta.dirname, "..");
const ids = Array.from({ length: 103 }, (_, index) => `U${index + 1}`);

type Row = {
  readonly id: string;
  readonly what: string;
  readonly standing: string;
  readonly files: readonly string[];
};

const rows: readonly Row[] = readFileSync(join(root, "docs/ux-checklist.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| U\d+ \|/.test(line))
  .map((line) => {
    const [id = "", what = "", standing = "", shownBy = ""] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const files = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
    return { id, what, standing, files };
  });

test("every item of the checklist is there once, in order, with words of its own", () => {
  assert.deepEqual(
    rows.map(({ id }) => id),
    ids,
  );
  assert.equal(new Set(rows.map(({ what }) => what)).size, ids.length);
  for (const { id, what } of rows) assert.ok(what.length > 0, id);
});

test("every item is done, not applicable or decided against, and the last two say why", () => {
  const wrong = rows.filter(
    ({ standing }) => !/^(done(: .+)?|not applicable: .{10,}|decided against: .{10,})$/.test(standing),
  );
  assert.deepEqual(
    wrong.map(({ id, standing }) => `${id}: ${standing}`),
    [],
  );
});

test("every file that the checklist names is there", () => {
  const gone = rows.flatMap(({ id, files }) =>
    files.filter((file) => !existsSync(join(root, file))).map((file) => `${id}: ${file}`),
  );
  assert.deepEqual(gone, []);
});

test("what is done is shown by a test that names it", () => {
  const unshown = rows.filter(
    ({ id, standing, files }) => standing.startsWith("done") && !files.some((file) => isTestOf(file, id)),
  );
  assert.deepEqual(
    unshown.map(({ id }) => id),
    [],
  );
});

function isTestOf(file: string, id: string): boolean {
  if (!/\.(test|spec)\.ts$/.test(file) || !existsSync(join(root, file))) return false;
  return new RegExp(`\\b${id}\\b`).test(readFileSync(join(root, file), "utf8"));
}
