import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cleanLines, cleanText, isolate, isolateLtr, normaliseDigits, stripBidiControls } from "./text.ts";

const bidiControls = ["\u061c", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e"].concat([
  "\u2066",
  "\u2067",
  "\u2068",
  "\u2069",
]);

test("Arabic-Indic and Persian digits become ASCII, everything else stays", () => {
  for (const [input, expected] of [
    ["٠١٢٣٤٥٦٧٨٩", "0123456789"],
    ["۰۱۲۳۴۵۶۷۸۹", "0123456789"],
    ["٠٥٥ ۱۲۳", "055 123"],
    ["رقم ٥ of 7", "رقم 5 of 7"],
    ["", ""],
  ] as const) {
    assert.equal(normaliseDigits(input), expected);
  }
});

test("every bidirectional control character is dropped, and only those", () => {
  for (const control of bidiControls) {
    assert.equal(stripBidiControls(`1${control}2`), "12", control.charCodeAt(0).toString(16));
  }
  assert.equal(stripBidiControls("مرحبا Hello"), "مرحبا Hello");
});

test("a cleaned line has no control, no override and no doubled space", () => {
  for (const [input, expected] of [
    ["  Sara \t\r\n Ali  ", "Sara Ali"],
    ["a\u0000b\u007fc\u009fd", "abcd"],
    ["100\u202e.00", "100.00"],
    ["zero\u200bwidth\ufeff", "zerowidth"],
    ["e\u0301", "é"],
    ["\ud800x\udc00", "x"],
    ["\u2028line\u2029", "line"],
  ] as const) {
    assert.equal(cleanText(input, 100), expected);
  }
});

test("joiners that spell words and pictures survive cleaning", () => {
  assert.equal(cleanText("می\u200cخواهم", 100), "می\u200cخواهم");
  assert.equal(cleanText("👨\u200d👩\u200d👧", 100), "👨\u200d👩\u200d👧");
});

test("the cap counts characters and never cuts one in half", () => {
  assert.equal(cleanText("😀😀😀", 2), "😀😀");
  assert.equal(cleanText("abc def", 4), "abc");
  assert.equal(cleanText("abc", 0), "");
});

test("lines keep their breaks, at most two in a row", () => {
  assert.equal(cleanLines(" one \r\n two\rthree\n\n\nfour\u2028five ", 100), "one\ntwo\nthree\n\nfour\nfive");
  assert.equal(cleanLines("a\u0000\nb", 100), "a\nb");
  assert.equal(cleanLines("abcdef", 3), "abc");
});

test("isolated text is wrapped once and cannot break out", () => {
  assert.equal(isolateLtr("SAR 12.00"), "\u2066SAR 12.00\u2069");
  assert.equal(isolateLtr("\u2069\u202e12"), "\u206612\u2069");
  assert.equal(isolate("Dar\u2069 Rana"), "\u2068Dar Rana\u2069");
});

test("cleaning twice changes nothing, whatever the text", () => {
  const anyText = fc.string({ unit: "binary", maxLength: 60 });
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 50 }), (text, maxLength) => {
      const line = cleanText(text, maxLength);
      assert.equal(cleanText(line, maxLength), line);
      assert.ok(Array.from(line).length <= maxLength);
      const lines = cleanLines(text, maxLength);
      assert.equal(cleanLines(lines, maxLength), lines);
    }),
  );
});
