import assert from "node:assert/strict";
import { test } from "node:test";
import { hasPrintableLetters, isClientName } from "#core/validators.ts";
import { isPrintable } from "./printable-names.ts";

test("the pages refuse the names that papers cannot print, and no others", () => {
  const printed = [
    "نورة العتيبي",
    "Noura",
    "Żółć",
    "Ελένη",
    "Фёдор",
    "मोहन शर्मा",
    "محمّد ٣",
    "O’Neil & Söhne",
    "ＡＢＣ",
    "ª",
  ];
  const refused = ["王小明", "김민준", "やまだ", "ヤマダ", "אבי", "สมชาย", "முருகன்", "অনিক", "Noura 王"];
  for (const name of printed) assert.ok(hasPrintableLetters(name) && isPrintable(name), name);
  for (const name of refused)
    assert.ok(!hasPrintableLetters(name) && !isPrintable(name) && !isClientName(name), name);
});
