/** Races for stock and coupons, on real PostgreSQL with real concurrency (invariants I15 and I16). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ledger, payByCard, setFault, startTestApp, type TestApp } from "#test/app-harness.ts";
import { approveAtBank, askStatus, cardPayment, comeBack, visitBank } from "#test/buyers.ts";
import { startGatedApp } from "#test/gated-app.ts";
import {
  asMerchant,
  buy,
  makeCoupon,
  makeLink,
  mobileOf,
  openLink,
  orderNumberOf,
  rush,
  sendCheckout,
  stockOf,
  tally,
} from "#test/product-links.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";
import { cancelExpiredLinkOrders } from "./expire-link-orders.ts";

const buyers = 64;
/** Just after an order of a link with the usual hold has run out. */
const holdMs = 30 * 60_000 + 1;

async function statusOf(app: TestApp, orderNumber: string): Promise<string> {
  const { status } = await app.db.kysely
    .selectFrom("orders")
    .select("status")
    .where("order_number", "=", orderNumber)
    .executeTakeFirstOrThrow();
  return status;
}

async function usesOf(app: TestApp, couponId: number): Promise<{ used: number; states: string[] }> {
  const coupon = (await asMerchant(app, "GET", `/coupons/${couponId}`)).json();
  const rows = await app.db.kysely
    .selectFrom("coupon_uses")
    .select("state")
    .where("coupon_id", "=", couponId)
    .orderBy("order_id")
    .execute();
  return { used: coupon.usedCount, states: rows.map(({ state }) => state) };
}

async function captures(app: TestApp): Promise<number> {
  return (await ledger(app)).filter(({ kind }) => kind === "capture").length;
}

test("R21: the last item of stock is ordered by one of 64 buyers, and nothing is left of the other tries", async () => {
  await using app = await startTestApp({ poolSize: 24 });
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 1 } });
  const model = await openLink(app, linkIdentity);
  const replies = await rush(app, model, { buyers });
  assert.deepEqual(tally(replies), { ok: 1, out_of_stock: buyers - 1 });
  assert.deepEqual(await stockOf(app, productId), { free: 0, held: 1, sold: 0 });
  const made = await app.db.pool.query(
    "select (select count(*) from orders) as orders, (select count(*) from checkouts) as checkouts",
  );
  assert.deepEqual(made.rows, [{ orders: 1, checkouts: 1 }]);
});

test("R21: 64 buyers of two pieces each from a stock of seven get three orders, and one piece stays free", async () => {
  await using app = await startTestApp({ poolSize: 24 });
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 7 } });
  const model = await openLink(app, linkIdentity);
  const replies = await rush(app, model, { buyers, changes: { qty: 2 } });
  assert.deepEqual(tally(replies), { ok: 3, out_of_stock: buyers - 3 });
  assert.deepEqual(await stockOf(app, productId), { free: 1, held: 6, sold: 0 });
});

test("R21: pieces of cancelled orders go to others while buyers are still ordering, and none is made or lost", async () => {
  await using app = await startTestApp({ poolSize: 24 });
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 5 } });
  const model = await openLink(app, linkIdentity);
  const first = (await rush(app, model, { buyers: 5 })).map(orderNumberOf);
  const [cancelled, replies] = await Promise.all([
    Promise.all(first.map((number) => asMerchant(app, "POST", `/invoices/${number}/cancel`, {}))),
    rush(app, model, { buyers }),
  ]);
  assert.deepEqual(
    cancelled.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200, 200],
  );
  const made = tally(replies)["ok"] ?? 0;
  assert.ok(made <= 5, `${made} orders of five pieces`);
  assert.deepEqual(await stockOf(app, productId), { free: 5 - made, held: made, sold: 0 });
});

test("R22: the coupon's last use goes to one of 64 buyers, the others read that it is not valid", async () => {
  await using app = await startTestApp({ poolSize: 24 });
  const { linkIdentity } = await makeLink(app);
  const coupon = await makeCoupon(app, { code: "LAST", usageLimit: 1 });
  const model = await openLink(app, linkIdentity);
  const replies = await rush(app, model, { buyers, changes: { couponCode: "last" } });
  assert.deepEqual(tally(replies), { ok: 1, coupon_invalid: buyers - 1 });
  assert.deepEqual(await usesOf(app, coupon.id), { used: 1, states: ["held"] });
});

test("R22: a coupon that one mobile may use twice is used twice by 64 tries of that mobile on several links", async () => {
  await using app = await startTestApp({ poolSize: 24 });
  const coupon = await makeCoupon(app, { code: "TWICE", usageLimitPerMobile: 2 });
  const links = await Promise.all(Array.from({ length: 16 }, () => makeLink(app)));
  const models = await Promise.all(links.map(({ linkIdentity }) => openLink(app, linkIdentity)));
  const replies = await Promise.all(
    models.flatMap((model) =>
      Array.from({ length: 4 }, () => sendCheckout(app, model, { couponCode: "TWICE" })),
    ),
  );
  assert.deepEqual(tally(replies), { ok: 2, coupon_invalid: buyers - 2 });
  assert.deepEqual(await usesOf(app, coupon.id), { used: 2, states: ["held", "held"] });
});

test("R22: a hold that runs out while the payment is at the gateway is kept, and sold by it", async () => {
  await using app = await startGatedApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 1 } });
  const coupon = await makeCoupon(app, { code: "ONCE", usageLimit: 1 });
  const model = await openLink(app, linkIdentity);
  const orderNumber = await buy(app, model, { couponCode: "ONCE" });
  const payload = await cardPayment(app, orderNumber);
  const stop = app.outward.stop({ method: "PUT", path: /transaction/, body: /"PAY"/ }, "request");
  const paying = app.app.inject({ method: "POST", url: "/rest/pay/openGateway", payload });
  await stop.reached;
  app.clock.advance(holdMs);
  assert.equal(await cancelExpiredLinkOrders(app.services), 0, "a payment is under way");
  assert.deepEqual(tally([await sendCheckout(app, model, { customerMobile: mobileOf(2) })]), {
    out_of_stock: 1,
  });
  stop.letGo();
  assert.equal((await paying).json().statusCode, 200);
  assert.equal(await cancelExpiredLinkOrders(app.services), 0);
  assert.equal(await statusOf(app, orderNumber), "PAID_LINK");
  assert.deepEqual(await stockOf(app, productId), { free: 0, held: 0, sold: 1 });
  assert.deepEqual(await usesOf(app, coupon.id), { used: 1, states: ["used"] });
});

test("R22: whichever of the expiry and 16 payments is first decides, and holds, order and money agree", async () => {
  await using app = await startTestApp({ poolSize: 24 });
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 16 } });
  const model = await openLink(app, linkIdentity);
  const orders = (await rush(app, model, { buyers: 16 })).map(orderNumberOf);
  const bodies = await Promise.all(orders.map((number) => cardPayment(app, number)));
  const expire = async (): Promise<void> => {
    // Eight payments have been answered or not when it has run out for all.
    await Promise.all(paying.slice(0, 8));
    app.clock.advance(holdMs);
    for (let round = 0; round < 4; round += 1) await cancelExpiredLinkOrders(app.services);
  };
  const paying = bodies.map((payload) =>
    app.app.inject({ method: "POST", url: "/rest/pay/openGateway", payload }),
  );
  await Promise.all([...paying, expire()]);
  await cancelExpiredLinkOrders(app.services);
  await cancelExpiredLinkOrders(app.services);
  const statuses = await Promise.all(orders.map((number) => statusOf(app, number)));
  const paid = statuses.filter((status) => status === "PAID_LINK").length;
  const cancelled = statuses.filter((status) => status === "CANCELLED").length;
  assert.equal(paid + cancelled, 16, String(statuses));
  assert.deepEqual(await stockOf(app, productId), { free: cancelled, held: 0, sold: paid });
  assert.equal(await captures(app), paid);
});

test("R22: after the expiry nothing can be paid, and the pieces and the coupon are free again, once", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 1 } });
  const coupon = await makeCoupon(app, { code: "ONCE", usageLimit: 1 });
  const model = await openLink(app, linkIdentity);
  const orderNumber = await buy(app, model, { couponCode: "ONCE" });
  const payload = await cardPayment(app, orderNumber);
  app.clock.advance(holdMs);
  const late = await app.app.inject({ method: "POST", url: "/rest/pay/openGateway", payload });
  assert.equal(late.json().code, "link_expired");
  const cancelled = await Promise.all(Array.from({ length: 4 }, () => cancelExpiredLinkOrders(app.services)));
  assert.ok(cancelled.some((count) => count === 1));
  assert.equal(await statusOf(app, orderNumber), "CANCELLED");
  assert.deepEqual(await stockOf(app, productId), { free: 1, held: 0, sold: 0 });
  assert.deepEqual(await usesOf(app, coupon.id), { used: 0, states: ["released"] });
  assert.equal(await captures(app), 0);
  const again = await buy(app, await openLink(app, linkIdentity), {
    couponCode: "ONCE",
    customerMobile: mobileOf(2),
  });
  assert.notEqual(again, orderNumber);
  assert.deepEqual(await usesOf(app, coupon.id), { used: 1, states: ["released", "held"] });
});

test("R23: the reservation expired, then the lost answer of the payment turns out to be a success", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 1 } });
  const model = await openLink(app, linkIdentity);
  const orderNumber = await buy(app, model);
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  assert.equal((await payByCard(app, orderNumber)).json().code, "outcome_unknown");
  app.clock.advance(holdMs);
  assert.equal(await cancelExpiredLinkOrders(app.services), 0, "nobody knows yet whether it was paid");
  assert.deepEqual(await stockOf(app, productId), { free: 0, held: 1, sold: 0 });
  assert.ok((await checkDueAttempts(app.services)) >= 1);
  assert.equal(await statusOf(app, orderNumber), "PAID_LINK");
  assert.deepEqual(await stockOf(app, productId), { free: 0, held: 0, sold: 1 });
  assert.equal(await captures(app), 1);
});

test("R23: the reservation expired, then the lost answer turns out to be a refusal: the piece is free again", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 1 } });
  const orderNumber = await buy(app, await openLink(app, linkIdentity));
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  assert.equal((await payByCard(app, orderNumber, { expiry: "05/39" })).json().code, "outcome_unknown");
  app.clock.advance(holdMs);
  assert.equal(await cancelExpiredLinkOrders(app.services), 0);
  await askStatus(app, orderNumber);
  assert.equal(await cancelExpiredLinkOrders(app.services), 1);
  assert.equal(await statusOf(app, orderNumber), "CANCELLED");
  assert.deepEqual(await stockOf(app, productId), { free: 1, held: 0, sold: 0 });
  assert.equal(await captures(app), 0);
});

test("R23: a buyer who comes back from the bank after the expiry is not charged for what is no longer held", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 1 } });
  const orderNumber = await buy(app, await openLink(app, linkIdentity));
  const visit = await visitBank(app, orderNumber);
  await approveAtBank(app, visit);
  app.clock.advance(holdMs);
  assert.equal(await cancelExpiredLinkOrders(app.services), 1);
  const other = await buy(app, await openLink(app, linkIdentity), { customerMobile: mobileOf(2) });
  assert.notEqual((await comeBack(app, visit)).json().statusCode, 200);
  assert.equal(await captures(app), 0);
  assert.equal(await statusOf(app, orderNumber), "CANCELLED");
  assert.equal((await payByCard(app, other)).json().statusCode, 200);
  assert.deepEqual(await stockOf(app, productId), { free: 0, held: 0, sold: 1 });
});
