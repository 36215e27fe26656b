/** The Apple Pay page as the server makes it (Spec 2.8): what stands there before any script, and when it leads elsewhere. */
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
const address = `/pay/applePay/${orderNumber}?lang=en`;
const payable = (changes: Parameters<typeof orderPage>[0] = {}) =>
  orderPage({ isApplePayAllowed: true, ...changes });

test("shop, amount, button and Cancel are there before any script", async () => {
  const html = await pages.html(address, { order: payable() });
  assert.match(html, /<h1>Pay with Apple Pay<\/h1>/);
  assert.match(html, /<bdi lang="ar">دار رنا<\/bdi>/);
  assert.match(html, /1,150\.00/);
  assert.match(html, /<button type="button" class="wallet-button apple-pay-button"/);
  assert.match(html, /<a class="cancel-link" href="\/pay\/info\/7K3M9X2PQR4T5V6W">Cancel<\/a>/);
  const arabic = await pages.html(address.replace("en", "ar"), { order: payable() });
  assert.match(arabic, /<a class="cancel-link"[^>]*>الغاء<\/a>/);
});

test("the logo is the product's, or the merchant's where the theme says so", async () => {
  const header = async (showLogo: "wasl" | "merchant"): Promise<string> =>
    /<header.*?<\/header>/s.exec(await pages.html(address, { order: payable(), theme: { showLogo } }))?.[0] ??
    "";
  assert.match(await header("wasl"), /class="product-logo"/);
  assert.match(await header("merchant"), /class="merchant-logo/);
});

test("Cancel leads to the shop where the order has a way there", async () => {
  const order = payable({ callbackUrl: "https://shop.example/done" });
  assert.match(
    await pages.html(address, { order }),
    /<a class="cancel-link" href="https:\/\/shop\.example\/done">/,
  );
});

test("an order that is not for Apple Pay has no button, and leads to the payment page", async () => {
  const html = await pages.html(address);
  assert.ok(html.includes(catalogue.en.applepay.notAllowed));
  assert.doesNotMatch(html, /apple-pay-button"|data-island/);
});

test("a closed order shows its notice, an expired one its error page, an unknown one a 404", async () => {
  const paid = await pages.html(address, { order: payable({ order: { orderStatus: "PAID" } }) });
  assert.ok(paid.includes(catalogue.en.invoice.alreadyPaid));
  assert.doesNotMatch(paid, /data-island/);
  const expired = await pages.page(address, { order: payable({ expiryDate: "2020-01-01T00:00:00Z" }) });
  assert.deepEqual(
    [expired.status, expired.headers["location"]],
    [303, `/pay/error/expired-qr?order=${orderNumber}`],
  );
  const unknown = await pages.page(address, { order: null });
  assert.equal(unknown.status, 404);
  assert.match(String(unknown.html), /<h1>Order not found<\/h1>/);
});

test("who must confirm an e-mail address first is asked on the payment page, with the same query", async () => {
  const [line] = orderPage().order.products;
  assert.ok(line);
  const products = [{ ...line, product: { ...line.product, isDigital: true } }];
  const reply = await pages.page(address, { order: payable({ order: { products } }) });
  assert.deepEqual([reply.status, reply.headers["location"]], [303, `/pay/info/${orderNumber}?lang=en`]);
  const proof = `${address}&signature=${encodeURIComponent(btoa("a.proof"))}`;
  assert.equal((await pages.page(proof, { order: payable({ order: { products } }) })).status, 200);
});
