import assert from "node:assert/strict";
import { test } from "node:test";
import { literals } from "./literals.ts";

test("names of states become literals, and nothing else does", () => {
  assert.equal(literals(["active", "PAID_LINK"]), "'active', 'PAID_LINK'");
  for (const other of ["it's", "a b", "", "$1"]) assert.throws(() => literals([other]), /no name of a state/);
});
