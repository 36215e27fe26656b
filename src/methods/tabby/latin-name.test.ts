/** Spec 5: Tabby takes Latin letters, digits, spaces, underscores and hyphens; the guess must always be such a name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isTabbyName } from "#core/validators.ts";
import { latinName } from "./latin-name.ts";

for (const [name, latin] of [
  ["نورة العتيبي", "Noura Alotaibi"],
  ["عبد الله بن فهد القحطاني", "Abdullah bin Fahad Alqahtani"],
  ["عبدالرزاق الحمد", "Abdulrazaq Alhamd"],
  ["مُحَمَّد", "Mohammed"],
  ["خلود السويلم", "Khaloud Alsawilm"],
  ["José Müller", "Jose Muller"],
  ["John Smith & Sons Ltd. (KSA)", "John Smith and Sons Ltd KSA"],
  ["Al-Otaibi", "Al-Otaibi"],
  ["李", ""],
] as const) {
  test(`${name} is written ${latin || "by the buyer"}`, () => {
    assert.equal(latinName(name), latin);
  });
}

test("whatever the name, the guess is one that Tabby takes, or nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 120 }), (name) => {
      const guess = latinName(name);
      assert.ok(guess === "" || isTabbyName(guess), guess);
    }),
  );
});
