/** Checkouts of product links that are sent again, changed, or sent too often. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "#core/limits.ts";
import { loadModel, payByCard, startTestApp } from "#test/app-harness.ts";
import { visitBank } from "#test/buyers.ts";
import {
  asMerchant,
  buy,
  makeCoupon,
  makeLink,
  mobileOf,
  openLink,
  orderNumberOf,
  sendCheckout,
  stockOf,
  tally,
} from "#test/product-links.ts";

const key = "page-4f1c2a54";

test("the same checkout sent twice, or 16 times at once, is one order, even of the last piece by the last coupon", async () => {
  await using app = await startTestApp({ poolSize: 24 });
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 1 } });
  await makeCoupon(app, { code: "ONCE", usageLimit: 1 });
  const model = await openLink(app, linkIdentity);
  const same = { checkoutKey: key, couponCode: "ONCE" };
  const replies = await Promise.all(Array.from({ length: 16 }, () => sendCheckout(app, model, same)));
  assert.deepEqual(tally(replies), { ok: 16 });
  const later = await sendCheckout(app, model, { ...same, customerMobile: "+966 55 123 4567" });
  const numbers = new Set([...replies, later].map(orderNumberOf));
  assert.equal(numbers.size, 1);
  assert.equal((await app.db.pool.query("select id from orders")).rowCount, 1);
  assert.deepEqual(await stockOf(app, productId), { free: 0, held: 1, sold: 0 });
});

test("the same checkout sent 16 times at once without a coupon is one order and holds one piece", async () => {
  await using app = await startTestApp({ poolSize: 24 });
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 20 } });
  const model = await openLink(app, linkIdentity);
  const same = () => sendCheckout(app, model, { checkoutKey: key });
  const replies = await Promise.all(Array.from({ length: 16 }, same));
  assert.deepEqual(tally(replies), { ok: 16 });
  assert.equal(new Set(replies.map(orderNumberOf)).size, 1);
  assert.equal((await app.db.pool.query("select id from orders")).rowCount, 1);
  assert.deepEqual(await stockOf(app, productId), { free: 19, held: 1, sold: 0 });
});

test("sixteen pages of one mobile that order at once are counted one by one", async () => {
  await using app = await startTestApp({ poolSize: 24 });
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 20 } });
  const model = await openLink(app, linkIdentity);
  const replies = await Promise.all(
    Array.from({ length: 16 }, (_, page) => sendCheckout(app, model, { checkoutKey: `${key}-${page}` })),
  );
  const open = limits.openOrdersPerMobileAndLink;
  assert.deepEqual(tally(replies), { ok: open, too_many_attempts: 16 - open });
  assert.equal((await stockOf(app, productId)).held, open);
});

test("the database refuses two checkouts of one key on one link, by any writer", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const model = await openLink(app, linkIdentity);
  await buy(app, model, { checkoutKey: key });
  await buy(app, model, { checkoutKey: `${key}-2` });
  await assert.rejects(
    app.db.pool.query("update checkouts set checkout_key = $1", [key]),
    /one_checkout_per_key/,
  );
});

test("a buyer who goes back and changes the order gets a new one, and what the old one held is free for it", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 2 } });
  const model = await openLink(app, linkIdentity);
  const first = await buy(app, model, { checkoutKey: key, qty: 2 });
  const second = await buy(app, model, { checkoutKey: key, qty: 1 });
  assert.notEqual(first, second);
  assert.equal((await loadModel(app, first)).order.orderStatus, "CANCELLED");
  assert.deepEqual(await stockOf(app, productId), { free: 1, held: 1, sold: 0 });
  const { rows } = await app.db.pool.query("select data from events where type = 'invoice.cancelled'");
  assert.deepEqual(rows[0].data, { orderNumber: first, status: "CANCELLED", reason: "replaced" });
});

test("an order of another mobile, and one that is paid, stay when the same key orders something else", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const model = await openLink(app, linkIdentity);
  const other = await buy(app, model, { checkoutKey: key, customerMobile: mobileOf(7) });
  const paid = await buy(app, model, { checkoutKey: key });
  await payByCard(app, paid);
  const third = await buy(app, model, { checkoutKey: key, qty: 3 });
  const statuses = await Promise.all([other, paid, third].map((number) => loadModel(app, number)));
  assert.deepEqual(
    statuses.map(({ order }) => order.orderStatus),
    ["CREATED", "PAID_LINK", "CREATED"],
  );
});

test("the same checkout after its order was cancelled or has run out is a new order; after it was paid it is not", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const model = await openLink(app, linkIdentity);
  const send = (): Promise<string> => buy(app, model, { checkoutKey: key });
  const first = await send();
  await asMerchant(app, "POST", `/invoices/${first}/cancel`, {});
  const second = await send();
  assert.notEqual(second, first);
  app.clock.advance(31 * 60_000);
  const third = await send();
  assert.notEqual(third, second);
  await payByCard(app, third);
  assert.equal(await send(), third);
});

test("without a key every checkout is an order", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const model = await openLink(app, linkIdentity);
  assert.notEqual(await buy(app, model), await buy(app, model));
});

test("one mobile has five open orders of a link at most, whatever it sends at once; other links and mobiles do not count", async () => {
  await using app = await startTestApp({ poolSize: 24 });
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 50 } });
  const model = await openLink(app, linkIdentity);
  const most = limits.openOrdersPerMobileAndLink;
  const replies = await Promise.all(Array.from({ length: 32 }, () => sendCheckout(app, model)));
  assert.deepEqual(tally(replies), { ok: most, too_many_attempts: 32 - most });
  assert.deepEqual(await stockOf(app, productId), { free: 50 - most, held: most, sold: 0 });
  await buy(app, model, { customerMobile: mobileOf(9) });
  const elsewhere = await makeLink(app);
  await buy(app, await openLink(app, elsewhere.linkIdentity));
  const paid = replies.find(({ statusCode }) => statusCode === 200);
  assert.ok(paid);
  await payByCard(app, orderNumberOf(paid));
  await buy(app, model);
});

test("one address makes thirty orders in an hour; what fails or repeats does not count", async () => {
  await using app = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  const { linkIdentity } = await makeLink(app);
  const model = await openLink(app, linkIdentity);
  const from = (buyer: number, address: string, changes = {}) =>
    sendCheckout(app, model, { customerMobile: mobileOf(buyer), ...changes }, address);
  for (let buyer = 0; buyer < limits.checkoutsPerAddressPerHour; buyer += 1)
    assert.equal((await from(buyer, "10.0.0.1", { checkoutKey: key })).statusCode, 200);
  const refused = await from(100, "10.0.0.1");
  assert.deepEqual([refused.statusCode, refused.json().code], [429, "rate_limited"]);
  assert.ok(Number(refused.headers["retry-after"]) > 3_500);
  assert.equal((await from(100, "10.0.0.2", { qty: 0 })).statusCode, 422);
  assert.equal((await from(100, "10.0.0.2")).statusCode, 200);
  app.clock.advance(60 * 60_000);
  assert.equal((await from(101, "10.0.0.1")).statusCode, 200);
});

test("an order that a buyer is paying for at the bank is superseded when the same page orders again", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 1 } });
  const model = await openLink(app, linkIdentity);
  const first = await buy(app, model, { checkoutKey: key });
  await visitBank(app, first);
  const second = await buy(app, model, { checkoutKey: key, customerName: "نورة سعد" });
  assert.equal((await loadModel(app, first)).order.orderStatus, "CANCELLED");
  assert.equal((await payByCard(app, second)).json().statusCode, 200);
  assert.deepEqual(await stockOf(app, productId), { free: 0, held: 0, sold: 1 });
});
