import assert from "node:assert/strict";
import { test } from "node:test";
import { dialCodes } from "#core/phone/dial-codes.ts";
import { findCountries, listCountries } from "./countries.ts";

const arabic = listCountries("ar");
const english = listCountries("en");

test("every country of the table is offered once, Saudi Arabia and the Gulf first, the others by name", () => {
  for (const list of [arabic, english]) {
    assert.equal(list.length, dialCodes.length);
    assert.equal(new Set(list.map(({ iso2 }) => iso2)).size, list.length);
    assert.deepEqual(
      list.slice(0, 6).map(({ iso2 }) => iso2),
      ["SA", "AE", "KW", "QA", "BH", "OM"],
    );
  }
  const names = english.slice(6).map(({ name }) => name);
  assert.deepEqual(names, [...names].sort(new Intl.Collator("en").compare));
  assert.equal(arabic[0]?.name, "المملكة العربية السعودية");
});

test("a country is found by a name in either language, its letters or its dial code", () => {
  for (const [typed, expected] of [
    ["saudi", "SA"],
    ["السعودية", "SA"],
    ["المملكه العربيه", "SA"],
    ["امارات", "AE"],
    ["الإمارات", "AE"],
    ["emirates", "AE"],
    ["kw", "KW"],
    ["966", "SA"],
    ["+966", "SA"],
    ["00966", "SA"],
    ["٩٦٦", "SA"],
    ["  egypt ", "EG"],
    ["مصر", "EG"],
    ["cote d", "CI"],
  ] as const) {
    for (const list of [arabic, english]) assert.equal(findCountries(list, typed)[0]?.iso2, expected, typed);
  }
});

test("countries that begin with what was typed come before those that only contain it", () => {
  const found = findCountries(english, "united").map(({ iso2 }) => iso2);
  assert.ok(found.includes("AE") && found.includes("GB"));
  const guineas = findCountries(english, "guinea").map(({ iso2 }) => iso2);
  assert.equal(guineas[0], "GN");
  assert.ok(guineas.includes("GQ"));
});

test("the shorter of two dial codes with the same beginning comes first", () => {
  assert.equal(findCountries(english, "1")[0]?.dialCode, "1");
});

test("nothing typed offers all, and nonsense offers none", () => {
  assert.equal(findCountries(english, " ").length, english.length);
  assert.deepEqual(findCountries(english, "zzzz"), []);
});
