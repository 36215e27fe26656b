import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hasRepeatedKey } from "./unique-keys.ts";

for (const json of [
  '{"a":1,"a":2}',
  '{"a":1,"b":{"x":[{"y":1,"y":1}]}}',
  '{"total":1,"t\\u006ftal":2}',
  '{"a":{"b":1},"c":[1,{}],"a":null}',
  '{ "a" : "}" , "a" : "{" }',
  '{"__proto__":1,"__proto__":2}',
]) {
  test(`${json} names a member twice`, () => {
    assert.equal(hasRepeatedKey(json), true);
  });
}

for (const json of [
  '{"a":{"a":{"a":1}}}',
  '[{"a":1},{"a":1}]',
  '{"a":"a","b":["a","a"]}',
  '{"a":"\\"a\\":1,","b":"\\\\"}',
  '"a"',
  "1",
  "{}",
]) {
  test(`${json} does not`, () => {
    assert.equal(hasRepeatedKey(json), false);
  });
}

test("no object that a program writes names a member twice", () => {
  fc.assert(fc.property(fc.json({ maxDepth: 5 }), (json) => assert.equal(hasRepeatedKey(json), false)));
});

test("a member written again is found wherever the object stands", () => {
  const keys = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(keys, fc.jsonValue(), fc.nat(), (names, value, which) => {
      const again = names[which % names.length] ?? "";
      const members = [...names, again].map((name) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
      assert.equal(hasRepeatedKey(`[1,{"outer":{${members.join(",")}}}]`), true);
    }),
  );
});
