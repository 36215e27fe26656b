/** The texts of the instalment services are those of Spec 5 and 8. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { methodTexts } from "../texts.ts";

const { tamara: tamaraEn, tabby: tabbyEn } = methodTexts.en;

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
