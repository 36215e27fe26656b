import assert from "node:assert/strict";
import { test } from "node:test";
import { writtenLanguage } from "./written-language.ts";

test("the language of a name is recognised by its letters, and of a number by nothing", () => {
  for (const [text, language] of [
    ["متجر النخيل", "ar"],
    ["Dar Rana Trading Co.", "en"],
    ["متجر NAKHEEL للتمور", "ar"],
    ["NAKHEEL تمور Dates", "en"],
    ["12345 - 7", null],
    ["", null],
    ["咖啡", null],
  ] as const)
    assert.equal(writtenLanguage(text), language, text);
});
