import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { readCoverage } from "./fonts.ts";
import { directionOfText, drawable, figure, prose, proseLines } from "./printable.ts";

const fonts = readCoverage();
const isCovered = (character: string): boolean =>
  fonts.some((font) => font.has(character.codePointAt(0) ?? 0));

test("a text has the direction of its first letter", () => {
  const cases = [
    ["قهوة Coffee", "rtl"],
    ["Coffee قهوة", "ltr"],
    ["123 - «قهوة»", "rtl"],
    ["(2) Coffee", "ltr"],
    ["12.50", "ltr"],
    ["😀", "ltr"],
    ["שלום", "rtl"],
  ] as const;
  for (const [text, expected] of cases) assert.equal(directionOfText(text), expected, text);
});

test("nothing is left of a text without content, and of a line without content", () => {
  for (const text of [null, "", "  ", "\u202e\u200b"]) assert.equal(prose(text, 100), null);
  assert.deepEqual(proseLines("شكرًا\n\n\nThank you\n", 100), [
    { text: "شكرًا", dir: "rtl" },
    { text: "Thank you", dir: "ltr" },
  ]);
  assert.deepEqual(proseLines(null, 100), []);
});

test("marks that turn or hide text are gone, line breaks of a title too", () => {
  assert.equal(prose("a\u202eb\u2066c\u200fd\ne\tf", 100)?.text, "abcd e f");
});

describe("an overlong word", () => {
  test("gets places to break and loses no letter", () => {
    const word = "W".repeat(500);
    const text = prose(word, 500)?.text ?? "";
    assert.equal(text.replaceAll("\u200b", ""), word);
    for (const part of text.split("\u200b")) assert.ok(part.length <= 24);
  });

  test("is broken between letters with their marks, never inside one", () => {
    const family = "👩‍👩‍👧‍👦".repeat(30);
    const parts = prose(family, 1_000)?.text.split("\u200b") ?? [];
    assert.ok(parts.length > 1);
    for (const part of parts) assert.match(part, /^(?:👩‍👩‍👧‍👦)+$/u);
  });

  test("of a figure is left whole when it can fit, so that it can be copied", () => {
    assert.equal(figure("SA4420000001234567891234").text, "SA4420000001234567891234");
    assert.match(figure("f".repeat(64)).text, /^f{32}\u200bf{32}$/);
  });
});

describe("what the fonts lack", () => {
  test("becomes its plain twin, or else the replacement character", () => {
    const cases = [
      ["ＡＢＣ ①", "ABC 1"],
      ["漢字 שלום", "\ufffd\ufffd \ufffd\ufffd\ufffd\ufffd"],
      ["\ue000\ufeff\u20be\u20c1", "\ufffd\ufffd\u20be\u20c1"],
      ["قهوة 😀 é", "قهوة 😀 é"],
      ["👩‍👧 ❤️", "👩‍👧 ❤️"],
      ["الرياض → جدة ✓ ★ ●", "الرياض ➡ جدة ✔ ⭐ •"],
      ["half \ud800", "half \ufffd"],
    ] as const;
    for (const [text, expected] of cases) assert.equal(drawable(text, fonts), expected);
  });

  test("keeps of a heap of marks those that belong to its letter's script", () => {
    const cases = [
      ["مُحَمَّدٌ", "مُحَمَّدٌ"],
      ["🥐\u2df8\u200c", "🥐"],
      ["Ж\u0651\u0301", "Ж\u0301"],
      ["ا\u0337\u0651", "ا\u0651"],
    ] as const;
    for (const [text, expected] of cases) assert.equal(drawable(text, fonts), expected);
  });

  test("is found at every depth, and other values stay as they are", () => {
    const value = { list: [{ text: "漢" }, 5, null, true], text: "ok" };
    assert.deepEqual(drawable(value, fonts), { list: [{ text: "\ufffd" }, 5, null, true], text: "ok" });
  });

  test("is the same beside a letter of another font, which has each letter looked for by itself", () => {
    const letters = fc.constantFrom(
      ..."قهوةمٌُّ٠١گa é\u0301Ж\u0651\u200c\u200d\ufe0f\u0600\u06dd漢\ue000\ufeff\u2df8①\t\r",
    );
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 20 }), (text) => {
        assert.equal(drawable(`${text}\n😀`, fonts), `${drawable(text, fonts)}\n😀`);
      }),
    );
  });

  test("whatever is written, only letters that some font has are left", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        for (const character of drawable(text, fonts)) {
          const isInvisible = /[\u00ad\u200b\n]|\u200c|\u200d|\p{Variation_Selector}/u.test(character);
          assert.ok(isInvisible || isCovered(character));
        }
      }),
    );
  });
});

test("the fonts have Arabic with its digits and marks, Latin, Greek, Cyrillic, symbols of money and emoji", () => {
  const samples =
    "ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأإؤئىةپچگڤ٠١٢٣٤٥٦٧٨٩،؛؟ًٌٍَُِّْ" +
    "AZaz09éüß" +
    "Ωλ" +
    "Жя" +
    "€£$¥×•·–—“”«»…" +
    "😀🎉";
  for (const character of samples) assert.ok(isCovered(character), character);
});
