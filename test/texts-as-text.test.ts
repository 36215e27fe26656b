/**
 * A text of the pages is asked for as text alone. The build leaves out what makes elements of one, though its types are there: a page
 * would show the source of a function. Words of a shop or a buyer come into a page by `OwnWords`.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readSources } from "./source-tree.ts";

const asElements = /\.(?:rich|markup)\b/g;

test("every page and panel asks for its texts as text", () => {
  const pages = readSources(["src/web", "src/methods"]).filter(({ imports }) =>
    imports.some(
      ({ specifier, target }) => specifier.startsWith("use-intl") || target === "src/web/i18n/translator.ts",
    ),
  );
  assert.ok(pages.length > 100, `${pages.length} files ask for texts`);
  assert.deepEqual(
    pages.flatMap(({ path, text }) => (text.match(asElements) ?? []).map((found) => `${path}: ${found}`)),
    [],
    'its words stand beside it, by OwnWords (src/web/pages/README.md, "A text")',
  );
});
