/** What the field table of a method says stands in its texts: to the compiler the keys are plain text. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "#core/language.ts";
import { allMethods } from "./allowed.ts";
import { methodTexts } from "./texts.ts";

for (const { id, fields } of allMethods)
  test(`${id} has a text for every message of its fields, in both languages`, () => {
    const keys = Object.values(fields).flatMap(({ requiredKey, rules = [] }) => [
      ...(requiredKey === undefined ? [] : [requiredKey]),
      ...rules.map(({ textKey }) => textKey),
    ]);
    for (const language of languages) {
      const texts = methodTexts[language][id];
      const missing = keys.filter((key) => !Object.hasOwn(texts, key));
      assert.deepEqual(missing, [], `src/methods/${id}/strings.${language}.json`);
    }
  });
