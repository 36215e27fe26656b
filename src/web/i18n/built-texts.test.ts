import assert from "node:assert/strict";
import { test } from "node:test";
import compile from "icu-minify/compile";
import { createTranslator } from "use-intl/core";
import { languages } from "#core/language.ts";
import { translate } from "./built-texts.ts";
import { catalogue } from "./catalogue.ts";

type Tree = { readonly [key: string]: unknown };

function leaves(
  tree: object,
  path: readonly string[] = [],
): (readonly [path: readonly string[], text: string])[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[[...path, key], value] as const] : leaves(value, [...path, key]),
  );
}

function compiled(tree: object): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === "string" ? compile(value) : compiled(value),
    ]),
  );
}

test("every message reads as the library reads it, for no, one, two, few and many", () => {
  for (const language of languages) {
    const messages = compiled(catalogue[language]);
    for (const [path, text] of leaves(catalogue[language])) {
      const names = [...text.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = ""]) => name);
      const key = path.at(-1) ?? "";
      const ours = translate({ locale: language, messages }, path.slice(0, -1).join("."));
      const theirs = createTranslator({
        locale: language,
        messages: { [key]: text },
        timeZone: "Asia/Riyadh",
      });
      for (const number of names.length > 0 ? [0, 1, 2, 3, 11, 100] : [0]) {
        const values = Object.fromEntries(names.map((name) => [name, number]));
        assert.equal(ours(key, values), theirs(key, values), `${language} ${path.join(".")} ${number}`);
      }
    }
  }
});

test("a text that is not there shows its path, and says so to whoever looks", (context) => {
  const logged = context.mock.method(console, "error", () => undefined);
  const t = translate({ locale: "en", messages: { common: { close: "Close" } } }, "common");
  assert.deepEqual([t("close"), t.has("close"), t.has("open")], ["Close", true, false]);
  assert.equal(t("open"), "common.open");
  assert.equal(logged.mock.callCount(), 1);
  assert.equal(translate({ locale: "en", messages: {} }, "a.b")("c"), "a.b.c");
});
