/** First steps follow from the shop. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { doneSteps, type ShopFacts, stepNames } from "./steps.ts";

const empty: ShopFacts = {
  merchant: {
    shopName: "متجر",
    legalName: null,
    legalNameEn: null,
    identification: null,
    nationalAddress: null,
    methods: [],
  },
  hasLogo: false,
  wasPaid: false,
};

test("a new shop has all steps before it, a complete one none, and each is done by its own fact", () => {
  assert.deepEqual([...doneSteps(empty)], []);
  const full: ShopFacts = {
    merchant: {
      shopName: "متجر",
      legalName: "شركة",
      legalNameEn: "Company",
      identification: { scheme: "CRN", value: "1010010000" },
      nationalAddress: {} as NonNullable<ShopFacts["merchant"]["nationalAddress"]>,
      methods: ["mada"],
    },
    hasLogo: true,
    wasPaid: true,
  };
  assert.deepEqual([...doneSteps(full)], [...stepNames]);
  assert.deepEqual([...doneSteps({ ...empty, hasLogo: true })], ["look"]);
  assert.ok(!doneSteps({ ...full, merchant: { ...full.merchant, legalNameEn: null } }).has("names"));
});
