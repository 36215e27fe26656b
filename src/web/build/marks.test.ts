/** The file of marks: as the packages and our drawings make it, whole, and small enough to be fetched for a first look. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import sharp from "sharp";
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

test("no two methods or schemes have the same drawing", () => {
  const drawings = Array.from(
    kept.matchAll(/<symbol id="\w+" viewBox="0 0 40 26">(.*?)<\/symbol>/g),
    ([, one]) => one,
  );
  assert.equal(new Set(drawings).size, drawings.length);
});

test("it refers to nothing outside of itself, and all marks together travel in 6 KB", () => {
  assert.doesNotMatch(kept, /url\(|href|<style|<script|<image/);
  assert.ok(brotliCompressSync(kept).length <= 6_000);
});

/** How far a mark's ink stays away from each edge of its white tile, in units of 40 x 26. */
async function clearSpace(id: string) {
  const [, drawing = ""] =
    kept.match(new RegExp(`<symbol id="${id}" viewBox="0 0 40 26">(.*?)</symbol>`)) ?? [];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 26" width="400" height="260"><path fill="#fff" d="M0 0h40v26H0z"/>${drawing}</svg>`;
  const { info } = await sharp(Buffer.from(svg))
    .trim({ threshold: 40 })
    .toBuffer({ resolveWithObject: true });
  const start = -(info.trimOffsetLeft ?? 0) / 10;
  const top = -(info.trimOffsetTop ?? 0) / 10;
  return { start, end: 40 - start - info.width / 10, top, bottom: 26 - top - info.height / 10 };
}

test("every mark on a white tile stands in its middle, with clear space on all sides", async () => {
  for (const id of ["mada", "visa", "mastercard", "stcpay", "urpay", "sadad", "googlepay"]) {
    const { start, end, top, bottom } = await clearSpace(id);
    assert.ok(Math.min(start, end, top, bottom) >= 2.5, `${id}: ${[start, end, top, bottom]}`);
    assert.ok(Math.abs(start - end) <= 1.5, `${id}: ${start} and ${end}`);
    assert.ok(Math.abs(top - bottom) <= 3.5, `${id}: ${top} and ${bottom}`);
  }
});
