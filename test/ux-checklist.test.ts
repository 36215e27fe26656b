/**
 * Holds docs/ux-checklist.md to what it says: every id once, a standing each, and tests that name it; and the record of
 * accessibility: every criterion of WCAG 2.2, A and AA, once, with tests that there are.
 */
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

/** Of each guideline the criteria of levels A and AA; 4.1.1 is gone in 2.2. */
const criteria = [
  "1.1.1", "1.2.1", "1.2.5", "1.3.1", "1.3.2", "1.3.3", "1.3.4", "1.3.5", "1.4.1", "1.4.2", "1.4.3", "1.4.4", "1.4.5", "1.4.10", "1.4.11", "1.4.12", "1.4.13",
  "2.1.1", "2.1.2", "2.1.4", "2.2.1", "2.2.2", "2.3.1", "2.4.1", "2.4.2", "2.4.3", "2.4.4", "2.4.5", "2.4.6", "2.4.7", "2.4.11", "2.5.1", "2.5.2", "2.5.3",
  "2.5.4", "2.5.7", "2.5.8", "3.1.1", "3.1.2", "3.2.1", "3.2.2", "3.2.3", "3.2.4", "3.2.6", "3.3.1", "3.3.2", "3.3.3", "3.3.4", "3.3.7", "3.3.8", "4.1.2", "4.1.3",
]; // biome-ignore format: a table

test("the record of accessibility has every criterion in both languages, and tests that there are", () => {
  for (const language of ["ar", "en"]) {
    const text = readFileSync(join(root, `docs/guides/${language}/accessibility.md`), "utf8");
    const found = text.split("\n").flatMap((line) => /^\| (\d[\d.]+(?: – [\d.]+)?) /.exec(line)?.[1] ?? []);
    assert.deepEqual(
      found.flatMap((one) => one.split(" – ")),
      criteria,
      language,
    );
    for (const line of text.split("\n").filter((each) => /^\| \d/.test(each))) {
      const [, , standing = "", shownBy = ""] = line.split("|");
      const files = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);
      assert.equal(/held by tests|تثبته الاختبارات/.test(standing), files.length > 0, line);
      for (const file of files) assert.ok(existsSync(join(root, file)), file);
    }
  }
});
