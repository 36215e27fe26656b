/** The texts of the instalment services: both languages alike, every key of the field tables there, Spec 5 and 8. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { tabby } from "../tabby/method.ts";
import tabbyAr from "../tabby/strings.ar.json" with { type: "json" };
import tabbyEn from "../tabby/strings.en.json" with { type: "json" };
import { tamara } from "../tamara/method.ts";
import tamaraAr from "../tamara/strings.ar.json" with { type: "json" };
import tamaraEn from "../tamara/strings.en.json" with { type: "json" };

const services = [
  { method: tamara, ar: tamaraAr, en: tamaraEn },
  { method: tabby, ar: tabbyAr, en: tabbyEn },
];

for (const { method, ar, en } of services) {
  test(`${method.id} has the same texts in both languages`, () => {
    assert.deepEqual(Object.keys(ar), Object.keys(en));
  });

  test(`${method.id} has a text for every message of its fields and for its toast`, () => {
    const keys = Object.values(method.fields).flatMap(({ requiredKey, rules }) => [
      requiredKey,
      ...rules.map(({ textKey }) => textKey),
    ]);
    for (const key of [...keys, method.missingToast]) assert.ok(Object.hasOwn(en, key), key);
  });
}

test("the texts of the specification are its very words", () => {
  assert.deepEqual(
    [
      tamaraEn.emailMissing,
      tamaraEn.emailInvalid,
      tamaraEn.cityMissing,
      tamaraEn.cityInvalid,
      tamaraEn.line1Missing,
      tamaraEn.line1Invalid,
      tamaraEn.mobileMissing,
      tamaraEn.mobileInvalid,
      tamaraEn.enterMobileAndEmail,
      tabbyEn.enterMobileAndEmail,
      tabbyEn.englishNameOnly,
      tabbyEn.planTitle,
      tamaraEn.planTitle,
    ],
    [
      "Please provide a tamara E-Mail",
      "Please provide a valid tamara E-Mail",
      "Please provide a City",
      "Please provide a valid City name",
      "Please provide Line1",
      "Please provide a valid line1",
      "Please provide a mobile number",
      "Please provide a valid mobile number",
      "Please enter tamara mobile number and email",
      "Please enter tabby mobile number and email",
      "Only English name is allowed for Tabby payment.",
      "4 interest-free payments",
      "4 interest-free payments",
    ],
  );
});
