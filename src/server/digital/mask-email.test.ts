import assert from "node:assert/strict";
import { test } from "node:test";
import { maskEmail } from "./mask-email.ts";

test("a masked address keeps its first letter and its host", () => {
  for (const [address, masked] of [
    ["noura@example.com", "n•••@example.com"],
    ["n@example.com", "n•••@example.com"],
    ['"a@b"@example.com', '"•••@example.com'],
    ["@example.com", "•••"],
    ["", "•••"],
  ] as const)
    assert.equal(maskEmail(address), masked);
});
