import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { createTranslator, type IntlError } from "use-intl/core";
import { languages } from "#core/language.ts";
import { declineReasons } from "#core/outcome.ts";
import { isProblemCode, problemStatuses, problemTextKey } from "#core/problem.ts";
import { catalog } from "#methods/catalog.ts";
import { textsOf } from "#test/catalogue-texts.ts";
import { root } from "#test/source-tree.ts";
import { catalogue } from "./catalogue.ts";

const ar = textsOf(catalogue.ar);
const en = textsOf(catalogue.en);

/** Names of the placeholders of a message: "{n}" and "{n, plural, …}" alike. */
function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = ""]) => name))].sort();
}

test("both languages have the same texts", () => {
  assert.deepEqual([...ar.keys()].sort(), [...en.keys()].sort());
});

test("no text is empty", () => {
  for (const texts of [ar, en]) {
    for (const [path, text] of texts) assert.notEqual(text.trim(), "", path);
  }
});

test("a text has the same placeholders in both languages", () => {
  for (const [path, text] of en) {
    assert.deepEqual(placeholders(ar.get(path) ?? ""), placeholders(text), path);
  }
});

/** Wallets, as their owners write them in every language. */
const latinNames =
  /^\| ([^|]*) \| as their owners write them/m
    .exec(readFileSync(join(root, "docs/arabic.md"), "utf8"))?.[1]
    ?.split(", ") ?? assert.fail("docs/arabic.md names no longer what stays Latin");

test("Arabic texts are in Arabic, and hold no characters that turn the direction", () => {
  for (const [path, text] of ar) {
    const isFormat = /^[A-Z/]{2,6}$/.test(text);
    if (!isFormat && !latinNames.includes(text) && path !== "common.otherLanguage")
      assert.match(
        text,
        /\p{Script=Arabic}/u,
        `${path} is not in Arabic: ${text}. A name that its owner writes in Latin letters in every language stands among those of docs/arabic.md.`,
      );
    assert.doesNotMatch(text, /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/, path);
  }
});

test("every message can be formatted in both languages", () => {
  const names = [...en.values(), ...ar.values()].flatMap((text) => placeholders(text));
  const values = Object.fromEntries(names.map((name) => [name, 3]));
  for (const language of languages) {
    const problems: string[] = [];
    const onError = ({ message }: IntlError) => void problems.push(message);
    const messages: Record<string, string> = Object.fromEntries(
      [...textsOf(catalogue[language])].map(([path, text]) => [path.replaceAll(".", "_"), text]),
    );
    const t = createTranslator({ locale: language, messages, timeZone: "Asia/Riyadh", onError });
    for (const key of Object.keys(messages)) t(key, values);
    assert.deepEqual(problems, []);
  }
});

test("counted things have all plural forms of their language", () => {
  const forms = { ar: ["zero", "one", "two", "few", "many", "other"], en: ["one", "other"] };
  for (const language of languages) {
    for (const [path, text] of textsOf(catalogue[language])) {
      if (!text.includes(", plural,")) continue;
      for (const form of forms[language])
        assert.match(text, new RegExp(`\\b${form} \\{`), `${language} ${path}`);
    }
  }
});

test("every refusal has a text, and no text is kept for one that does not exist", () => {
  const keys = Object.keys(problemStatuses).map((code) =>
    isProblemCode(code) ? problemTextKey(code) : code,
  );
  assert.deepEqual(Object.keys(catalogue.en.problems).sort(), keys.sort());
});

test("every reason of a decline has a text", () => {
  assert.deepEqual(Object.keys(catalogue.en.outcomes.declines).sort(), [...declineReasons].sort());
});

test("every text file is part of the catalogue", () => {
  const areas = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".en.json"))
    .map((name) => basename(name, ".en.json"));
  const namespaces: string[] = Object.keys(catalogue.en);
  assert.deepEqual(namespaces.sort(), [...areas, ...catalog.map(({ id }) => id)].sort());
});
