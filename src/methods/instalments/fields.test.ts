/** The small rules that the panels and calls of instalment services share. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldTable } from "#core/fields.ts";
import { isProblem } from "#core/problem.ts";
import { isAnyMissing } from "./missing-fields.ts";
import { isProviderAddress } from "./provider-address.ts";
import { requireFields } from "./require-fields.ts";
import { isSameText } from "./same-text.ts";
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

const origins = ["https://checkout.example"];
const places: readonly [string, boolean][] = [
  ["https://checkout.example/a?b=c", true],
  ["https://checkout.example:443/", true],
  ["https://checkout.example:8443/", false],
  ["http://checkout.example/", false],
  ["https://checkout.example.evil/", false],
  ["https://evil/checkout.example", false],
  ["https://user:pass@checkout.example/", false],
  ["https://user@checkout.example/", false],
  ["javascript:alert(1)", false],
  ["//checkout.example/", false],
  ["", false],
];

for (const [address, expected] of places) {
  test(`${JSON.stringify(address)} is ${expected ? "" : "not "}the provider's`, () => {
    assert.equal(isProviderAddress(address, origins), expected);
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

test("texts are the same only when they are, and an empty expectation is never met", () => {
  assert.equal(isSameText("secret", "secret"), true);
  for (const [given, expected] of [
    ["secret", "secreT"],
    ["secret", "secret "],
    ["", "secret"],
    ["", ""],
  ] as const)
    assert.equal(isSameText(given, expected), false);
});
