import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { frameAncestors, frameParents, readFrameOrigin } from "./frame-parents.ts";

test("an origin is taken in its normal form", () => {
  for (const [text, expected] of [
    ["https://shop.example", "https://shop.example"],
    ["https://Shop.Example/", "https://shop.example"],
    ["https://shop.example:443", "https://shop.example"],
    ["http://localhost:5173", "http://localhost:5173"],
    ["http://127.0.0.1:3001", "http://127.0.0.1:3001"],
  ] as const) {
    assert.equal(readFrameOrigin(text), expected, text);
  }
});

test("what is no origin is refused, and so is everything that would mean more in a policy", () => {
  for (const text of [
    "",
    "*",
    "shop.example",
    "https://*.shop.example",
    "https://shop.example/cart",
    "https://shop.example https://evil.example",
    "https://shop.example; script-src *",
    "https://a:b@shop.example",
    "https://shop.example?x",
    "https://shop.example:99999",
    "data:text/html,x",
    "https:shop.example",
    "https://shop.example\n",
    "'self'",
  ]) {
    assert.equal(readFrameOrigin(text), null, JSON.stringify(text));
  }
});

test("registered origins are the only ones, in every environment", () => {
  for (const otherwise of ["any", "nobody"] as const) {
    assert.deepEqual(frameParents(["https://a.example", "https://A.example/"], otherwise), [
      "https://a.example",
    ]);
    // A list of nothing but nonsense is not the same as no list.
    assert.deepEqual(frameParents(["*"], otherwise), []);
  }
});

test("without registered origins no site may, and in local and test any site", () => {
  assert.deepEqual(frameParents([], "nobody"), []);
  assert.equal(frameParents([], "any"), "any");
});

test("the directive names the origins, none, or all", () => {
  assert.equal(
    frameAncestors(["https://a.example", "http://b.example:8080"]),
    "https://a.example http://b.example:8080",
  );
  assert.equal(frameAncestors([]), "'none'");
  assert.equal(frameAncestors("any"), "*");
});

test("whatever was stored, the directive holds origins and nothing else", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.webUrl()), { maxLength: 3 }), (stored) => {
      assert.match(
        frameAncestors(frameParents(stored, "nobody")),
        /^('none'|https?:\/\/[a-z0-9.-]+(:\d+)?( https?:\/\/[a-z0-9.-]+(:\d+)?)*)$/,
      );
    }),
  );
});
