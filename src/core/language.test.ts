import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseLanguage, directionOf, languages, otherLanguage, readLanguage } from "./language.ts";

test("the address wins over the stored choice, that over the theme, and Arabic is the default", () => {
  for (const [from, expected] of [
    [{}, "ar"],
    [{ theme: "en" }, "en"],
    [{ theme: "en", stored: "ar" }, "ar"],
    [{ theme: "ar", stored: "ar", query: "en" }, "en"],
    [{ query: "fr", stored: "en" }, "en"],
    [{ query: "", stored: null, theme: "de" }, "ar"],
  ] as const) {
    assert.equal(chooseLanguage(from), expected);
  }
});

test("only the two languages are read, in either case", () => {
  assert.equal(readLanguage("EN"), "en");
  assert.equal(readLanguage(" ar "), "ar");
  for (const junk of ["", "english", "ar-SA", "__proto__", null, undefined])
    assert.equal(readLanguage(junk), null);
});

test("Arabic runs right to left, English left to right, and the switch leads to the other", () => {
  assert.equal(directionOf("ar"), "rtl");
  assert.equal(directionOf("en"), "ltr");
  for (const language of languages) assert.equal(otherLanguage(otherLanguage(language)), language);
  assert.equal(otherLanguage("ar"), "en");
});
