/** A link that sells so often and no more: the database counts, however many come at the same moment. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant, buy, makeLink, mobileOf, openLink, rush, tally } from "#test/product-links.ts";
import { cancelExpiredLinkOrders } from "./expire-link-orders.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp({ poolSize: 16 });
});
after(() => app[Symbol.asyncDispose]());

const read = async (linkIdentity: string) =>
  (await asMerchant(app, "GET", `/product-links/${linkIdentity}`)).json();

test("two of sixteen buyers get the two places of a link, and its page is sold out whatever there is in stock", async () => {
  const { linkIdentity } = await makeLink(app, { product: { stockQty: 100 }, link: { maxPayments: 2 } });
  const model = await openLink(app, linkIdentity);
  assert.ok((model.product.stockQty ?? 0) > 2);
  assert.deepEqual(tally(await rush(app, model, { buyers: 16 })), { ok: 2, out_of_stock: 14 });
  assert.equal((await openLink(app, linkIdentity)).product.stockQty, 0);
  const { maxPayments, paymentsLeft } = await read(linkIdentity);
  assert.deepEqual([maxPayments, paymentsLeft], [2, 0]);
});

test("an order that is not paid in time gives its place back; a paid one keeps it, also when it is refunded", async () => {
  const { linkIdentity } = await makeLink(app, { link: { maxPayments: 1 } });
  const model = await openLink(app, linkIdentity);
  await buy(app, model);
  assert.equal((await read(linkIdentity)).paymentsLeft, 0);
  app.clock.advance(30 * 60_000 + 1);
  await cancelExpiredLinkOrders(app.services);
  assert.equal((await read(linkIdentity)).paymentsLeft, 1);
  const again = await openLink(app, linkIdentity);
  const orderNumber = await buy(app, again, { customerMobile: mobileOf(2) });
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  const refunded = await asMerchant(app, "POST", `/invoices/${orderNumber}/refunds`, {});
  assert.equal(refunded.statusCode, 201, refunded.body);
  assert.equal((await read(linkIdentity)).paymentsLeft, 0);
  assert.equal((await openLink(app, linkIdentity)).product.stockQty, 0);
});

test("orders that cannot be cancelled, however many, keep no later one from giving its place back", async () => {
  await using shop = await startTestApp();
  const { linkIdentity } = await makeLink(shop, { product: { stockQty: 100 }, link: { maxPayments: 12 } });
  const model = await openLink(shop, linkIdentity);
  for (let buyer = 1; buyer <= 12; buyer += 1) {
    await buy(shop, model, { customerMobile: mobileOf(buyer) });
    shop.clock.advance(1);
  }
  await shop.db.pool.query(`
    create function stays() returns trigger language plpgsql as $$
    begin
      if (select count(*) from orders where id > old.id) > 0 then raise exception 'it stays'; end if;
      return new;
    end $$;
    create trigger stays before update on orders for each row execute function stays()`);
  shop.clock.advance(30 * 60_000);
  assert.equal(await cancelExpiredLinkOrders(shop.services), 1);
  const { paymentsLeft } = (await asMerchant(shop, "GET", `/product-links/${linkIdentity}`)).json();
  assert.equal(paymentsLeft, 1);
});

test("a maximum that is set while buyers order counts each of them once", async () => {
  const { linkIdentity } = await makeLink(app, { product: { stockQty: 100 } });
  const model = await openLink(app, linkIdentity);
  const [bought] = await Promise.all([
    rush(app, model, { buyers: 12 }),
    asMerchant(app, "PATCH", `/product-links/${linkIdentity}`, { maxPayments: 9_000 }),
  ]);
  assert.deepEqual(tally(bought), { ok: 12 });
  assert.equal((await read(linkIdentity)).paymentsLeft, 9_000 - 12);
});

test("the maximum is changed and taken away; below what was sold nothing more is sold", async () => {
  const { linkIdentity } = await makeLink(app, { link: { maxPayments: 3 } });
  const model = await openLink(app, linkIdentity);
  for (const buyer of [1, 2]) await buy(app, model, { customerMobile: mobileOf(buyer) });
  const change = async (maxPayments: number | null) =>
    (await asMerchant(app, "PATCH", `/product-links/${linkIdentity}`, { maxPayments })).json();
  assert.deepEqual(
    [(await change(1)).paymentsLeft, (await openLink(app, linkIdentity)).product.stockQty],
    [0, 0],
  );
  assert.equal((await change(null)).paymentsLeft, null);
  // The price that the open page was shown still holds.
  await buy(app, model, { customerMobile: mobileOf(3) });
  for (const maxPayments of [0, 10_001, 1.5])
    assert.equal(
      (await asMerchant(app, "PATCH", `/product-links/${linkIdentity}`, { maxPayments })).statusCode,
      422,
    );
});
