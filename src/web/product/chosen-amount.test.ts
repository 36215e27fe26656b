import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFields } from "#core/fields.ts";
import { productPage } from "#test/product-page.ts";
import { catalogue } from "../i18n/catalogue.ts";
import { amountTable, chosenPrice } from "./chosen-amount.ts";
import { toOffer } from "./offer.ts";

const offer = toOffer(productPage({ buyerAmount: { least: 10, most: 5000, suggested: [50] } }));

/** What is typed → what is paid in riyals, or what is wrong. */
const cases = [
  ["50", 50],
  ["٥٠٫٥", 50.5],
  ["١٬٢٣٤٫٥٠", 1234.5],
  ["1,234.5", 1234.5],
  ["10.00", 10],
  ["5000", 5000],
  ["9.99", "too_small"],
  ["0.5", "too_small"],
  ["5000.01", "too_large"],
  ["", "missing"],
  [" ", "missing"],
  ["0", "invalid"],
  ["-20", "invalid"],
  ["10.005", "invalid"],
  ["عشرة", "invalid"],
] as const;

for (const [typed, expected] of cases) {
  test(`"${typed}" in the field of the amount: ${expected}`, () => {
    const problems = checkFields(amountTable(offer), { amount: typed });
    if (typeof expected === "number") {
      assert.deepEqual([chosenPrice(typed, offer), problems], [expected, []]);
      return;
    }
    assert.equal(chosenPrice(typed, offer), null);
    assert.deepEqual(problems, [{ field: "amount", textKey: expected }]);
    for (const language of ["ar", "en"] as const) assert.ok(catalogue[language].asking[expected]);
  });
}

test("a product with a price has no such field", () => {
  const priced = toOffer(productPage());
  assert.deepEqual(amountTable(priced), {});
});
