/** Colours of a logo. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contrastOf, minimumContrast } from "#core/theme/colour.ts";
import { coloursOf } from "./picture-colours.ts";

const many = (count: number, ...pixel: number[]): number[] =>
  Array.from({ length: count }, () => pixel).flat();

test("a green mark on white with black letters gives its green first, and paper never", () => {
  const found = coloursOf([
    ...many(600, 255, 255, 255, 255),
    ...many(90, 15, 107, 92, 255),
    ...many(60, 10, 10, 10, 255),
  ]);
  assert.equal(found[0], "#0f6b5c");
  assert.ok(!found.includes("#ffffff"));
  assert.equal(found.length, 2);
});

test("a light colour is made dark enough to be read, and what is seen through does not count", () => {
  const [yellow] = coloursOf([...many(100, 255, 213, 0, 255), ...many(900, 200, 0, 0, 10)]);
  assert.ok(yellow);
  assert.ok(contrastOf({ colour: yellow, background: "#ffffff" }) >= minimumContrast);
  assert.deepEqual(coloursOf(many(20, 0, 0, 0, 0)), []);
  assert.deepEqual(coloursOf([]), []);
});

test("every colour of any picture can be read on white", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(255), { maxLength: 160 }), (bytes) => {
      for (const colour of coloursOf(bytes))
        assert.ok(contrastOf({ colour, background: "#ffffff" }) >= minimumContrast, colour);
    }),
    { numRuns: 50 },
  );
});
