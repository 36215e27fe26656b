import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { jsonForScript } from "./json-for-script.ts";

test("no text ends the script element or starts a comment", () => {
  const json = jsonForScript({ name: "</script><script>alert(1)</script><!-- \u2028" });
  assert.doesNotMatch(json, /[<>&\u2028\u2029]/);
});

test("what was written is what is read", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.deepEqual(JSON.parse(jsonForScript(value)), JSON.parse(JSON.stringify(value)));
    }),
  );
});
