import assert from "node:assert/strict";
import { test } from "node:test";
import { squareOf } from "./crop.ts";

test("the square is as large as the picture allows, and stands along its longer side where it was put", () => {
  assert.deepEqual(squareOf({ width: 400, height: 200 }, 0.5), { x: 100, y: 0, side: 200 });
  assert.deepEqual(squareOf({ width: 400, height: 200 }, 1), { x: 200, y: 0, side: 200 });
  assert.deepEqual(squareOf({ width: 200, height: 500 }, 0), { x: 0, y: 0, side: 200 });
  assert.deepEqual(squareOf({ width: 200, height: 500 }, 2), { x: 0, y: 300, side: 200 });
  assert.deepEqual(squareOf({ width: 300, height: 300 }, 0.3), { x: 0, y: 0, side: 300 });
});
