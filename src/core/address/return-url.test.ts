import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type ReturnUrlRule, readReturnUrl } from "./return-url.ts";

const live: ReturnUrlRule = { hosts: ["shop.example.com", "Other.Example.com"], ipLiterals: "refused" };
const local: ReturnUrlRule = { hosts: "any", ipLiterals: "allowed" };

test("an address on a registered host is taken, on any port, in its normal form", () => {
  for (const [text, expected] of [
    ["https://shop.example.com/back?order=1#top", "https://shop.example.com/back?order=1#top"],
    ["https://SHOP.example.com", "https://shop.example.com/"],
    ["http://shop.example.com:8080/back", "http://shop.example.com:8080/back"],
    ["https://other.example.com/a/../b", "https://other.example.com/b"],
  ] as const) {
    assert.equal(readReturnUrl(text, live), expected);
  }
});

test("the longest address has 2048 characters", () => {
  const longest = `https://shop.example.com/${"a".repeat(2023)}`;
  assert.equal(longest.length, 2048);
  assert.equal(readReturnUrl(longest, live), longest);
});

test("no trick leads to another host or another scheme", () => {
  for (const text of [
    "",
    "shop.example.com",
    "//shop.example.com/",
    "/back",
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://shop.example.com/",
    "https:shop.example.com",
    "https:///shop.example.com",
    "https://evil.example.com/",
    "https://shop.example.com.evil.com/",
    "https://a.shop.example.com/",
    "https://evil.com/?https://shop.example.com/",
    "https://shop.example.com@evil.com/",
    "https://user@shop.example.com/",
    "https://user:secret@shop.example.com/",
    "https://shop.example.com\\@evil.com/",
    "https:\\\\shop.example.com/",
    "https://shop.example.com/\r\nSet-Cookie: a=b",
    "https://shop.example.com/a b",
    "https://shop.example.com/\u0000",
    "https://shop.example.com/\u202e",
    " https://shop.example.com/",
    "https://shop.example.com./",
    "https://[::1]/",
    "https://127.0.0.1/",
    `https://shop.example.com/${"a".repeat(2024)}`,
  ]) {
    assert.equal(readReturnUrl(text, live), null, JSON.stringify(text));
  }
});

test("an address by number is refused in every spelling, even where any host will do", () => {
  for (const text of [
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://[::ffff:127.0.0.1]/",
  ]) {
    assert.equal(readReturnUrl(text, { hosts: "any", ipLiterals: "refused" }), null, text);
    assert.notEqual(readReturnUrl(text, local), null, text);
  }
});

test("on a developer's machine any http(s) address will do, but still no password and no other scheme", () => {
  assert.equal(readReturnUrl("http://localhost:3000/cb", local), "http://localhost:3000/cb");
  for (const text of ["javascript:alert(1)", "http://user:secret@localhost/", "file:///etc/passwd"]) {
    assert.equal(readReturnUrl(text, local), null);
  }
});

test("what comes back is always on a registered host and reads as itself", () => {
  const pieces = fc.constantFrom(
    "https://",
    "http:",
    "//",
    "shop.example.com",
    "evil.com",
    "@",
    ":",
    "\\",
    "/",
    "?",
    "#",
    ".",
    "%2e",
    "80",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const href = readReturnUrl(`https://${parts.join("")}`, live);
      if (href === null) return;
      assert.ok(["shop.example.com", "other.example.com"].includes(new URL(href).hostname));
      assert.equal(readReturnUrl(href, live), href);
    }),
    { numRuns: 2000 },
  );
});
