/** A merchant whom the operator has closed: nothing new is paid, and the page says why. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, ledger, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";

async function setOpen(app: TestApp, isOpen: boolean): Promise<void> {
  const deactivated_at = isOpen ? null : new Date(app.clock.now());
  await app.db.kysely.updateTable("merchants").set({ deactivated_at }).execute();
}

test("an order of a closed merchant can be read and not paid, until the merchant is opened again", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await setOpen(app, false);
  assert.equal((await app.app.inject(`/rest/pay/order/${orderNumber}`)).statusCode, 200);
  const card = { orderNumber, cardNumber: "5123456789012346", expiryMonth: "01", expiryYear: "39" };
  const refused = await app.app.inject({
    method: "POST",
    url: "/rest/pay/prepareSession",
    headers: { "accept-language": "en" },
    payload: { ...card, nameOnCard: "NOURA", cvv: "100" },
  });
  assert.deepEqual([refused.statusCode, refused.json().code], [409, "merchant_inactive"]);
  assert.match(refused.json().detail, /does not take payments at the moment/);
  assert.deepEqual(await ledger(app), []);
  await setOpen(app, true);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
});

test("a product link of a closed merchant is gone, like one that never was", async () => {
  await using app = await startTestApp();
  const product = await asMerchant(app, "POST", "/products", { title: "تمر", price: "50.00" });
  const link = await asMerchant(app, "POST", "/product-links", { productId: product.json().id });
  const { linkIdentity } = link.json();
  const status = async () => (await app.app.inject(`/rest/pay/product/${linkIdentity}`)).statusCode;
  assert.equal(await status(), 200);
  await setOpen(app, false);
  assert.equal(await status(), 404);
});

test("a tax invoice names the merchant as it is registered, the pages name the shop", async () => {
  await using app = await startTestApp();
  const changed = await asMerchant(app, "PATCH", "/merchant", { legalName: "شركة النخيل للتجارة" });
  assert.equal(changed.statusCode, 200, changed.body);
  const orderNumber = await issueInvoice(app);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  const { content } = await app.db.kysely
    .selectFrom("tax_documents")
    .select("content")
    .executeTakeFirstOrThrow();
  assert.equal((content as { facts: { seller: { name: string } } }).facts.seller.name, "شركة النخيل للتجارة");
  const page = (await app.app.inject(`/rest/pay/order/${orderNumber}`)).body;
  assert.match(page, /متجر النخيل/);
});
