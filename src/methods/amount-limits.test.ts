/** The limits that an account's settings state, and those that Tamara tells. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import { bothLimits, limitsFromEnvironment, splitLimits } from "./amount-limits.ts";
import { readLimits } from "./tamara/limits.ts";
import { paymentTypesAnswer } from "./tamara/wire.ts";
import { isWithin } from "./within-limits.ts";

test("both ends are taken, and what is outside of one is not", () => {
  const limits = { lowest: minor(1_000), highest: minor(500_000) };
  const taken = [999, 1_000, 500_000, 500_001].map((amount) => isWithin(minor(amount), limits));
  assert.deepEqual(taken, [false, true, true, false]);
  assert.ok(isWithin(minor(1), { lowest: null, highest: null }));
});

test("of two sets of limits the tighter ends hold", () => {
  const one = { lowest: minor(100), highest: minor(900) };
  assert.deepEqual(bothLimits(one, { lowest: minor(200), highest: null }), {
    lowest: 200,
    highest: 900,
  });
  assert.equal(bothLimits(null, one), one);
  assert.equal(bothLimits(null, null), null);
});

test("the installation's limits are read by the method's name, and refused by it when they are wrong", () => {
  assert.deepEqual(limitsFromEnvironment({ TABBY_HIGHEST_AMOUNT: "20000.00" }, "tabby"), {
    lowest: null,
    highest: 2_000_000,
  });
  assert.equal(limitsFromEnvironment({ TABBY_HIGHEST_AMOUNT: "" }, "tabby"), null);
  for (const wrong of [
    { SADAD_LOWEST_AMOUNT: "1,5" },
    { SADAD_LOWEST_AMOUNT: "2", SADAD_HIGHEST_AMOUNT: "1" },
  ])
    assert.throws(
      () => limitsFromEnvironment(wrong, "sadad"),
      /SADAD_LOWEST_AMOUNT and SADAD_HIGHEST_AMOUNT/,
    );
});

test("limits are taken out of stored settings, whose rest is the method's own", () => {
  assert.deepEqual(splitLimits({ apiToken: "x", lowestAmount: "1.50" }), {
    settings: { apiToken: "x" },
    limits: { lowest: 150, highest: null },
  });
  assert.deepEqual(splitLimits({ apiToken: "x" }), { settings: { apiToken: "x" }, limits: null });
});

test("Tamara's limits go from the lowest to the highest of its payment types, in one currency", () => {
  const types = paymentTypesAnswer.parse([
    {
      name: "PAY_BY_INSTALMENTS",
      description: "Pay in 3",
      min_limit: { amount: 100, currency: "SAR" },
      max_limit: { amount: 2500.5, currency: "SAR" },
      supported_instalments: [],
    },
    {
      name: "PAY_NOW",
      min_limit: { amount: "1.00", currency: "SAR" },
      max_limit: { amount: 900, currency: "SAR" },
    },
    {
      name: "OTHER",
      min_limit: { amount: 1, currency: "AED" },
      max_limit: { amount: 90_000, currency: "AED" },
    },
  ]);
  assert.deepEqual(readLimits(types, "SAR"), { lowest: 100, highest: 250_050 });
  assert.equal(readLimits(types, "KWD"), null);
  assert.equal(readLimits([], "SAR"), null);
});
