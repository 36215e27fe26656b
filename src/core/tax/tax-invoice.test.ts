import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { minor } from "../money.ts";
import { quantity, wholeQuantity } from "../pricing/quantity.ts";
import {
  defaultPrefixes,
  inTaxCurrency,
  isVatExemption,
  taxDocumentNumber,
  taxInvoiceForm,
  unitPriceText,
  vatCategory,
  vatGroups,
} from "./tax-invoice.ts";

test("a buyer with a VAT number gets the standard form, all others the simplified one", () => {
  const vatNumber = "310122393500003";
  assert.equal(taxInvoiceForm({ name: "شركة", vatNumber }), "standard");
  assert.equal(taxInvoiceForm({ name: "شركة", vatNumber: null }), "simplified");
  assert.equal(taxInvoiceForm({ name: null, vatNumber }), "simplified");
  assert.equal(taxInvoiceForm(null), "simplified");
});

test("every rate and reason has the tax authority's category", () => {
  const cases = [
    { vatBps: 1500, exemption: null, expected: "S" },
    { vatBps: 500, exemption: "VATEX-SA-35", expected: "S" },
    { vatBps: 0, exemption: null, expected: "Z" },
    { vatBps: null, exemption: null, expected: "O" },
    { vatBps: 0, exemption: "VATEX-SA-30", expected: "E" },
    { vatBps: null, exemption: "VATEX-SA-35", expected: "Z" },
    { vatBps: 0, exemption: "VATEX-SA-OOS", expected: "O" },
  ] as const;
  for (const { expected, ...line } of cases) assert.equal(vatCategory(line), expected);
  assert.equal(isVatExemption("VATEX-SA-EDU"), true);
  assert.equal(isVatExemption("toString"), false);
});

test("the VAT summary has one row per category, rate and reason, and misses no halala", () => {
  const line = (vatBps: number | null, taxable: number, vat: number, exemption = null) => ({
    vatBps,
    exemption,
    taxable: minor(taxable),
    vat: minor(vat),
  });
  const groups = vatGroups([
    line(1500, 10_000, 1_500),
    line(0, 300, 0),
    line(1500, 1, 0),
    line(500, 200, 10),
    line(null, 7, 0),
  ]);
  assert.deepEqual(
    groups.map((group) => [group.category, group.vatBps, group.taxable, group.vat]),
    [
      ["S", 1500, 10_001, 1_500],
      ["Z", 0, 300, 0],
      ["S", 500, 200, 10],
      ["O", 0, 7, 0],
    ],
  );
});

test("VAT is stated in riyals by the equivalent that the buyer was shown, or not at all", () => {
  const amounts = { taxable: minor(10_000), vat: minor(1_500), total: minor(11_500) };
  const total = minor(11_500);
  assert.deepEqual(inTaxCurrency(amounts, { currency: "SAR", total, foreign: null }), amounts);
  assert.deepEqual(
    inTaxCurrency(amounts, { currency: "USD", total, foreign: { currency: "SAR", total: minor(43_125) } }),
    { taxable: 37_500, vat: 5_625, total: 43_125 },
  );
  // Half of it has no VAT: what is stated is the invoice's own VAT, not fifteen of a hundred and fifteen of its total.
  const mixed = { taxable: minor(10_000), vat: minor(750), total: minor(10_750) };
  const dollars = { currency: "USD", total: mixed.total, foreign: { currency: "SAR", total: minor(40_313) } };
  assert.deepEqual(inTaxCurrency(mixed, dollars), { taxable: 37_500, vat: 2_813, total: 40_313 });
  assert.equal(inTaxCurrency(amounts, { currency: "USD", total, foreign: null }), null);
  const euros = { currency: "EUR", total };
  assert.equal(inTaxCurrency(amounts, { currency: "USD", total, foreign: euros }), null);
});

test("numbers have a prefix per kind and grow beyond six digits", () => {
  assert.equal(taxDocumentNumber(defaultPrefixes.tax_invoice, 42), "INV-000042");
  assert.equal(taxDocumentNumber(defaultPrefixes.credit_note, 1_234_567), "CN-1234567");
});

test("a unit price multiplies out to its line, with more decimals only where it must", () => {
  const cases: [number, number, string, string][] = [
    [26_087, 3, "SAR", "86.957"],
    [30_000, 3, "SAR", "100.00"],
    [1, 2, "SAR", "0.005"],
    [101, 2, "SAR", "0.505"],
    [25, 2, "JPY", "12.5"],
    [100, 7, "JPY", "14.3"],
    [1_000, 3, "KWD", "0.3333"],
    [0, 4, "SAR", "0.00"],
  ];
  for (const [net, units, currency, expected] of cases) {
    const line = { net: minor(net), qty: wholeQuantity(units), unitPrice: null };
    assert.equal(unitPriceText(line, currency), expected);
  }
});

test("a part of a unit states the price that was agreed, wherever it comes to the line's amount", () => {
  const weighed = { net: minor(23), qty: quantity(7), unitPrice: minor(3_333) };
  assert.equal(unitPriceText(weighed, "SAR"), "33.33");
  assert.equal(unitPriceText({ ...weighed, unitPrice: null }, "SAR"), "32.86");
  assert.equal(unitPriceText({ ...weighed, unitPrice: minor(9_999) }, "SAR"), "32.86");
  assert.equal(unitPriceText({ net: minor(0), qty: quantity(1), unitPrice: minor(100) }, "SAR"), "1.00");
});

test("whatever the line, quantity times the printed unit price rounds to the line's amount", () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.integer({ min: 1, max: 100_000_000 }), (net, qty) => {
      const line = { net: minor(net), qty: quantity(qty), unitPrice: null };
      const [whole = "", fraction = ""] = unitPriceText(line, "SAR").split(".");
      const scale = 1_000n * 10n ** BigInt(fraction.length - 2);
      const product = BigInt(whole + fraction) * BigInt(qty);
      assert.equal((product * 2n + scale) / (scale * 2n), BigInt(net));
    }),
  );
});
