import assert from "node:assert/strict";
import { test } from "node:test";
import {
  formatAmount,
  formatDate,
  formatDateTime,
  formatFraction,
  formatNumber,
  formatPercent,
} from "./format.ts";

test("amounts have grouped thousands, Latin digits and the decimals of their currency", () => {
  const cases = [
    [1150, "SAR", "1,150.00"],
    [0, "SAR", "0.00"],
    [1234567.5, "SAR", "1,234,567.50"],
    [1.2345, "KWD", "1.235"],
    [1500, "JPY", "1,500"],
  ] as const;
  for (const [value, currency, expected] of cases) {
    assert.equal(formatNumber(value, currency), expected);
    assert.equal(formatNumber(value, currency), expected);
  }
});

test("the currency's label is before the amount in English and after it in Arabic (Spec 2.5)", () => {
  const sar = { value: 1150, currency: "SAR" };
  assert.equal(formatAmount({ ...sar, label: "SAR", language: "en" }), "\u2066SAR\u00a01,150.00\u2069");
  assert.equal(
    formatAmount({ ...sar, label: "ر.س", language: "ar" }),
    "\u2067\u20661,150.00\u2069\u00a0ر.س\u2069",
  );
});

test("VAT is a percentage with two decimals (Spec 9)", () => {
  assert.equal(formatFraction(0.15), "15.00%");
  assert.equal(formatFraction(0.15), "15.00%");
  assert.equal(formatPercent(7.5), "7.50%");
});

test("dates name the month, in the Gregorian calendar and the time of Riyadh", () => {
  // 21:30 UTC is past midnight in Riyadh.
  assert.equal(formatDate("2026-11-19T21:30:00Z", "en"), "20 November 2026");
  assert.match(formatDate("2026-11-19T21:30:00Z", "ar"), /^20 نوفمبر 2026/);
  assert.match(formatDateTime("2026-11-19T21:30:00Z", "en"), /20 November 2026.*00:30/);
});
