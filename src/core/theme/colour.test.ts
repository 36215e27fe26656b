import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  contrastOf,
  ensureContrast,
  minimumContrast,
  parseColour,
  readableOn,
  shiftBrightness,
} from "./colour.ts";

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("three or six hexadecimal digits are a colour, nothing else is", () => {
  for (const [text, expected] of [
    ["FFF", "#ffffff"],
    ["#fff", "#ffffff"],
    ["3087de", "#3087de"],
    ["#8C60E2", "#8c60e2"],
    ["a1b", "#aa11bb"],
    ["", null],
    ["#", null],
    ["ff", null],
    ["ffff", null],
    ["fffffff", null],
    ["##fff", null],
    ["red", null],
    ["ggg", null],
    ["fff;}", null],
    ["url(x)", null],
    [" fff", null],
    ["fff\n", null],
  ] as const) {
    assert.equal(parseColour(text), expected, JSON.stringify(text));
  }
});

test("brightness moves every channel and stays in range", () => {
  assert.equal(shiftBrightness("#3087de", -20), "#1c73ca");
  assert.equal(shiftBrightness("#3087de", 75), "#7bd2ff");
  assert.equal(shiftBrightness("#000000", -20), "#000000");
  assert.equal(shiftBrightness("#ffffff", 75), "#ffffff");
});

test("contrast is that of WCAG", () => {
  assert.equal(contrastOf({ colour: "#000000", background: "#ffffff" }), 21);
  assert.equal(contrastOf({ colour: "#123456", background: "#123456" }), 1);
  for (const [colour, background, expected] of [
    ["#767676", "#ffffff", 4.54],
    ["#777777", "#ffffff", 4.48],
    ["#ffffff", "#3087de", 3.72],
    ["#ff0000", "#ffffff", 4],
    ["#0a0a0a", "#ffffff", 19.8],
  ] as const) {
    assert.ok(Math.abs(contrastOf({ colour, background }) - expected) < 0.01, `${colour} on ${background}`);
  }
});

test("black or white can be read on every colour", () => {
  assert.equal(readableOn("#44781a"), "#ffffff");
  assert.equal(readableOn("#ffc107"), "#000000");
  fc.assert(
    fc.property(anyColour, (background) => {
      assert.ok(contrastOf({ colour: readableOn(background), background }) >= minimumContrast);
    }),
  );
});

test("a colour that can be read is left alone, any other is changed until it can", () => {
  fc.assert(
    fc.property(anyColour, anyColour, (colour, background) => {
      const ensured = ensureContrast({ colour, background });
      assert.equal(parseColour(ensured), ensured);
      assert.ok(contrastOf({ colour: ensured, background }) >= minimumContrast);
      if (contrastOf({ colour, background }) >= minimumContrast) assert.equal(ensured, colour);
    }),
    { numRuns: 500 },
  );
});

test("the change is the smallest step that helps and keeps the hue", () => {
  assert.equal(ensureContrast({ colour: "#3087de", background: "#ffffff" }), "#2973bd");
  assert.ok(
    contrastOf({ colour: "#2b7ac8", background: "#ffffff" }) < minimumContrast,
    "one step less is not enough",
  );
  assert.equal(ensureContrast({ colour: "#808080", background: "#000000" }), "#808080");
});
