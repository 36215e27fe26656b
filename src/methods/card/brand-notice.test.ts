import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardBrand } from "#core/card/card-brands.ts";
import type { AllowedFlags } from "../allowed.ts";
import { brandNotice } from "./brand-notice.ts";

type Taken = Pick<AllowedFlags, "isMadaAllowed" | "isCreditCardAllowed" | "isAmexAllowed">;

const madaOnly: Taken = { isMadaAllowed: true, isCreditCardAllowed: false, isAmexAllowed: false };
const creditOnly: Taken = { isMadaAllowed: false, isCreditCardAllowed: true, isAmexAllowed: false };
const all: Taken = { isMadaAllowed: true, isCreditCardAllowed: true, isAmexAllowed: true };

const cases: readonly [CardBrand | null, Taken, string | null, readonly CardBrand[]][] = [
  [null, madaOnly, null, []],
  ["mada", madaOnly, null, []],
  ["visa", madaOnly, "creditNotAllowed", ["mada"]],
  ["mastercard", madaOnly, "creditNotAllowed", ["mada"]],
  ["mada", creditOnly, "madaNotAllowed", ["visa", "mastercard"]],
  ["visa", creditOnly, null, []],
  ["amex", creditOnly, "amexNotAllowed", ["visa", "mastercard"]],
  ["amex", all, "amexElsewhere", []],
  ["mada", all, null, []],
];

for (const [brand, taken, refusal, instead] of cases) {
  test(`${brand ?? "no brand"} where ${JSON.stringify(taken)}: ${refusal ?? "nothing to say"}`, () => {
    const notice = brandNotice(brand, taken as AllowedFlags);
    assert.deepEqual(notice, refusal === null ? null : { refusal, instead });
  });
}
