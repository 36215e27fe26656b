import assert from "node:assert/strict";
import { test } from "node:test";
import { format, inspect } from "node:util";
import { Secret } from "./secret.ts";

const value = "5123450000000008";
const secret = new Secret(value);

const printed: readonly [string, string][] = [
  ["String", String(secret)],
  ["template", `${secret}`],
  ["concatenation", `a${secret}b`],
  ["JSON", JSON.stringify({ secret, list: [secret] })],
  ["inspect", inspect(secret)],
  [
    "inspect inside an object, hidden members shown",
    inspect({ deep: { secret } }, { showHidden: true, depth: 9 }),
  ],
  ["console format %o", format("%o %s %j", secret, secret, secret)],
  ["own properties", JSON.stringify({ ...secret, names: Object.getOwnPropertyNames(secret) })],
];

for (const [way, text] of printed) {
  test(`a secret does not show in: ${way}`, () => {
    assert.ok(!text.includes(value), text);
  });
}

test("a secret gives its value to who asks for it", () => {
  assert.equal(secret.reveal(), value);
  assert.equal(String(secret), "***");
  assert.equal(JSON.stringify(secret), '"***"');
  assert.equal(inspect(secret), "***");
});
