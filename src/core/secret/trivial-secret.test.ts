import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { isTrivialSecret } from "./trivial-secret.ts";

for (const [what, secret] of [
  ["one letter", "a".repeat(32)],
  ["one letter, longer", "x".repeat(200)],
  ["a word again and again", "kfTz8q".repeat(8)],
  ["a word again and again, cut short", "kfTz8qW2".repeat(5).slice(0, 37)],
  ["the alphabet", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"],
  ["digits in a row", "01234567890123456789012345678901"],
  ["a word of people", "Xk39-this-is-the-SECRET-of-our-shop-2026"],
  ["what stands in examples", "change-me-8f2k1l4h5j6g7d8s9a0q1w2e3"],
  ["two letters", "abaabbabababbbaabababaabbbabaabbab"],
] as const) {
  test(`${what} is a trivial secret`, () => {
    assert.equal(isTrivialSecret(secret), true);
  });
}

test("what generators make is not, from 128 bits in the fewest characters on", () => {
  for (let seed = 0; seed < 2_000; seed += 1) {
    const bytes = createHash("sha256").update(`${seed}`).digest();
    for (const secret of [
      bytes.toString("hex"),
      bytes.toString("base64"),
      bytes.toString("base64url"),
      bytes.subarray(0, 16).toString("hex"),
    ])
      assert.equal(isTrivialSecret(secret), false, secret);
  }
});
