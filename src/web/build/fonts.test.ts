/** The fonts that pages and papers bring along: as the packages make them, with all letters that texts need, and small. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readCoverage } from "#server/documents/fonts.ts";
import { textsOf } from "#test/catalogue-texts.ts";
import { catalogue } from "../i18n/catalogue.ts";
import { buildFonts, coveredCharacters, riyalSign } from "./fonts.ts";

const built = await buildFonts();
const kept = (path: string): Buffer => readFileSync(join(import.meta.dirname, "../..", path));

test("the files are what npm run fonts makes of the packages", () => {
  assert.equal(built.size, 6);
  for (const [path, font] of built) assert.ok(kept(path).equals(font), path);
});

test("the typeface travels in 60 KB, and what a page in English needs in 30", () => {
  const sizes = [...built].filter(([path]) => path.endsWith(".woff2"));
  const sum = (files: typeof sizes): number => files.reduce((bytes, [, font]) => bytes + font.length, 0);
  assert.equal(sizes.length, 4);
  assert.ok(sum(sizes) <= 60_000, `${sum(sizes)} bytes`);
  assert.ok(sum(sizes.filter(([path]) => path.includes("latin"))) <= 30_000);
});

test("fonts that are cut out have a name of their own", () => {
  for (const [path, font] of built)
    if (path.endsWith(".ttf")) {
      const names = font.toString("latin1").replaceAll("\0", "");
      assert.ok(names.includes("Wasl Riyal") && !names.includes("Google Sans Reg"), path);
    }
});

test("papers have the riyal's sign", () => {
  assert.ok(readCoverage().some((font) => font.has(riyalSign.codePointAt(0) ?? 0)));
});

test("every letter of our own texts is in the typeface", () => {
  const letters = new Set([...textsOf(catalogue).values()].flatMap((text) => [...text]));
  const missing = [...letters].filter((letter) => !coveredCharacters.has(letter) && letter !== "\n");
  assert.deepEqual(missing, []);
});
