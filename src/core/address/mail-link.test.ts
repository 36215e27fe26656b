import assert from "node:assert/strict";
import { test } from "node:test";
import { mailLink } from "./mail-link.ts";

test("a link to an e-mail address leads to all of it, whatever stands before the at sign", () => {
  assert.equal(mailLink("noura@example.com"), "mailto:noura@example.com");
  assert.equal(mailLink("a#b?c&d%e+f@example.com"), "mailto:a%23b%3Fc%26d%25e%2Bf@example.com");
});
