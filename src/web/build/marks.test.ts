/** The file of marks: as the packages and our drawings make it, whole, and small enough to be fetched for a first look. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { catalog } from "#methods/catalog.ts";
import { marksOf } from "#methods/marks.ts";
import { orderPage } from "#test/order-page.ts";
import { buildMarks } from "./marks.ts";

const kept = readFileSync(join(import.meta.dirname, "../marks/marks.svg"), "utf8");

test("the file is what npm run marks makes of the packages and of our drawings", () => {
  assert.equal(kept, buildMarks());
});

test("every method and scheme has its mark, by its name", () => {
  const allowed = { ...orderPage(), isMadaAllowed: true, isCreditCardAllowed: true };
  const names = catalog.flatMap(({ id }) => marksOf(id, allowed));
  assert.deepEqual(names.slice(0, 3), ["mada", "visa", "mastercard"]);
  const drawn = Array.from(kept.matchAll(/<symbol id="(\w+)" viewBox="0 0 40 26">/g), ([, id]) => id);
  assert.deepEqual(drawn.toSorted(), names.toSorted());
});

test("it refers to nothing outside of itself, and all marks together travel in 6 KB", () => {
  assert.doesNotMatch(kept, /url\(|href|<style|<script|<image/);
  assert.ok(brotliCompressSync(kept).length <= 6_000);
});
