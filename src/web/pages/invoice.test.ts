import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";
import { catalogue } from "../i18n/catalogue.ts";

let pages: PageRenderer;

before(async () => {
  pages = await startPageRenderer();
});

after(() => pages.close());

const { orderNumber } = orderPage();
const address = `/pay/order/${orderNumber}?lang=en`;
const texts = catalogue.en.invoice;

test("an unpaid invoice leads to the payment page and lets the browser fetch it early", async () => {
  const text = await pages.html(address);
  assert.match(text, /href="\/pay\/info\/7K3M9X2PQR4T5V6W">PROCEED TO PAYMENT</);
  assert.match(
    text,
    /<script type="speculationrules" nonce="NONCE">\{"prefetch":\[\{"urls":\["\/pay\/info\//,
  );
});

/** Status → banner (or none), QR code and status block, pay button (Spec 2.1 and 4). */
const statuses = [
  ["CREATED", null, false, true],
  ["PENDING", null, false, true],
  ["PAID", texts.alreadyPaid, true, false],
  ["PAID_LINK", texts.alreadyPaid, true, false],
  ["COMPLETED_INVOICE", texts.alreadyPaid, true, false],
  ["COMPLETED_ORDER", texts.alreadyPaid, true, false],
  ["CANCELLED", texts.cancelled, false, false],
  ["REFUNDED", texts.refunded, true, false],
] as const;

for (const [orderStatus, banner, isSettled, hasButton] of statuses) {
  test(`the invoice of a ${orderStatus} order shows what Spec 2.1 says`, async () => {
    const order = orderPage({ order: { orderStatus }, paidDate: "2026-11-19T10:00:00Z" });
    const text = await pages.html(address, { order });
    assert.equal(text.includes('class="banner '), banner !== null);
    if (banner !== null) assert.ok(text.includes(banner));
    assert.equal(text.includes(`/openApi/loadInvoiceQRCode/${orderNumber}`), isSettled);
    assert.equal(text.includes(`<dt>${texts.status}</dt>`), isSettled);
    assert.equal(text.includes(texts.downloadReceipt), isSettled);
    assert.equal(text.includes(texts.proceed), hasButton);
  });
}

test("the pay date shows on paid orders only, and only when there is one (Spec 2.1)", async () => {
  const paidDate = "2026-11-19T10:00:00Z";
  const hasDate = async (orderStatus: "PAID" | "CANCELLED" | "PENDING", date: string | null) =>
    (await pages.html(address, { order: orderPage({ paidDate: date, order: { orderStatus } }) })).includes(
      texts.paidOn,
    );
  assert.equal(await hasDate("PAID", paidDate), true);
  assert.equal(await hasDate("PAID", null), false);
  assert.equal(await hasDate("CANCELLED", paidDate), false);
  assert.equal(await hasDate("PENDING", paidDate), false);
});

test("the receipt opens in a new tab, and is not offered when the theme hides the tax invoice", async () => {
  const order = orderPage({ order: { orderStatus: "PAID" } });
  assert.match(
    await pages.html(address, { order }),
    /href="\/openApi\/getPdfReceipt\/12\/00000042\/7K3M9X2PQR4T5V6W" target="_blank" rel="noopener"/,
  );
  assert.doesNotMatch(await pages.html(address, { order, theme: { hideVatInvoice: true } }), /getPdfReceipt/);
});

test("the tax invoice and every credit note have links where the receipt has one, and only those that exist", async () => {
  const taxDocuments = [
    { kind: "tax_invoice", number: "INV-000007" },
    { kind: "credit_note", number: "CN-000003" },
    { kind: "credit_note", number: "CN-000004" },
  ] as const;
  const path = "12/00000042/7K3M9X2PQR4T5V6W";
  for (const orderStatus of ["PAID", "REFUNDED"] as const) {
    const order = orderPage({ order: { orderStatus }, taxDocuments: [...taxDocuments] });
    const text = await pages.html(address, { order });
    assert.ok(text.includes(`href="/openApi/getVatInvoice/${path}" target="_blank"`));
    for (const number of ["CN-000003", "CN-000004"])
      assert.ok(text.includes(`href="/openApi/getCreditNote/${path}/${number}" target="_blank"`));
    assert.ok(text.includes(`${texts.downloadCreditNote} <bdi dir="ltr">CN-000003</bdi>`));
    const hidden = await pages.html(address, { order, theme: { hideVatInvoice: true } });
    assert.doesNotMatch(hidden, /getVatInvoice|getCreditNote/);
  }
  const none = await pages.html(address, { order: orderPage({ order: { orderStatus: "PAID" } }) });
  assert.doesNotMatch(none, /getVatInvoice|getCreditNote/);
});

test("an invoice whose payment is being checked cannot be paid, expired or not (decision S3)", async () => {
  const order = orderPage({ isPaymentInProgress: true, expiryDate: "2020-01-01T00:00:00Z" });
  const text = await pages.html(address, { order });
  assert.ok(text.includes(texts.inProgress));
  assert.doesNotMatch(text, /\/pay\/info\//);
});

test("an expired invoice says so and cannot be paid; before that it says how long it can (decision S4)", async () => {
  const expired = await pages.html(address, { order: orderPage({ expiryDate: "2020-01-01T00:00:00Z" }) });
  assert.ok(expired.includes(texts.expired));
  assert.doesNotMatch(expired, /\/pay\/info\//);
  const open = await pages.html(address, { order: orderPage({ expiryDate: "2999-01-01T00:00:00Z" }) });
  assert.ok(open.includes(texts.payUntil) && open.includes(texts.proceed));
});

test("e-mail and phone come from the merchant's contact, else from the merchant (Spec 2.1)", async () => {
  const merchantContact = { city: "الرياض", address1: null, email: "care@dar-rana.example", phone: null };
  const text = await pages.html(address, { order: orderPage({ merchantContact }) });
  assert.ok(text.includes("mailto:care@dar-rana.example") && !text.includes("mailto:shop@dar-rana.example"));
  assert.ok(text.includes("tel:+966500000000") && text.includes("الرياض"));
});

test("a client without a name gets no 'Invoice for'", async () => {
  assert.ok((await pages.html(address)).includes(texts.invoiceFor));
  assert.ok(!(await pages.html(address, { order: orderPage({ client: null }) })).includes(texts.invoiceFor));
});

test("VAT of an item shows only when it was applied and the order has VAT (Spec 2.1)", async () => {
  const itemVat = "VAT \u206615.00%\u2069";
  assert.ok((await pages.html(address)).includes(itemVat));
  assert.ok(!(await pages.html(address, { order: orderPage({ order: { vat: 0 } }) })).includes(itemVat));
});

test("a fixed discount shows its amount, a percentage its percent as well, and none shows nothing", async () => {
  const fixed = orderPage({ discount: 100, discountType: "FIXED", discountAmount: 100 });
  const percentage = orderPage({ discount: 10, discountType: "PERCENTAGE", discountAmount: 100 });
  const inFixed = await pages.html(address, { order: fixed });
  assert.ok(inFixed.includes("100.00") && !inFixed.includes("10.00%"));
  assert.match(await pages.html(address, { order: percentage }), /10\.00%/);
  const none = orderPage({ discount: 0, discountType: "FIXED" });
  assert.ok(!(await pages.html(address, { order: none })).includes(texts.discount));
});

test("the items stay a table for screen readers", async () => {
  const text = await pages.html(address);
  for (const role of ["table", "rowgroup", "row", "columnheader", "cell"])
    assert.ok(text.includes(`role="${role}"`), role);
});

test("texts of merchants and buyers stay text", async () => {
  const evil = "</script><img src=x onerror=alert(1)>";
  const order = orderPage({
    merchant: { ...orderPage().merchant, shopName: evil },
    client: { id: 1, name: evil, mobile: evil, countryCode: null },
    order: { note: evil },
  });
  const text = await pages.html(address, { order });
  assert.doesNotMatch(text, /<img src=x/);
  assert.match(text, /<title>[^<]*&lt;\/script&gt;&lt;img/);
});
