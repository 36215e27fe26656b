import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { expiryTextLength, expiryWindowYears, formatExpiry, parseExpiry } from "./card-expiry.ts";

const now = { year: 2026, month: 11 };

test("an expiry of this month up to 50 years ahead is taken", () => {
  for (const text of ["11/26", "12/26", "01/27", "12/76", " 05/39 ", "٠٥/٣٩", "۰۵/۳۹"]) {
    assert.equal(parseExpiry(text, now).kind, "ok", text);
  }
  assert.deepEqual(parseExpiry("05/39", now), { kind: "ok", month: "05", year: "39" });
});

test("every other expiry is refused with its code", () => {
  for (const [text, code] of [
    ["", "invalidFormat"],
    ["5/39", "invalidFormat"],
    ["0539", "invalidFormat"],
    ["05/2039", "invalidFormat"],
    ["05-39", "invalidFormat"],
    ["ab/cd", "invalidFormat"],
    ["12/25", "invalidYear"],
    ["01/77", "invalidYear"],
    ["00/39", "invalidMonth"],
    ["13/39", "invalidMonth"],
    ["10/26", "invalidMonth"],
  ] as const) {
    assert.deepEqual(parseExpiry(text, now), { kind: "refused", code }, text);
  }
});

test("the two digits mean the next such year, across the end of a century too", () => {
  assert.equal(parseExpiry("01/10", { year: 2080, month: 6 }).kind, "ok");
  assert.equal(parseExpiry("01/79", { year: 2080, month: 6 }).kind, "refused");
});

test("a month of any year in the window is taken, any outside is refused", () => {
  const anyMonth = fc.integer({ min: 1, max: 12 });
  const anyYear = fc.integer({ min: 2000, max: 2200 });
  // A hundred years around now: two digits cannot say more.
  const anyDistance = fc.integer({ min: expiryWindowYears - 99, max: expiryWindowYears });
  fc.assert(
    fc.property(anyMonth, anyMonth, anyYear, anyDistance, (month, current, year, ahead) => {
      const text = `${String(month).padStart(2, "0")}/${String((year + ahead) % 100).padStart(2, "0")}`;
      const isTaken = parseExpiry(text, { year, month: current }).kind === "ok";
      assert.equal(isTaken, ahead > 0 || (ahead === 0 && month >= current));
    }),
  );
});

test("the slash comes after two digits and goes when it is removed", () => {
  for (const [previous, text, expected] of [
    ["", "0", "0"],
    ["0", "05", "05/"],
    ["05/", "05/3", "05/3"],
    ["05/3", "05/39", "05/39"],
    ["05/39", "05/391", "05/39"],
    ["05/3", "05/", "05/"],
    ["05/", "05", "05"],
    ["05", "056", "05/6"],
    ["05", "0", "0"],
    ["", "5/29", "05/29"],
    ["", "0529", "05/29"],
    ["", "05 / 2029", "05/29"],
    ["", "052029", "05/29"],
    ["05/20", "05/202", "05/202"],
    ["05/202", "05/2029", "05/29"],
    ["05/20", "05/203", "05/203"],
    ["05/19", "05/192", "05/19"],
    ["", "٠٥٢٩", "05/29"],
    ["", "x", ""],
  ] as const) {
    assert.equal(formatExpiry({ text, previous }), expected, `${previous} -> ${text}`);
  }
});

test("the field never holds more than five characters, but for the third digit of a long year", () => {
  assert.equal(expiryTextLength, "MM / YYYY".length);
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, previous) => {
      assert.match(formatExpiry({ text, previous }), /^(\d?|\d\d|\d\d\/\d{0,2}|\d\d\/20\d)$/);
      assert.ok(formatExpiry({ text, previous }).length <= expiryTextLength);
    }),
  );
});
