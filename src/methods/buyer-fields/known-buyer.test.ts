import assert from "node:assert/strict";
import { test } from "node:test";
import { knownMobile, splitName } from "./known-buyer.ts";

test("a whole name gives a first and a last one, and what is not two names gives none", () => {
  assert.deepEqual(splitName(" نورة  العتيبي "), ["نورة", "العتيبي"]);
  assert.deepEqual(splitName("Noura bint Ali Al-Otaibi"), ["Noura", "bint Ali Al-Otaibi"]);
  for (const name of ["", "نورة", "N Alotaibi", "Store 24", "شركة النخيل 3"])
    assert.equal(splitName(name), null, name);
});

test("a Saudi mobile is known in any form, another one is not", () => {
  for (const mobile of ["0551234567", "+966551234567", "551234567"])
    assert.match(knownMobile(mobile) ?? "", /\+966\u00a0551234567/, mobile);
  for (const mobile of ["", "+201001234567", "0112345678"]) assert.equal(knownMobile(mobile), null, mobile);
});
