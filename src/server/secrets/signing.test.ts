/** Signatures: each purpose has a key of its own, and what is signed reads in one way only. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { masterKeys } from "./master-secret.ts";
import { createSigning, purposes } from "./signing.ts";

const secret = "a master secret of tests, long enough";
const parts = ["5K7Q2M9XAB3CD4EF", "11500", "SAR"];

test("what is signed for one purpose is recognised for it and refused for every other", () => {
  const signing = createSigning(masterKeys(secret));
  for (const purpose of purposes) {
    const signature = signing.sign(purpose, parts);
    for (const other of purposes)
      assert.equal(signing.verify(other, parts, signature), other === purpose, `${purpose} as ${other}`);
  }
  assert.equal(new Set(purposes.map((purpose) => signing.sign(purpose, parts))).size, purposes.length);
});

test("a signature is of these very parts, in this order and in these bounds", () => {
  const signing = createSigning(masterKeys(secret));
  const signature = signing.sign("order", ["ab", "c"]);
  assert.equal(signing.verify("order", ["ab", "c"], signature), true);
  for (const other of [["a", "bc"], ["abc"], ["c", "ab"], ["ab"], ["ab", "c", ""], ["ab|1:c"], []])
    assert.equal(signing.verify("order", other, signature), false, JSON.stringify(other));
});

test("a signature that is cut, longer, changed, empty or no base64 is refused without an error", () => {
  const signing = createSigning(masterKeys(secret));
  const signature = signing.sign("result", parts);
  assert.match(signature, /^[A-Za-z0-9_-]{51}$/);
  const changed = signature.slice(0, 8) + (signature[8] === "A" ? "B" : "A") + signature.slice(9);
  for (const wrong of [signature.slice(0, -1), `${signature}AA`, changed, "", "%%%", "ص".repeat(43)])
    assert.equal(signing.verify("result", parts, wrong), false, wrong);
});

test("another master secret recognises nothing, the same one everything, and a short one is refused", () => {
  const signature = createSigning(masterKeys(secret)).sign("product", parts);
  assert.equal(createSigning(masterKeys(`${secret}.`)).verify("product", parts, signature), false);
  assert.equal(createSigning(masterKeys(secret)).verify("product", parts, signature), true);
  assert.throws(() => createSigning(masterKeys("x".repeat(31))), /too short/);
});
