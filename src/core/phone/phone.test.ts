import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { getExampleNumber, isSupportedCountry } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { dialCodes } from "./dial-codes.ts";
import { isSaudiMobile, mobileFault, saudiArabia } from "./mobile.ts";
import { parseMobile } from "./phone.ts";

const saudi = { kind: "ok", e164: "+966512345678", national: "512345678" };

test("every way to write a Saudi mobile means the same number", () => {
  for (const text of [
    "512345678",
    "0512345678",
    "966512345678",
    "+966512345678",
    "00966512345678",
    " +966 51 234-5678 ",
    "(051) 234.5678",
    "٠٥١٢٣٤٥٦٧٨",
    "۰۵۱۲۳۴۵۶۷۸",
    "\u200e+966512345678\u200f",
    "+966 (0) 51 234 5678",
    "0512345678".padEnd(40),
  ]) {
    assert.deepEqual(parseMobile(text, "SA"), saudi, text);
    assert.ok(isSaudiMobile(text));
  }
  assert.ok(isSaudiMobile("0521234567"), "052 is a Saudi mobile prefix too");
});

test("what is no Saudi mobile is refused with its reason", () => {
  for (const [text, code] of [
    ["", "missing"],
    ["  \u200f ", "missing"],
    ["abc", "invalidFormat"],
    ["05123x5678", "invalidFormat"],
    ["+", "invalidFormat"],
    ["++966512345678", "invalidFormat"],
    ["512345678+", "invalidFormat"],
    ["51234567", "invalidMobile"],
    ["5123456789", "invalidMobile"],
    ["0112345678", "invalidMobile"],
    ["412345678", "invalidMobile"],
    ["4512345678", "invalidMobile"],
    ["0512345678".padEnd(41), "invalidFormat"],
    ["+971501234567", "invalidMobile"],
    ["+512345678", "invalidMobile"],
    ["9".repeat(20), "invalidMobile"],
    [`512345678${" ".repeat(40)}9`, "invalidFormat"],
  ] as const) {
    assert.deepEqual(parseMobile(text, "SA"), { kind: "refused", code }, text);
    assert.ok(!isSaudiMobile(text));
  }
});

test("an unknown country is refused", () => {
  assert.deepEqual(parseMobile("512345678", "XX"), { kind: "refused", code: "invalidMobile" });
});

test("the example mobile of every country is read from its national and international forms", () => {
  let read = 0;
  for (const [iso2, dialCode] of dialCodes) {
    assert.ok(isSupportedCountry(iso2));
    const example = getExampleNumber(iso2, examples);
    if (!example) continue;
    const { nationalNumber, number } = example;
    const forms = [nationalNumber, number, `00${dialCode}${nationalNumber}`, example.formatInternational()];
    // Inside Argentina mobiles are dialled with a 15 in the middle; only the forms above are taken.
    if (iso2 !== "AR") forms.push(example.formatNational());
    for (const text of forms) {
      assert.deepEqual(
        parseMobile(text, iso2),
        { kind: "ok", e164: number, national: nationalNumber },
        `${iso2} ${text}`,
      );
      read += 1;
    }
  }
  assert.ok(read > 1000);
});

test("what was read reads as itself again, whatever was typed", () => {
  const typed = fc.string({ unit: fc.constantFrom(..."0123456789+ -()٥۵".split("")), maxLength: 20 });
  fc.assert(
    fc.property(typed, fc.constantFrom(...dialCodes.map((row) => row[0])), (text, iso2) => {
      const mobile = parseMobile(text, iso2);
      if (mobile.kind === "ok") assert.deepEqual(parseMobile(mobile.e164, iso2), mobile);
    }),
    { numRuns: 2000 },
  );
});

test("what is wrong with a number is named: its characters, its length or its beginning", () => {
  for (const [text, fault] of [
    ["0512345678", null],
    ["sara", "mobileFormat"],
    ["05x2345678", "mobileFormat"],
    ["05123", "mobileShort"],
    ["+9665123", "mobileShort"],
    ["009665123", "mobileShort"],
    ["051234567890", "mobileLong"],
    ["+966512345678901", "mobileLong"],
    ["9665123456789", "mobileLong"],
    ["0412345678", "invalidMobile"],
    ["+971501234567", "invalidMobile"],
    ["00971501234567", "invalidMobile"],
    ["966412345678", "invalidMobile"],
  ] as const) {
    assert.equal(mobileFault(text, saudiArabia), fault, text);
  }
  assert.equal(mobileFault("051234567", ["KW", "965", 8, 8, ""]), "mobileLong");
});
