import assert from "node:assert/strict";
import { test } from "node:test";
import { longTextsOf, spellingsOf } from "./token-texts.ts";

const secrets = ["a".repeat(40), "b".repeat(40), "c".repeat(40)] as const;
const [first, second, third] = secrets;
const token = {
  version: "V1",
  sealed: { of: [first] },
  message: JSON.stringify({ "a key": second, more: JSON.stringify({ last: third }) }),
};
const base64 = Buffer.from(JSON.stringify(token)).toString("base64");

test("the long texts of a token are found whatever their names are, inside of texts and of base64, too", () => {
  assert.deepEqual(longTextsOf(token), secrets);
  assert.deepEqual(longTextsOf(JSON.stringify(token)), secrets);
  assert.deepEqual(longTextsOf(base64), [base64.slice(0, 40), ...secrets]);
});

test("a token without a long text is an error: nothing would be looked for", () => {
  for (const none of [{}, { version: "V1" }, "", JSON.stringify({ message: '{"quoted":"only"}' })])
    assert.throws(() => longTextsOf(none), /no long text/);
});

test("each spelling of a token is another text or form, and says the same", () => {
  for (const form of [token, JSON.stringify(token), base64]) {
    const { unchanged, "as an object": object, "percent-encoded": percent, ...texts } = spellingsOf(form);
    const { "with a member added": longer, "in base64": inBase64, ...rest } = texts;
    const { "in base64 for addresses": inBase64Url, ...plain } = rest;
    assert.equal(unchanged, form);
    assert.deepEqual(object, token);
    assert.deepEqual(JSON.parse(decodeURIComponent(String(percent))), token);
    assert.deepEqual([inBase64, inBase64Url], [base64, base64.replace(/=+$/, "")]);
    assert.deepEqual(JSON.parse(String(longer)), {
      ...token,
      sealed: { ...token.sealed, added: 1 },
      added: 1,
    });
    for (const text of Object.values(plain)) assert.deepEqual(JSON.parse(String(text)), token);
    assert.equal(new Set(Object.values(texts)).size, Object.keys(texts).length);
  }
});

test("each base64 inside of a token is spelled in other letters for its bytes; JSON inside stays to the letter", () => {
  const [padded, plain] = ["+/+/+/+/+/+/+/8=", "aaaaaaaaaaaaaaaa"];
  const other = { plain, words: "not in base64, of course", message: JSON.stringify({ padded }) };
  const inside = Object.entries(spellingsOf({ padded, other })).filter(([name]) => name.includes(padded));
  assert.deepEqual(
    inside.map(([, text]) => JSON.parse(String(text))),
    ["+/+/+/+/+/+/+/8", "-_-_-_-_-_-_-_8=", "+/+/+/+/+/+/+/9="].map((spelled) => ({
      padded: spelled,
      other,
    })),
  );
  assert.ok(!Object.keys(spellingsOf({ padded, other })).some((name) => name.includes(plain)));
});

test("each part of a JWE or JWS is spelled in other letters for its bytes, inside of a token and as one", () => {
  // An empty part (a key that is agreed on), and of one, two and three bytes at the end.
  const parts = ["eyJhbGciOiJkaXIifQ", "", "-_-_-_-_-_-_-_-_", "-_8", "8A"];
  const sealed = parts.join(".");
  const spelled = [
    "eyJhbGciOiJkaXIifQ==..-_-_-_-_-_-_-_-_.-_8.8A",
    "eyJhbGciOiJkaXIifR..-_-_-_-_-_-_-_-_.-_8.8A",
    "eyJhbGciOiJkaXIifQ..+/+/+/+/+/+/+/+/.-_8.8A",
    "eyJhbGciOiJkaXIifQ..-_-_-_-_-_-_-_-_.-_8=.8A",
    "eyJhbGciOiJkaXIifQ..-_-_-_-_-_-_-_-_.+/8.8A",
    "eyJhbGciOiJkaXIifQ..-_-_-_-_-_-_-_-_.-_9.8A",
    "eyJhbGciOiJkaXIifQ..-_-_-_-_-_-_-_-_.-_8.8A==",
    "eyJhbGciOiJkaXIifQ..-_-_-_-_-_-_-_-_.-_8.8B",
  ];
  const { unchanged, ...alone } = spellingsOf(sealed);
  assert.equal(unchanged, sealed);
  assert.deepEqual(Object.values(alone), spelled);
  const inside = Object.entries(spellingsOf({ sealed })).filter(([name]) => name.includes(sealed));
  assert.deepEqual(
    inside.map(([, text]) => JSON.parse(String(text)).sealed),
    spelled,
  );
  for (const text of spelled) {
    const bytes = text.split(".").map((part) => Buffer.from(part, "base64url").toString("base64url"));
    assert.deepEqual(bytes, parts, `${text} says something else`);
  }
});

test("what only looks like a JWE, a host or a number, stays to the letter", () => {
  for (const text of ["www.payments-of-a-wallet.example.com", "1234567890123456.50", "V1.0"])
    assert.ok(!Object.keys(spellingsOf({ text })).some((name) => name.includes(text)), text);
});
