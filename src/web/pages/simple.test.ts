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
const address = `/pay/simple/${orderNumber}?lang=en`;
const texts = catalogue.en.simple;

test("shop, total, card fields, button and terms are there before any script", async () => {
  const html = await pages.html(address);
  assert.match(html, /<h1><bdi lang="ar">دار رنا<\/bdi><\/h1>/);
  assert.match(html, /1,150\.00/);
  assert.match(html, /id="card-number"/);
  assert.match(html, /<button type="submit" class="pay-button"/);
  assert.ok(html.includes(texts.termsLine));
  assert.doesNotMatch(html, /id="client|type="checkbox"/);
});

test("a card and Apple Pay are two tabs; logo and language switch stand at the head", async () => {
  const html = await pages.html(address, {
    order: orderPage({ isApplePayAllowed: true, isSadadAllowed: true }),
  });
  const tabs = [...html.matchAll(/<input type="radio" name="method"[^>]*value="(\w+)"/g)].map(([, id]) => id);
  assert.deepEqual(tabs, ["card", "applepay"]);
  const [header = ""] = /<header.*?<\/header>/s.exec(html) ?? [];
  assert.match(header, /class="merchant-logo/);
  assert.match(header, /class="language-switch"/);
});

test("where the installation takes no card data itself, the fields are the gateway's own (decision K4)", async () => {
  const reply = await pages.page(address, { directApi: false });
  const html = String(reply.html);
  for (const field of ["number", "expiryMonth", "expiryYear", "securityCode", "nameOnCard"])
    assert.ok(html.includes(`data-place="${field}"`), field);
  assert.doesNotMatch(html, /autoComplete="cc-number"|autocomplete="cc-number"/);
  assert.deepEqual(reply.sources.gatewayScripts, ["https://gateway.example/session.js"]);
});

test("terms of the order's own open in a window, general ones on their page", async () => {
  assert.match(await pages.html(address), /href="\/sales-terms" target="_blank" rel="noopener">By clicking/);
  const agreement = { title: "شروط دار رنا", text: "لا إرجاع", english: null };
  const own = await pages.html(address, { order: orderPage({ hasAgreement: true }), agreement });
  assert.match(own, /data-opens="agreement-terms">By clicking/);
  assert.match(own, /<dialog id="agreement-terms".*لا إرجاع/s);
});

test("an order that this page cannot pay leads to the payment page", async () => {
  const [line] = orderPage().order.products;
  assert.ok(line);
  const digital = [{ ...line, product: { ...line.product, isDigital: true } }];
  for (const [order, words] of [
    [
      orderPage({ isMadaAllowed: false, isCreditCardAllowed: false, isSadadAllowed: true }),
      texts.noFastMethod,
    ],
    [orderPage({ order: { products: digital } }), texts.emailFirst],
  ] as const) {
    const html = await pages.html(address, { order });
    assert.ok(html.includes(words));
    assert.match(html, /href="\/pay\/info\/7K3M9X2PQR4T5V6W"/);
    assert.doesNotMatch(html, /data-island/);
  }
});

test("mada alone is enough for the card's tab", async () => {
  const order = orderPage({ isMadaAllowed: true, isCreditCardAllowed: false });
  assert.match(await pages.html(address, { order }), /id="card-number"/);
});

test("a closed order shows no form, an expired one its error page, an unknown one a 404", async () => {
  const paid = await pages.html(address, { order: orderPage({ order: { orderStatus: "PAID" } }) });
  assert.ok(paid.includes(catalogue.en.invoice.alreadyPaid));
  assert.doesNotMatch(paid, /data-island/);
  const expired = await pages.page(address, { order: orderPage({ expiryDate: "2020-01-01T00:00:00Z" }) });
  assert.equal(expired.headers["location"], `/pay/error/expired-qr?order=${orderNumber}`);
  assert.equal((await pages.page(address, { order: null })).status, 404);
});
