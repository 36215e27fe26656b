import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { test } from "node:test";
import compile from "icu-minify/compile";
import arPaper from "#server/texts/lines.ar.json" with { type: "json" };
import enPaper from "#server/texts/lines.en.json" with { type: "json" };
import { textsOf } from "#test/catalogue-texts.ts";
import arFirst from "./console.ar.json" with { type: "json" };
import enFirst from "./console.en.json" with { type: "json" };
import arHome from "./home.ar.json" with { type: "json" };
import enHome from "./home.en.json" with { type: "json" };
import arLater from "./screens.ar.json" with { type: "json" };
import enLater from "./screens.en.json" with { type: "json" };

const ar = textsOf({ ...arFirst, ...arHome, ...arLater });
const en = textsOf({ ...enFirst, ...enHome, ...enLater });

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

test("units of measure are called in the console as on papers", () => {
  assert.deepEqual([arLater.unit, enLater.unit], [arPaper.units, enPaper.units]);
});

test("Arabic texts of the console are in Arabic", () => {
  for (const [path, text] of ar)
    if (!["shell.otherLanguage", "keys.comma", "sheet.scanEnglish"].includes(path))
      assert.match(text, /\p{Script=Arabic}/u, path);
});

/** Sources that come with one: what it imports at once, and so on. */
function sourcesWith(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  for (const [statement, from = ""] of readFileSync(path, "utf8").matchAll(
    /^(?:import|export) .*?"(\.[^"]+\.tsx?)";$/gms,
  ))
    if (!/^(?:import|export) type /.test(statement)) sourcesWith(join(dirname(path), from), found);
  return found;
}

test("the first list and home show no text of later screens, and no group of texts is in two files", () => {
  const groups = [enFirst, enHome, enLater].flatMap((texts) => Object.keys(texts));
  assert.deepEqual(
    groups.filter((group, index) => groups.indexOf(group) !== index),
    [],
  );
  for (const [entry, known, least] of [
    ["src/console/main.tsx", enFirst, 25],
    ["src/console/home/home.tsx", { ...enFirst, ...enHome }, 30],
  ] as const) {
    const sources = sourcesWith(resolve(entry));
    assert.ok(sources.size > least, `${entry}: ${sources.size} sources`);
    for (const path of sources)
      for (const [, key = ""] of readFileSync(path, "utf8").matchAll(
        /(?:t\(|text: |TextKey>> = \{\n(?:.*\n)*? +\w+: )["`]([a-zA-Z]+)[.]/g,
      ))
        assert.ok(key in known, `${path}: ${key}`);
  }
});
