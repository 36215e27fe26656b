import assert from "node:assert/strict";
import { test } from "node:test";
import { type AskedType, askedLimits, readAnswer } from "./asked-fields.ts";

const sizes = [
  { ar: "صغير", en: "Small" },
  { ar: "كبير", en: "Large" },
];
const field = (type: AskedType, isRequired = true) => ({ type, isRequired, choices: sizes });
const both = (text: string) => ({ ar: text, en: text });

const cases = [
  ["text", "  لنورة \u202e 🎂 ", both("لنورة 🎂")],
  ["text", " \u200b ", "required"],
  ["text", "م".repeat(askedLimits.answer), both("م".repeat(askedLimits.answer))],
  ["text", "م".repeat(askedLimits.answer + 1), "too_long"],
  ["number", "٤٢", both("42")],
  ["number", "١٬٢٣٤٫٥", both("1234.5")],
  ["number", "-3", both("-3")],
  ["number", "1e3", "invalid"],
  ["number", "اثنان", "invalid"],
  ["choice", "1", sizes[1]],
  ["choice", "2", "invalid"],
  ["choice", "-1", "invalid"],
  ["choice", "constructor", "invalid"],
  ["choice", "", "required"],
] as const;

for (const [type, typed, expected] of cases) {
  test(`"${typed.slice(0, 12)}" in a ${type}`, () => {
    assert.deepEqual(readAnswer(field(type), typed), expected);
  });
}

test("no answer is one where none is needed", () => {
  for (const type of ["text", "number", "choice"] as const)
    assert.equal(readAnswer(field(type, false), " "), null);
});
