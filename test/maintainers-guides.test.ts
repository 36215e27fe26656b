/** What maintainers read of the sources is there: a file that was moved is moved in the guides, too. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { listFiles, root } from "./source-tree.ts";

const guides = ["ARCHITECTURE.md", "CONTRIBUTING.md", "STYLE.md", "docs/order-states.md"];

test("every source file that a guide for maintainers names is there", () => {
  const files = listFiles("").map((path) => `/${path}`);
  const inSources = files
    .filter((path) => /^\/src\/\w+\/README\.md$/.test(path))
    .map((path) => path.slice(1));
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
