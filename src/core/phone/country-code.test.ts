import assert from "node:assert/strict";
import { test } from "node:test";
import { readCountryCode } from "./country-code.ts";
import { dialCodes } from "./dial-codes.ts";

for (const text of ["SA", "sa", "Sa", "966", "+966", "00966", " 966 ", "٩٦٦", "+٩٦٦"]) {
  test(`"${text}" is Saudi Arabia`, () => {
    assert.equal(readCountryCode(text), "SA");
  });
}

for (const text of ["", "XX", "fastpay", "0", "999", "+", "966 5", "SAU", "-966", "96655"]) {
  test(`"${text}" is no country`, () => {
    assert.equal(readCountryCode(text), null);
  });
}

test("every country is read by its letters, and every dial code as one of the countries that have it", () => {
  for (const [iso2, dial] of dialCodes) {
    assert.equal(readCountryCode(iso2.toLowerCase()), iso2);
    const named = readCountryCode(dial);
    assert.ok(
      dialCodes.some((row) => row[0] === named && row[1] === dial),
      dial,
    );
  }
});

test("of countries with one dial code the main one is meant", () => {
  const shared = new Map<string, number>();
  for (const [, dial] of dialCodes) shared.set(dial, (shared.get(dial) ?? 0) + 1);
  const named = [...shared]
    .filter(([, count]) => count > 1)
    .map(([dial]) => `${dial} ${readCountryCode(dial)}`);
  assert.deepEqual(named.sort(), [
    "1 US",
    "212 MA",
    "262 RE",
    "290 SH",
    "358 FI",
    "39 IT",
    "44 GB",
    "47 NO",
    "590 GP",
    "599 CW",
    "61 AU",
    "7 RU",
  ]);
});
