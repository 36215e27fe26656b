import assert from "node:assert/strict";
import { test } from "node:test";
import type { Product } from "#contract/products.ts";
import { readKept } from "./kept-parts.ts";
import { lineOfProduct } from "./known-product.ts";

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
    kept: "",
  });
  const without = lineOfProduct(product({ vatRate: "0.00", vatExemption: "VATEX-SA-35" }), {
    hasVatInside: true,
    hasVat: false,
  });
  assert.deepEqual(without, { title: "Dates", price: "100.00", vatRate: "", vatExemption: "", kept: "" });
});

test("a product brings its description, unit and picture along, and what it delivers", () => {
  const inside = { hasVatInside: true, hasVat: true };
  const full = product({
    description: "From al-Ahsa",
    unit: "KGM",
    imageId: "Qx3vT0mXr9lF2a7cQx3vT0",
    isDigital: true,
    digitalContent: { text: "key", fileId: null },
  });
  assert.deepEqual(readKept(lineOfProduct(full, inside).kept), {
    description: "From al-Ahsa",
    unit: "KGM",
    imageId: "Qx3vT0mXr9lF2a7cQx3vT0",
    isDigital: true,
    digitalContent: { text: "key" },
  });
});
