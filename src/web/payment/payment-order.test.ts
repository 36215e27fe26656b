import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrderPageModel } from "#contract/order.ts";
import { readEmailSignature, toPaymentOrder } from "./payment-order.ts";

const model = {
  orderNumber: "7QK4M2XPB9TNW3HC",
  order: {
    currencyName: "SAR",
    clientEmailSignature: "of-the-order",
    products: [{ product: { title: "Abaya" } }],
  },
  merchant: { email: "shop@example.sa", vatNumber: "300000000000003" },
  client: { id: 7, name: "Sara", mobile: "+966501234567", countryCode: "SA" },
  isMadaAllowed: true,
} as OrderPageModel;

test("the form gets the client and the flags, and nothing else of the invoice", () => {
  const order = toPaymentOrder(model, null);
  assert.deepEqual(order.client, { name: "Sara", mobile: "+966501234567", country: "SA" });
  assert.equal(order.allowed.isMadaAllowed, true);
  const text = JSON.stringify(order);
  for (const secret of ["shop@example.sa", "300000000000003", "Abaya"])
    assert.equal(text.includes(secret), false);
});

test("an order without a client starts with empty fields", () => {
  assert.deepEqual(toPaymentOrder({ ...model, client: null }, null).client, {
    name: "",
    mobile: "",
    country: null,
  });
});

const line = (isDigital: boolean) => ({ product: { title: "Abaya", isDigital } });
const deliveries: readonly [string, boolean, readonly boolean[], boolean][] = [
  ["a product link with a thing", false, [false], true],
  ["a product link with a thing beside a file", false, [true, false], true],
  ["a product link with a file alone", false, [true], false],
  ["an invoice", true, [false], false],
];

for (const [what, isApiOrder, digital, needsDelivery] of deliveries) {
  test(`${what} ${needsDelivery ? "needs" : "needs no"} delivery address from a wallet's sheet`, () => {
    const order = { ...model.order, products: digital.map(line) };
    const given = { ...model, isApiOrder, order } as OrderPageModel;
    assert.equal(toPaymentOrder(given, null).needsDelivery, needsDelivery);
  });
}

test("an e-mail proof of the address wins over the order's own", () => {
  assert.equal(toPaymentOrder(model, "of-the-address").emailSignature, "of-the-address");
  assert.equal(toPaymentOrder(model, null).emailSignature, "of-the-order");
});

test("once an address is confirmed, an e-mail proof of the page's address is not sent", () => {
  const confirmed = { ...model, order: { ...model.order, validatedClient: true } };
  assert.equal(toPaymentOrder(confirmed, "of-the-address").emailSignature, "of-the-order");
});

test("the e-mail proof of the address is base64 in either alphabet, and nothing else is taken", () => {
  for (const [encoded, expected] of [
    [btoa("proof.1~"), "proof.1~"],
    [btoa("proof>>>").replaceAll("+", "-").replaceAll("/", "_"), "proof>>>"],
    [btoa("proof>>>").replaceAll("+", " "), "proof>>>"],
    [null, null],
    ["", null],
    ["%%%", null],
    [btoa("two words"), null],
    [btoa("a\nb"), null],
    [btoa("x".repeat(513)), null],
    ["A".repeat(5000), null],
  ] as const) {
    assert.equal(readEmailSignature(encoded), expected, String(encoded).slice(0, 30));
  }
});
