/** The papers of docs/security name files as evidence: a file that was renamed or removed is evidence no longer. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const folder = join(root, "docs/security");
const papers = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

/** How many requirements levels 1 and 2 of OWASP ASVS 5.0.0 have. */
const requirementCount = 253;

for (const { name, text } of papers) {
  test(`every file that ${name} names as evidence is there`, () => {
    const named = [...text.matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|md|json))`/g)].map(([, path]) => path ?? "");
    const missing = named.filter(
      (path) => !existsSync(join(root, path)) && !existsSync(join(root, "src/server", path)),
    );
    assert.deepEqual(missing, []);
  });
}

test("each requirement of levels 1 and 2 is judged once", () => {
  const text = papers.find(({ name }) => name === "asvs.md")?.text ?? "";
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+)(?: to [\d.]+, (\d+) of them)? \|/gm)];
  const first = rows.map(([, id]) => id);
  assert.equal(new Set(first).size, first.length);
  assert.equal(
    rows.reduce((sum, [, , many]) => sum + Number(many ?? 1), 0),
    requirementCount,
  );
});
