import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { BuyersInvoice, LoadedQuote } from "#contract/pages.ts";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";
import { catalogue } from "#web/i18n/catalogue.ts";

let pages: PageRenderer;
before(async () => {
  pages = await startPageRenderer();
});
after(() => pages.close());

const { orderNumber } = orderPage();

test("a number that was issued shows seller, status, total and fingerprints in both languages, and neither buyer nor goods", async () => {
  const order = orderPage();
  const fingerprint = "5f".repeat(32);
  const paper = { kind: "tax_invoice", number: "INV-000042", currency: "SAR", total: 1150 } as const;
  const world = { order, issuedPapers: [{ ...paper, issuedAt: "2026-11-20T10:00:00Z", fingerprint }] };
  for (const [language, words] of [
    ["ar", "هذا المستند صادر من هنا"],
    ["en", "This document comes from here"],
  ] as const) {
    const html = await pages.html(`/verify/${orderNumber}?lang=${language}`, world);
    for (const said of [words, orderNumber, order.merchant.shopName, "INV-000042", fingerprint, "1,150.00"])
      assert.ok(html.includes(said), said);
    const [line] = order.order.products;
    for (const hidden of [order.client?.name, order.client?.mobile, line?.product.title, order.order.note])
      if (hidden) assert.ok(!html.includes(hidden), hidden);
  }
});

test("of an order that may not be paid the page says how its money stands, in the words of that standing alone", async () => {
  for (const status of orderStatuses.filter((one) => !orderStatusFacts[one].payable)) {
    const { order: told, ...rest } = orderPage();
    const order = { ...rest, order: { ...told, orderStatus: status } };
    const html = await pages.html(`/verify/${orderNumber}?lang=en`, { order, issuedPapers: [] });
    const word = catalogue.en.invoice.titleStates[orderStatusFacts[status].standing];
    assert.ok(html.includes(`<dd>${word}</dd>`), status);
  }
});

test("a number that was never issued says what to do and is no page that exists; what is no number is asked for again", async () => {
  const unknown = await pages.page(`/verify/${orderNumber}?lang=en`, { order: null });
  assert.equal(unknown.status, 404);
  const asked = await pages.html("/verify?number=<b>&lang=en");
  assert.match(asked, /This is no order number/);
  assert.ok(!asked.includes("<b>"));
  const typed = await pages.page(`/verify?number=${orderNumber.toLowerCase()}`);
  assert.deepEqual([typed.status, typed.headers["location"]], [303, `/verify/${orderNumber}`]);
});

test("a quote shows what is offered until when with both answers, and none of them once it is over", async () => {
  const order = orderPage();
  const quote: LoadedQuote["quote"] = {
    ...{
      quoteNumber: "8N4P0Y3RST5V6W7X",
      number: "Q-000042",
      state: "open" as const,
      validUntil: "2026-12-24",
    },
    ...{ orderNumber: null, isOutdated: false },
  };
  const found = { model: order, theme: {}, frameParents: [] };
  const open = await pages.html("/pay/quote/8N4P0Y3RST5V6W7X?lang=en", { quote: { ...found, quote } });
  for (const said of ["Q-000042", "Accept the quotation", "Decline", 'dateTime="2026-12-24"'])
    assert.ok(open.includes(said), said);
  assert.match(open, /action="\/rest\/pay\/quote\/8N4P0Y3RST5V6W7X\/accept"/);
  assert.ok(!open.includes(order.orderNumber), "it is no order yet");
  for (const state of ["expired", "declined", "withdrawn"] as const) {
    const over = await pages.html("/pay/quote/8N4P0Y3RST5V6W7X", {
      quote: { ...found, quote: { ...quote, state } },
    });
    assert.ok(!over.includes("/accept"), state);
  }
  const outdated = await pages.html("/pay/quote/8N4P0Y3RST5V6W7X", {
    quote: { ...found, quote: { ...quote, isOutdated: true } },
  });
  assert.ok(!outdated.includes("/accept"));
  assert.equal((await pages.page("/pay/quote/0000000000000000")).status, 404);
});

test("a buyer's invoices are listed with their papers, and a link that is over shows nothing", async () => {
  const invoice: BuyersInvoice = {
    ...{
      orderNumber,
      standing: "paid" as const,
      currency: "SAR",
      total: 1150,
      createdAt: "2026-11-20T10:00:00Z",
    },
    ...{ title: "Sukkari dates", receiptUrl: "https://pay.example/receipt", taxDocuments: [] },
  };
  const buyersDocuments = { shop: orderPage(), theme: {}, invoices: [invoice] };
  const html = await pages.html("/pay/mine/1.2.3.x?lang=en", { buyersDocuments });
  for (const said of [orderNumber, "Sukkari dates", "https://pay.example/receipt", "Paid"])
    assert.ok(html.includes(said), said);
  assert.equal((await pages.page("/pay/mine/1.2.3.x")).status, 404);
});
