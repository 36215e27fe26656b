import assert from "node:assert/strict";
import { test } from "node:test";
import compile from "icu-minify/compile";
import { textsOf } from "#test/catalogue-texts.ts";
import arTree from "./console.ar.json" with { type: "json" };
import enTree from "./console.en.json" with { type: "json" };

const ar = textsOf(arTree);
const en = textsOf(enTree);

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = ""]) => name))].sort();
}

test("the console says the same in both languages, with the same placeholders", () => {
  assert.deepEqual([...ar.keys()].sort(), [...en.keys()].sort());
  for (const [path, text] of en) {
    assert.notEqual(text.trim(), "", path);
    assert.deepEqual(placeholders(ar.get(path) ?? ""), placeholders(text), path);
  }
});

test("every message of the console can be compiled, and counts in all forms of its language", () => {
  const forms = { ar: ["zero", "one", "two", "few", "many", "other"], en: ["one", "other"] };
  for (const [language, texts] of [
    ["ar", ar],
    ["en", en],
  ] as const) {
    for (const [path, text] of texts) {
      assert.doesNotThrow(() => compile(text), `${language} ${path}`);
      if (!text.includes(", plural,")) continue;
      for (const form of forms[language])
        assert.match(text, new RegExp(`\\b${form} \\{`), `${language} ${path}`);
    }
  }
});

test("Arabic texts of the console are in Arabic", () => {
  for (const [path, text] of ar)
    if (!["shell.otherLanguage", "keys.comma"].includes(path)) assert.match(text, /\p{Script=Arabic}/u, path);
});
