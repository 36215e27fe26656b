/** What changed between looking and taking is found when it is taken; what was taken is given back once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runInTransaction } from "#db/open.ts";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant, buy, makeCoupon, makeLink, openLink, stockOf } from "#test/product-links.ts";
import { closeHolds } from "../orders/close-holds.ts";
import { findCoupon } from "./coupon.ts";
import { holdCoupon, holdStock } from "./holds.ts";
import { loadProductLink, type ProductLinkRecord } from "./product-link-store.ts";

async function load(app: TestApp, linkIdentity: string): Promise<ProductLinkRecord> {
  const link = await loadProductLink(app.db.pool, linkIdentity, app.clock.now());
  assert.ok(link);
  return link;
}

async function orderId(app: TestApp, orderNumber: string): Promise<number> {
  const { rows } = await app.db.pool.query("select id from orders where order_number = $1", [orderNumber]);
  return rows[0].id;
}

for (const { what, change, code } of [
  { what: "whose price changed", change: { price: "84.00" }, code: "price_changed" },
  { what: "that was archived", change: { isArchived: true }, code: "product_not_found" },
  { what: "that was sold out", change: { stockQty: 0 }, code: "out_of_stock" },
  { what: "whose stock is no longer counted", change: { stockQty: null }, code: "price_changed" },
]) {
  test(`a product ${what} since it was read is not held (${code})`, async () => {
    await using app = await startTestApp();
    const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 3 } });
    const link = await load(app, linkIdentity);
    assert.equal((await asMerchant(app, "PATCH", `/products/${productId}`, change)).statusCode, 200);
    const hold = runInTransaction(app.db.kysely, (trx) => holdStock(trx, link, { orderId: 1, qty: 1 }));
    await assert.rejects(hold, { code });
  });
}

for (const { what, change } of [
  { what: "that was switched off", change: { isActive: false } },
  { what: "that takes off something else now", change: { discount: { type: "PERCENTAGE", value: "11" } } },
  { what: "that takes off an amount now", change: { discount: { type: "FIXED", value: "10.00" } } },
  { what: "that has ended", change: { endsAt: "2026-01-01T00:00:00Z" } },
  { what: "that begins later now", change: { startsAt: "2090-01-01T00:00:00Z" } },
]) {
  test(`a coupon ${what} since it was looked up is not held`, async () => {
    await using app = await startTestApp();
    const { linkIdentity } = await makeLink(app);
    const { id } = await makeCoupon(app, { code: "TEN" });
    const link = await load(app, linkIdentity);
    const now = app.clock.now();
    const coupon = await runInTransaction(app.db.kysely, (trx) => findCoupon(trx, link, "TEN", now));
    assert.ok(coupon);
    assert.equal((await asMerchant(app, "PATCH", `/coupons/${id}`, change)).statusCode, 200);
    const use = { merchantId: app.merchantId, orderId: 1, mobile: "+966551234567", now };
    const hold = runInTransaction(app.db.kysely, (trx) => holdCoupon(trx, coupon, use));
    await assert.rejects(hold, { code: "coupon_invalid" });
    assert.equal((await asMerchant(app, "GET", `/coupons/${id}`)).json().usedCount, 0);
  });
}

test("holds are given back once, and not at all after they were kept", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 5 } });
  const { id } = await makeCoupon(app, { code: "TEN" });
  const model = await openLink(app, linkIdentity);
  const close = async (number: string, as: "kept" | "released"): Promise<void> => {
    const order = { id: await orderId(app, number), merchant_id: app.merchantId };
    await runInTransaction(app.db.kysely, (trx) => closeHolds(trx, order, as));
  };
  const used = async (): Promise<number> => (await asMerchant(app, "GET", `/coupons/${id}`)).json().usedCount;
  const first = await buy(app, model, { couponCode: "TEN", qty: 2 });
  const second = await buy(app, model, { couponCode: "TEN", qty: 3 });
  for (let time = 0; time < 3; time += 1) await close(first, "released");
  assert.deepEqual([await stockOf(app, productId), await used()], [{ free: 2, held: 3, sold: 0 }, 1]);
  await close(second, "kept");
  await close(second, "released");
  await close(first, "kept");
  assert.deepEqual([await stockOf(app, productId), await used()], [{ free: 2, held: 0, sold: 3 }, 1]);
});

test("the database refuses an order that ends while its holds do not", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app, { product: { stockQty: 5 } });
  await makeCoupon(app, { code: "TEN" });
  const model = await openLink(app, linkIdentity);
  const cancelled = "update orders set status = 'CANCELLED' where order_number = $1";
  const number = await buy(app, model);
  await assert.rejects(app.db.pool.query(cancelled, [number]), /is CANCELLED and its holds are not/);
  const order = { id: await orderId(app, number), merchant_id: app.merchantId };
  await runInTransaction(app.db.kysely, (trx) => closeHolds(trx, order, "kept"));
  await assert.rejects(app.db.pool.query(cancelled, [number]), /is CANCELLED and its holds are not/);
});
