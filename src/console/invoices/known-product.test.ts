import assert from "node:assert/strict";
import { test } from "node:test";
import type { Product } from "#contract/products.ts";
import { lineOfProduct, productsFor } from "./known-product.ts";

const product = (facts: Partial<Product>): Product => ({
  id: 1,
  title: "Dates",
  description: null,
  price: "100.00",
  priceIncludesVat: false,
  currency: "SAR",
  imageId: null,
  stockQty: null,
  unit: "PCE",
  heldQty: 0,
  vatRate: null,
  vatExemption: null,
  isDigital: false,
  digitalContent: null,
  isArchived: false,
  createdAt: "2026-11-23T00:00:00.000Z",
  ...facts,
});

test("a product's price is stated in the terms of the form, with the VAT that is its own", () => {
  const inside = { hasVatInside: true, hasVat: true };
  const outside = { hasVatInside: false, hasVat: true };
  assert.equal(lineOfProduct(product({}), inside).price, "115.00");
  assert.equal(lineOfProduct(product({}), outside).price, "100.00");
  assert.equal(lineOfProduct(product({ priceIncludesVat: true, price: "115.00" }), outside).price, "100.00");
  assert.deepEqual(lineOfProduct(product({ vatRate: "0.00", vatExemption: "VATEX-SA-35" }), inside), {
    title: "Dates",
    price: "100.00",
    vatRate: "0.00",
    vatExemption: "VATEX-SA-35",
  });
  const without = lineOfProduct(product({ vatRate: "0.00", vatExemption: "VATEX-SA-35" }), {
    hasVatInside: true,
    hasVat: false,
  });
  assert.deepEqual(without, { title: "Dates", price: "100.00", vatRate: "", vatExemption: "" });
});

test("products are found by each word of their title, whatever its marks and case", () => {
  const all = [
    product({ id: 1, title: "قَهْوة سعوديّة" }),
    product({ id: 2, title: "Saudi coffee" }),
    product({ id: 3 }),
  ];
  const found = (typed: string) => productsFor(all, typed, 5).map(({ id }) => id);
  assert.deepEqual(found("سعودية قهوة"), [1]);
  assert.deepEqual(found("COFFEE"), [2]);
  assert.deepEqual(found("  "), []);
  assert.equal(productsFor(all, "a", 1).length, 1);
});
