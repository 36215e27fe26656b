/** What maintainers read of the sources is there: a file that was moved is moved in the guides, too. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listFiles, root } from "./source-tree.ts";

const guides = [
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "STYLE.md",
  "docs/adding.md",
  "docs/adding-a-status.md",
  ...listFiles("docs/methods"),
];

test("every source file that a guide for maintainers names is there", () => {
  const files = listFiles("").map((path) => `/${path}`);
  const inSources = files.filter((path) => /^\/src\/.+\/README\.md$/.test(path)).map((path) => path.slice(1));
  assert.ok(inSources.length > 2, "the guides in src are found");
  const gone = [...guides, ...inSources].flatMap((guide) => {
    const text = readFileSync(join(root, guide), "utf8");
    const named = [...text.matchAll(/`([\w@./-]+\.(?:tsx?|mjs|css|sql))`/g)].map(([, path = ""]) => path);
    return named
      .filter((path) => !files.some((file) => file.endsWith(`/${path.replace(/^\.?\//, "")}`)))
      .map((path) => `${guide}: ${path}`);
  });
  assert.deepEqual(gone, []);
});

test("every decision that a source or a document names is there", () => {
  const decisions = new Set(listFiles("docs/decisions").map((path) => path.split("/").at(-1)?.slice(0, 4)));
  const texts = ["src", "test", "e2e", "bench", "scripts", "docs"]
    .flatMap((folder) => listFiles(folder))
    .filter((path) => /\.(?:tsx?|mjs|css|sql|md)$/.test(path) && !path.startsWith("bench/peers/"))
    .concat(guides);
  const gone = texts.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(/(?:docs\/decisions\/|\bdecisions? )(\d{4})\b/g)]
      .filter(([, number]) => !decisions.has(number))
      .map(([named]) => `${path}: ${named}`),
  );
  assert.deepEqual(gone, []);
});
