/** The rules for what buyers type that panels and calls share. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldTable } from "#core/fields.ts";
import { isProblem } from "#core/problem.ts";
import { isAnyMissing } from "./missing-fields.ts";
import { requireFields } from "./require-fields.ts";
import { saudiMobile } from "./saudi-mobile.ts";

const mobiles: readonly [string, string][] = [
  ["0512345678", "+966512345678"],
  ["512345678", "+966512345678"],
  ["+966 51 234 5678", "+966512345678"],
  ["00966512345678", "+966512345678"],
  ["٠٥١٢٣٤٥٦٧٨", "+966512345678"],
  ["\u200e۰۵۱۲۳۴۵۶۷۸", "+966512345678"],
  ["0412345678", ""],
  ["051234567", ""],
  ["+971501234567", ""],
  ["", ""],
  ["mobile", ""],
];

for (const [typed, expected] of mobiles) {
  test(`${JSON.stringify(typed)} is the mobile ${JSON.stringify(expected)}`, () => {
    assert.equal(saudiMobile(typed), expected);
  });
}

const table = {
  mobile: { requiredKey: "mobileMissing" },
  email: {
    requiredKey: "emailMissing",
    rules: [{ isMet: (text) => text.includes("@"), textKey: "emailInvalid" }],
  },
  note: {},
} as const satisfies FieldTable;

test("a toast is due when a required field is empty, not when one is wrong or optional", () => {
  assert.equal(isAnyMissing(table, { mobile: "1", email: "x" }), false);
  assert.equal(isAnyMissing(table, { mobile: " ", email: "x" }), true);
  assert.equal(isAnyMissing(table, { email: "x" }), true);
});

test("fields that are right pass", () => {
  const value = { path: "p", value: "a@b" };
  requireFields(table, { mobile: value, email: value, note: { path: "n", value: null } });
});

test("wrong fields are named as the body calls them", () => {
  assert.throws(
    () =>
      requireFields(table, {
        mobile: { path: "clientMobile", value: null },
        email: { path: "clientEmail", value: "x" },
        note: { path: "note", value: undefined },
      }),
    (thrown) => {
      assert.ok(isProblem(thrown) && thrown.code === "validation_failed");
      assert.deepEqual(thrown.fields, [
        { path: "clientMobile", code: "mobileMissing", message: "mobileMissing" },
        { path: "clientEmail", code: "emailInvalid", message: "emailInvalid" },
      ]);
      return true;
    },
  );
});
