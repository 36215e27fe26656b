import assert from "node:assert/strict";
import { test } from "node:test";
import { isSameText } from "./same-text.ts";

test("texts are the same only when they are, and an empty expectation is never met", () => {
  assert.equal(isSameText("secret", "secret"), true);
  for (const [given, expected] of [
    ["secret", "secreT"],
    ["secret", "secret "],
    ["", "secret"],
    ["", ""],
  ] as const)
    assert.equal(isSameText(given, expected), false);
});
