import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFields } from "#core/fields.ts";
import { productPage } from "#test/product-page.ts";
import { catalogue } from "../i18n/catalogue.ts";
import { noCoupon } from "./coupon.ts";
import { customerFields, toCheckout } from "./customer-form.ts";
import { toOffer } from "./offer.ts";

/** Name, mobile → texts of Spec 5, in the order of the form. */
const cases = [
  ["", "", ["Please provide valid name. The field is empty.", "Please provide a mobile number"]],
  ["   ", "0551234567", ["Please provide valid name. The field is empty."]],
  ["12", "0551234567", ["Please provide valid name"]],
  ["نورة", "05512x", ["Please provide a valid mobile format"]],
  ["نورة", "0551", ["Please provide a valid mobile number. Some digits are missing."]],
  ["نورة", "05512345678", ["Please provide a valid mobile number. It has too many digits."]],
  ["نورة", "0451234567", ["Please provide a valid mobile number"]],
  ["Noura", "٠٥٥١٢٣٤٥٦٧", []],
  ["Noura", "+966 55 123 4567", []],
] as const;

for (const [customerName, customerMobile, messages] of cases) {
  test(`name "${customerName}" and mobile "${customerMobile}": ${messages.join(", ") || "right"}`, () => {
    const texts: Readonly<Record<string, unknown>> = catalogue.en.product;
    const problems = checkFields(customerFields, { customerName, customerMobile });
    assert.deepEqual(
      problems.map(({ textKey }) => texts[textKey]),
      messages,
    );
  });
}

test("a mobile is judged by the country beside it", () => {
  const problems = (customerCountry: string) =>
    checkFields(customerFields, { customerName: "N", customerMobile: "501234567", customerCountry });
  assert.deepEqual(problems("AE,971,9,9,0"), []);
  assert.deepEqual(problems("KW,965,8,8,"), [{ field: "customerMobile", textKey: "mobileLong" }]);
});

const offer = toOffer(productPage());
const values = { customerName: " نورة \u202e العتيبي ", customerMobile: "055 123 4567" };

test("the checkout carries what Spec 7 names, cleaned", () => {
  assert.deepEqual(toCheckout(offer, { values, qty: 2, coupon: noCoupon, checkoutKey: "key-of-the-page" }), {
    merchantUsername: "dar-rana",
    productNumber: "7K3M9X2PQR4T",
    customerName: "نورة العتيبي",
    customerMobile: "+966551234567",
    customerCountryCode: "SA",
    couponCode: null,
    productPrice: "100.00",
    signature: "price-proof",
    qty: 2,
    checkoutKey: "key-of-the-page",
  });
});

test("with a coupon the price is still the original one (Spec 7)", () => {
  const coupon = {
    kind: "applied",
    code: "EID10",
    newPrice: 90,
    discountAmount: 10,
    discountType: "fixed",
  } as const;
  const body = toCheckout(offer, { values, qty: 1, coupon, checkoutKey: "key-of-the-page" });
  assert.deepEqual([body.couponCode, body.productPrice], ["EID10", "100.00"]);
});
