import assert from "node:assert/strict";
import { test } from "node:test";
import { getCountries, getCountryCallingCode, Metadata } from "libphonenumber-js/max";
import { dialCodes, findDialCode } from "./dial-codes.ts";
import { defaultCountry } from "./mobile.ts";

/** Possible lengths of a mobile number (else of any number) and the trunk prefix, as the metadata states them. */
function metadataOf(country: ReturnType<typeof getCountries>[number]) {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan = metadata.numberingPlan;
  assert.ok(plan);
  const lengths = plan.possibleLengths();
  return {
    dialCode: String(getCountryCallingCode(country)),
    shortest: Math.min(...lengths),
    longest: Math.max(...lengths),
  };
}

test("the table holds exactly the countries of the public numbering-plan metadata, each once", () => {
  assert.deepEqual(dialCodes.map((row) => row[0]).toSorted(), getCountries().toSorted());
});

test("every row has the dial code of the metadata and lengths inside the plan's own", () => {
  for (const country of getCountries()) {
    const row = findDialCode(country);
    assert.ok(row, country);
    const [, dialCode, minDigits, maxDigits, trunk] = row;
    const expected = metadataOf(country);
    assert.equal(dialCode, expected.dialCode, country);
    assert.ok(
      minDigits >= expected.shortest && minDigits <= maxDigits && maxDigits <= expected.longest,
      country,
    );
    assert.match(trunk, /^\d{0,2}$/, country);
  }
});

test("no number of the table is longer than E.164 allows", () => {
  for (const [country, dialCode, , maxDigits] of dialCodes)
    assert.ok(dialCode.length + maxDigits <= 15, country);
});

test("Saudi Arabia is the first row and the default", () => {
  assert.equal(defaultCountry, "SA");
  assert.deepEqual(dialCodes[0], ["SA", "966", 9, 9, "0"]);
});

test("a country is found in either case; anything else is null", () => {
  assert.equal(findDialCode("sa")?.[1], "966");
  assert.equal(findDialCode("GB")?.[1], "44");
  for (const unknown of ["", "XX", "SAU", "__proto__"]) assert.equal(findDialCode(unknown), null);
});
