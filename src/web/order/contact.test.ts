import assert from "node:assert/strict";
import { test } from "node:test";
import { orderPage } from "#test/order-page.ts";
import { contactOf } from "./contact.ts";

test("a shop is reached by the contact for its buyers, else by the merchant's own, each by itself", () => {
  const merchant = { ...orderPage().merchant, phone: "011 234 5679", email: "a#b?c@nakheel.example" };
  const own = contactOf({ merchant, merchantContact: null });
  assert.deepEqual(own.phone, { text: "011 234 5679", address: "tel:0112345679" });
  assert.deepEqual(own.email, { text: "a#b?c@nakheel.example", address: "mailto:a%23b%3Fc@nakheel.example" });
  const both = contactOf({
    merchant,
    merchantContact: { city: null, address1: null, phone: "+966 55 000 0000", email: "" },
  });
  assert.deepEqual([both.phone?.text, both.email?.text], ["+966 55 000 0000", "a#b?c@nakheel.example"]);
  assert.deepEqual(contactOf({ merchant: { ...merchant, phone: "", email: "" }, merchantContact: null }), {
    phone: null,
    email: null,
  });
});
