import assert from "node:assert/strict";
import { test } from "node:test";
import { readTypedCount } from "../forms/typed-count.ts";
import { couponFaults, readCouponForm } from "./coupon-form-body.ts";
import { productFaults, readProductForm } from "./product-form-body.ts";

function formOf(values: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

test("a product is read from what people type, in digits of both scripts", () => {
  const typed = {
    title: " تمر سكري ",
    price: "٨٥٫٥٠",
    stockQty: "١٬٢٠٠",
    priceIncludesVat: "on",
    description: "",
  };
  assert.deepEqual(readProductForm(formOf(typed)), {
    fields: {
      title: "تمر سكري",
      price: "85.50",
      priceIncludesVat: true,
      description: null,
      stockQty: 1200,
    },
  });
  const exempt = readProductForm(formOf({ title: "دواء", price: "20", vat: "VATEX-SA-35" }));
  assert.ok("fields" in exempt);
  assert.deepEqual([exempt.fields.vatRate, exempt.fields.vatExemption], ["0", "VATEX-SA-35"]);
  assert.equal(exempt.fields.stockQty, null);
});

test("what is wrong is named by its field, whether the form or the server finds it", () => {
  assert.deepEqual(readProductForm(formOf({ stockQty: "-1" })), {
    faults: { price: "fault.priceMissing", title: "fault.titleMissing", stockQty: "fault.stock" },
  });
  assert.equal(readTypedCount("2.5", { least: 1, most: 9 }), "wrong");
  assert.deepEqual(productFaults([{ path: "vatExemption" }, { path: "price" }, { path: "imageId" }]), {
    vat: "fault.vat",
    price: "fault.amount",
  });
  assert.deepEqual(productFaults([{ path: "title", code: "not_printable" }]), {
    title: "fault.notPrintable",
  });
});

test("a coupon takes a share or an amount off, until the end of its last day in Riyadh", () => {
  const typed = { code: "رمضان", type: "PERCENTAGE", value: "١٠٪", usageLimit: "٥٠", endsOn: "2030-01-31" };
  assert.deepEqual(readCouponForm(formOf({ ...typed, code: "RAMADAN١٠" })), {
    body: {
      code: "RAMADAN10",
      discount: { type: "PERCENTAGE", value: "10" },
      usageLimit: 50,
      endsAt: "2030-01-31T23:59:59+03:00",
    },
  });
  assert.deepEqual(readCouponForm(formOf({ type: "PERCENTAGE", value: "100", usageLimit: "0" })), {
    faults: { code: "fault.code", value: "fault.percent", usageLimit: "fault.stock" },
  });
  assert.deepEqual(couponFaults([{ path: "code", code: "taken" }]), { code: "fault.codeTaken" });
});
