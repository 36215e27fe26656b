/** The fonts that pages and papers bring along: as the packages make them, with all letters that texts need, and small. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import subsetFont from "subset-font";
import { readCoverage } from "#server/documents/fonts.ts";
import { textsOf } from "#test/catalogue-texts.ts";
import { catalogue } from "../i18n/catalogue.ts";
import { readGlyphs } from "./font-characters.ts";
import { readTables } from "./font-names.ts";
import { arabicShapes, buildFonts, coveredCharacters, riyalSign } from "./fonts.ts";

const built = await buildFonts();
const kept = (path: string): Buffer => readFileSync(join(import.meta.dirname, "../..", path));

test("the files are what npm run fonts makes of the packages", () => {
  assert.equal(built.size, 8);
  for (const [path, font] of built) assert.ok(kept(path).equals(font), path);
});

test("the typeface travels in 60 KB, and what a page in English needs in 30", () => {
  const sizes = [...built].filter(([path]) => path.includes("sans"));
  const sum = (files: typeof sizes): number => files.reduce((bytes, [, font]) => bytes + font.length, 0);
  assert.equal(sizes.length, 4);
  assert.ok(sum(sizes) <= 60_000, `${sum(sizes)} bytes`);
  assert.ok(sum(sizes.filter(([path]) => path.includes("latin"))) <= 30_000);
});

/** The outlines of a font by character (OpenType, chapters "loca" and "glyf"). */
function outlines(font: Buffer): ReadonlyMap<number, Buffer> {
  const tables = readTables(font);
  const table = (name: string): Buffer => tables.get(name) ?? assert.fail(`no table ${name}`);
  const isLong = table("head").readInt16BE(50) === 1;
  const place = (glyph: number): number =>
    isLong ? table("loca").readUInt32BE(glyph * 4) : table("loca").readUInt16BE(glyph * 2) * 2;
  return new Map(
    [...readGlyphs(table("cmap"))].map(([character, glyph]) => [
      character,
      table("glyf").subarray(place(glyph), place(glyph + 1)),
    ]),
  );
}

test("Latin digits and the dividers of an amount are drawn as the typeface's Arabic ones, in a kilobyte", async () => {
  const glyphs = async (path: string): Promise<ReadonlyMap<number, Buffer>> => {
    const font = await subsetFont(kept(path), "0123456789,.٠١٢٣٤٥٦٧٨٩٬٫", { targetFormat: "truetype" });
    return outlines(font);
  };
  for (const weight of ["400", "600"]) {
    const digits = await glyphs(`web/fonts/wasl-digits-${weight}.woff2`);
    const letters = await glyphs(`web/fonts/wasl-sans-arabic-${weight}.woff2`);
    for (const [latin, arabic] of [...arabicShapes])
      assert.ok(
        digits.get(latin.charCodeAt(0))?.equals(letters.get(arabic.charCodeAt(0)) ?? Buffer.alloc(0)),
        `${latin} is drawn as ${arabic}`,
      );
    assert.ok(kept(`web/fonts/wasl-digits-${weight}.woff2`).length < 1_500);
  }
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
