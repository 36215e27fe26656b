import assert from "node:assert/strict";
import { test } from "node:test";
import { parseJson } from "./json.ts";

test("JSON is read, and text that is none is null instead of an error", () => {
  assert.deepEqual(parseJson('{"a":[1,"٢"]}'), { a: [1, "٢"] });
  for (const text of ["", "{", "<html>", "undefined", "{'a':1}"]) assert.equal(parseJson(text), null, text);
});
