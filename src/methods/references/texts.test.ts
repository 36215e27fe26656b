/** The texts of methods with a number to pay by are those of Spec 5 and 8. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { methodTexts } from "../texts.ts";

const { sadad: sadadEn, a2a: a2aEn } = methodTexts.en;

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
