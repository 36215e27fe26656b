/** The texts of SADAD and A2A: both languages alike, every key of the field tables there, Spec 5 and 8. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldTable } from "#core/fields.ts";
import { a2a } from "../a2a/method.ts";
import a2aAr from "../a2a/strings.ar.json" with { type: "json" };
import a2aEn from "../a2a/strings.en.json" with { type: "json" };
import { sadad } from "../sadad/method.ts";
import sadadAr from "../sadad/strings.ar.json" with { type: "json" };
import sadadEn from "../sadad/strings.en.json" with { type: "json" };

const methods = [
  { method: sadad, ar: sadadAr, en: sadadEn },
  { method: a2a, ar: a2aAr, en: a2aEn },
];

for (const { method, ar, en } of methods) {
  test(`${method.id} has the same texts in both languages, and one for every message of its fields`, () => {
    assert.deepEqual(Object.keys(ar), Object.keys(en));
    const fields: FieldTable = method.fields;
    const keys = Object.values(fields).flatMap(({ requiredKey = "", rules = [] }) => [
      requiredKey,
      ...rules.map(({ textKey }) => textKey),
    ]);
    for (const key of [...keys, method.missingToast]) assert.ok(Object.hasOwn(en, key), key);
  });
}

test("the texts of the specification are its very words", () => {
  assert.deepEqual(
    [
      sadadEn.mobileMissing,
      sadadEn.mobileInvalid,
      sadadEn.firstNameMissing,
      sadadEn.firstNameInvalid,
      sadadEn.lastNameMissing,
      sadadEn.lastNameInvalid,
      sadadEn.enterMobileAndEmail,
      a2aEn.emailMissing,
      a2aEn.emailInvalid,
      a2aEn.enterMobileAndEmail,
    ],
    [
      "Please provide a mobile number",
      "Please provide a valid mobile number",
      "Please provide a First Name",
      "Please provide a valid First name",
      "Please provide Last Name",
      "Please provide a valid last Name",
      "Please enter sadad mobile number and email",
      "Please provide an E-Mail",
      "Please provide a valid E-Mail",
      "Please enter A2A mobile number and email",
    ],
  );
});
