import assert from "node:assert/strict";
import { test } from "node:test";
import { orderPage } from "#test/order-page.ts";
import {
  creditNoteAddress,
  itemImage,
  merchantLogoAddress,
  receiptAddress,
  vatInvoiceAddress,
} from "./file-addresses.ts";

const [line] = orderPage().order.products;
assert.ok(line);

test("the client's number in a document's address has eight digits: modulo 100000000, padded (Spec 9)", () => {
  const cases = [
    [42, "00000042"],
    [512_345_678_901, "45678901"],
    [100_000_000, "00000000"],
    [null, "00000000"],
  ] as const;
  for (const [id, digits] of cases) {
    const client = id === null ? null : { id, name: null, mobile: null, countryCode: null };
    const order = orderPage({ client });
    assert.equal(receiptAddress(order), `/openApi/getPdfReceipt/12/${digits}/${order.orderNumber}`);
    assert.equal(vatInvoiceAddress(order), `/openApi/getVatInvoice/12/${digits}/${order.orderNumber}`);
    const note = `/openApi/getCreditNote/12/${digits}/${order.orderNumber}/CN-000001`;
    assert.equal(creditNoteAddress(order, "CN-000001"), note);
  }
});

test("an item shows the image that was sold, else the product's thumbnail, else none (Spec 2.1)", () => {
  const product = { ...line.product, id: 7, productImageId: "p" };
  const sold = itemImage({ ...line, product, soldImageId: "s" });
  assert.deepEqual(sold, {
    small: "/openApi/downloadSoldProductImageBytes/s?size=300",
    large: "/openApi/downloadSoldProductImageBytes/s",
  });
  assert.deepEqual(itemImage({ ...line, product, soldImageId: null }), {
    small: "/openApi/downloadProductThumbnailImageBytes/7?v=p",
    large: "/openApi/downloadProductImageBytes/7?v=p",
  });
  const bare = { ...product, productImageId: null };
  assert.equal(itemImage({ ...line, product: bare, soldImageId: null }), null);
});

test("the logo's address names its version, and there is none without a logo", () => {
  const { merchant } = orderPage();
  assert.equal(merchantLogoAddress(merchant), null);
  const logoImageUrl = "https://pay.example/openApi/loadMerchantImage/12?v=abc";
  const address = "/openApi/loadMerchantImage/12/100/100";
  assert.equal(merchantLogoAddress({ ...merchant, logoImageUrl }), `${address}?v=abc`);
  assert.equal(merchantLogoAddress({ ...merchant, logoImageUrl: "x" }), address);
  const picture = "data:image/png;base64,AAAA";
  assert.equal(merchantLogoAddress({ ...merchant, logoImageUrl: picture }), picture);
});
