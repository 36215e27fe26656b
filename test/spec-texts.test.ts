/** The specification's texts against the translations: word for word in English, in Arabic beside it, and used. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { catalogue } from "#web/i18n/catalogue.ts";
import { textsOf } from "./catalogue-texts.ts";
import { readSources } from "./source-tree.ts";
import { specTexts } from "./spec-texts.ts";

/** Placeholders have names of their own in the catalogue. */
const withoutNames = (text: string): string => text.replaceAll(/\{[^}]*\}/g, "{}");

const english = [...textsOf(catalogue.en)];
const arabic = textsOf(catalogue.ar);
const sources = readSources(["src"]).map(({ text }) => text);

/** Whether a program names the last part of a text's path, as translators and tables of texts do. */
function isUsed(path: string): boolean {
  const key = path.split(".").at(-1) ?? "";
  const named = new RegExp(`["'.\`]${key}["'\`]|\\b${key}:`);
  return sources.some((text) => named.test(text));
}

for (const [section, text] of specTexts) {
  test(`the pages say "${text}" (Spec ${section})`, () => {
    const paths = english
      .filter(([, given]) => withoutNames(given) === withoutNames(text))
      .map(([path]) => path);
    assert.notEqual(paths.length, 0, "no English text is exactly this");
    for (const path of paths) assert.match(arabic.get(path) ?? "", /\p{Script=Arabic}/u, path);
    assert.ok(paths.some(isUsed), `no program uses ${paths.join(" or ")}`);
  });
}
