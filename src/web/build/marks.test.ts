/** The file of marks: as the packages and our drawings make it, whole, and small enough to be fetched for a first look. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { brandsTaken } from "#core/card/card-brands.ts";
import { catalog } from "#methods/catalog.ts";
import { buildMarks } from "./marks.ts";

const kept = readFileSync(join(import.meta.dirname, "../marks/marks.svg"), "utf8");

test("the file is what npm run marks makes of the packages and of our drawings", () => {
  assert.equal(kept, buildMarks());
});

test("every method and scheme has its mark, by its name", () => {
  const allowed = { isMadaAllowed: true, isCreditCardAllowed: true, isAmexAllowed: true };
  const schemes = brandsTaken("card", allowed);
  assert.deepEqual(schemes, ["mada", "visa", "mastercard"]);
  const names = catalog.flatMap(({ id }) => (id === "card" ? schemes : [id]));
  const drawn = Array.from(kept.matchAll(/<symbol id="(\w+)" viewBox="0 0 40 26">/g), ([, id]) => id);
  assert.deepEqual(drawn.toSorted(), names.toSorted());
});

test("it refers to nothing outside of itself, and all marks together travel in 6 KB", () => {
  assert.doesNotMatch(kept, /url\(|href|<style|<script|<image/);
  assert.ok(brotliCompressSync(kept).length <= 6_000);
});
