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
const address = `/pay/print/${orderNumber}?lang=en`;
const texts = catalogue.en.invoice;

/** The element with everything in it, as HTML. */
const articleOf = (html: string): string =>
  /<article class="invoice-document">.*<\/article>/s.exec(html)?.[0] ?? "";

test("the printable invoice has the content of the invoice view, word for word", async () => {
  for (const orderStatus of ["CREATED", "PAID", "CANCELLED", "REFUNDED"] as const) {
    const order = orderPage({ order: { orderStatus, note: "شكرًا" }, paidDate: "2026-11-19T10:00:00Z" });
    const printed = await pages.html(address, { order });
    const viewed = await pages.html(`/pay/order/${orderNumber}?lang=en`, { order });
    assert.equal(articleOf(printed), articleOf(viewed));
    assert.notEqual(articleOf(printed), "");
    assert.equal(printed.includes("loadInvoiceQRCode"), viewed.includes("loadInvoiceQRCode"), orderStatus);
  }
});

test("nothing on it can be paid or downloaded, and what became of the invoice is said", async () => {
  for (const [orderStatus, banner] of [
    ["CREATED", null],
    ["PAID", texts.alreadyPaid],
    ["CANCELLED", texts.cancelled],
    ["REFUNDED", texts.refunded],
  ] as const) {
    const html = await pages.html(address, { order: orderPage({ order: { orderStatus } }) });
    assert.doesNotMatch(html, /\/pay\/info\/|getPdfReceipt/, orderStatus);
    if (banner !== null) assert.ok(html.includes(banner), orderStatus);
  }
});

test("it is Arabic and right-to-left like every page, and leads back to the invoice view", async () => {
  const html = await pages.html(`/pay/print/${orderNumber}`);
  assert.match(html, /^<!doctype html><html lang="ar" dir="rtl">/);
  assert.match(html, /href="\/pay\/order\/7K3M9X2PQR4T5V6W"/);
  assert.doesNotMatch(html, /hydrate/);
});

test("the button to print cannot be seen until a script can print", async () => {
  assert.match(await pages.html(address), /<button type="button"[^>]*data-prints=""[^>]*hidden=""/);
});

test("an unknown order is a 404", async () => {
  assert.equal((await pages.page(address, { order: null })).status, 404);
});
