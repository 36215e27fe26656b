/** Coupons as buyers meet them: which are valid, what is answered for others, and how often one may guess. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { limits } from "#core/limits.ts";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import {
  asMerchant,
  buy,
  makeCoupon,
  makeLink,
  makeProduct,
  mobileOf,
  openLink,
  sendCheckout,
  tally,
} from "#test/product-links.ts";

const hourMs = 60 * 60_000;

async function check(
  app: TestApp,
  linkIdentity: string,
  code: string,
  remoteAddress = "127.0.0.1",
): Promise<{ status: number; body: Record<string, unknown> }> {
  const url = `/rest/pay/product/${linkIdentity}/check-coupon/${encodeURIComponent(code)}`;
  const response = await app.app.inject({ url, remoteAddress });
  return { status: response.statusCode, body: response.json() };
}

for (const { what, discount, price, told } of [
  {
    what: "a percentage",
    discount: { type: "PERCENTAGE", value: "12.5" },
    price: "99.99",
    told: { newPrice: 87.49, discountAmount: 12.5, discountType: "percentage" },
  },
  {
    what: "an amount",
    discount: { type: "FIXED", value: "15.00" },
    price: "85.00",
    told: { newPrice: 70, discountAmount: 15, discountType: "fixed" },
  },
]) {
  test(`${what} is answered with the new price, in any letter case and with Arabic digits`, async () => {
    await using app = await startTestApp();
    const { linkIdentity } = await makeLink(app, { product: { price } });
    await makeCoupon(app, { code: "Ramadan-10", discount });
    for (const typed of ["RAMADAN-10", " ramadan-10 ", "ramadan-١٠", "\u200fRamadan-10"]) {
      const { status, body } = await check(app, linkIdentity, typed);
      assert.deepEqual(
        { status, body },
        { status: 200, body: { success: true, couponCode: "RAMADAN-10", ...told } },
      );
    }
    assert.equal((await openLink(app, linkIdentity)).hasCoupons, true);
  });
}

test("a check reserves nothing", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const { id } = await makeCoupon(app, { code: "ONCE", usageLimit: 1 });
  for (let time = 0; time < 3; time += 1)
    assert.equal((await check(app, linkIdentity, "ONCE")).body["success"], true);
  assert.equal((await asMerchant(app, "GET", `/coupons/${id}`)).json().usedCount, 0);
});

test("whatever is wrong with a code, the answer is the same, here and at the checkout", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app, { product: { price: "15.00" } });
  const other = await makeProduct(app, { title: "دلّة" });
  const soon = new Date(app.clock.now() + hourMs).toISOString();
  await makeCoupon(app, { code: "LATER", startsAt: soon });
  await makeCoupon(app, { code: "ENDED", endsAt: new Date(app.clock.now() - hourMs).toISOString() });
  await makeCoupon(app, { code: "OTHER", productId: other.id });
  await makeCoupon(app, { code: "TOOLARGE", discount: { type: "FIXED", value: "15.00" } });
  const off = await makeCoupon(app, { code: "OFF" });
  await asMerchant(app, "PATCH", `/coupons/${off.id}`, { isActive: false });
  await makeCoupon(app, { code: "USEDUP", usageLimit: 1 });
  const model = await openLink(app, linkIdentity);
  await buy(app, model, { couponCode: "USEDUP", customerMobile: mobileOf(1) });
  const { rows } = await app.db.pool.query(
    `insert into merchants (username, shop_name, email, phone) values ('foreign', 'F', 'f@x.sa', '1') returning id`,
  );
  await app.db.pool.query(
    `insert into coupons (merchant_id, code, discount_type, discount_value) values ($1, 'FOREIGN', 'PERCENTAGE', 500)`,
    [rows[0].id],
  );
  const wrong = [
    "NOSUCHCODE",
    "LATER",
    "ENDED",
    "OTHER",
    "TOOLARGE",
    "OFF",
    "USEDUP",
    "FOREIGN",
    "A",
    "' or 1=1 --",
  ];
  for (const [index, code] of wrong.entries()) {
    const address = `10.0.0.${index + 1}`;
    assert.deepEqual(
      await check(app, linkIdentity, code, address),
      { status: 200, body: { success: false, couponCode: code } },
      code,
    );
    const reply = await sendCheckout(app, model, { couponCode: code }, address);
    assert.equal(reply.json().code, "coupon_invalid", code);
    assert.equal(reply.statusCode, 422);
  }
  assert.equal((await app.db.pool.query("select id from orders")).rowCount, 1);
  app.clock.advance(hourMs);
  assert.equal(
    (await check(app, linkIdentity, "LATER", "10.0.0.99")).body["success"],
    true,
    "its time has come",
  );
});

test("a box is offered only while a coupon of the merchant could fit", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app);
  const offered = async (): Promise<boolean> => (await openLink(app, linkIdentity)).hasCoupons;
  const other = await makeProduct(app);
  await makeCoupon(app, { code: "OTHER", productId: other.id });
  assert.equal(await offered(), false);
  const { id } = await makeCoupon(app, { code: "MINE", productId });
  assert.equal(await offered(), true);
  await asMerchant(app, "PATCH", `/coupons/${id}`, { isActive: false });
  assert.equal(await offered(), false);
});

test("after ten wrong codes on a link an address waits for the hour to end, right codes included", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const elsewhere = await makeLink(app);
  await makeCoupon(app, { code: "RIGHT" });
  const most = limits.couponMissesPerAddressPerHour;
  for (let time = 0; time < most; time += 1) {
    assert.equal((await check(app, linkIdentity, `WRONG${time}`)).status, 200);
    const right = await check(app, linkIdentity, "RIGHT");
    assert.equal(right.status, time < most - 1 ? 200 : 429, "a hit costs nothing");
  }
  const refused = await check(app, linkIdentity, "RIGHT");
  assert.deepEqual([refused.status, refused.body["code"]], [429, "rate_limited"]);
  assert.ok(Number(refused.body["retryAfter"]) > 3_500);
  const model = await openLink(app, linkIdentity);
  assert.equal((await sendCheckout(app, model, { couponCode: "RIGHT" })).json().code, "rate_limited");
  assert.equal((await sendCheckout(app, model)).statusCode, 200, "without a code it can be bought");
  assert.equal((await check(app, elsewhere.linkIdentity, "RIGHT")).status, 200, "another link");
  assert.equal((await check(app, linkIdentity, "RIGHT", "10.9.9.9")).status, 200, "another address");
  app.clock.advance(hourMs);
  assert.equal((await check(app, linkIdentity, "RIGHT")).body["success"], true);
});

test("64 guesses at the same moment are no more than ten, and addresses of one IPv6 network are one", async () => {
  await using app = await startTestApp({ poolSize: 24 });
  const { linkIdentity } = await makeLink(app);
  const replies = await Promise.all(
    Array.from({ length: 64 }, (_, guess) =>
      check(app, linkIdentity, `GUESS${guess}`, `2001:db8:1:2::${guess}`),
    ),
  );
  const looked = replies.filter(({ status }) => status === 200).length;
  assert.equal(looked, limits.couponMissesPerAddressPerHour);
});

test("guesses from everywhere block no buyer's coupons, and the operator gets a warning", async () => {
  await using app = await startTestApp({ poolSize: 24 });
  const { linkIdentity } = await makeLink(app);
  await makeCoupon(app, { code: "RIGHT" });
  const told = () => app.logLines.filter((line) => line.includes("security.coupon_guesses")).length;
  const guess = async (number: number) =>
    assert.equal((await check(app, linkIdentity, `GUESS${number}`, `10.1.0.${number}`)).status, 200);
  await guess(0);
  // As if all but one of the others had been made.
  const most = limits.couponMissesPerLinkPerHourAlarm;
  await app.db.pool.query("update coupon_misses set count = $1 where source = ''", [most - 2]);
  await guess(1);
  assert.equal(told(), 0);
  await guess(2);
  await guess(3);
  assert.equal(told(), 1);
  assert.equal((await check(app, linkIdentity, "RIGHT", "10.2.0.1")).body["success"], true);
});

test("a code that is used up or has ended is no guess: the next buyer's good code is taken", async () => {
  await using app = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  const { linkIdentity } = await makeLink(app);
  await makeCoupon(app, { code: "SOLDOUT", usageLimit: 1 });
  await makeCoupon(app, { code: "ENDED", endsAt: new Date(app.clock.now() - hourMs).toISOString() });
  await makeCoupon(app, { code: "GOOD" });
  const model = await openLink(app, linkIdentity);
  const address = "203.0.113.7";
  const buyers = Array.from({ length: 15 }, (_, buyer) => mobileOf(buyer));
  const replies: LightMyRequestResponse[] = [];
  for (const customerMobile of buyers)
    replies.push(await sendCheckout(app, model, { customerMobile, couponCode: "SOLDOUT" }, address));
  assert.deepEqual(tally(replies), { ok: 1, coupon_invalid: 14 });
  for (let time = 0; time < 15; time += 1)
    assert.deepEqual((await check(app, linkIdentity, "ENDED", address)).status, 200);
  const next = await sendCheckout(app, model, { customerMobile: mobileOf(99), couponCode: "GOOD" }, address);
  assert.equal(next.statusCode, 200, next.body);
});

test("no code is in the log, an address only where a client guesses too much, and none in the database", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  await makeCoupon(app, { code: "SECRETCODE" });
  const address = "203.0.113.77";
  for (const code of ["SECRETCODE", ...Array.from({ length: 12 }, (_, guess) => `SECRETGUESS${guess}`)])
    await check(app, linkIdentity, code, address);
  await app.db.pool.query("alter table coupons rename to hidden");
  assert.equal((await check(app, linkIdentity, "SECRETCODE", "10.0.0.1")).status, 500);
  assert.ok(app.logLines.length > 0);
  assert.doesNotMatch(app.logLines.join(""), /SECRET(CODE|GUESS)/);
  const naming = app.logLines.filter((line) => line.includes(address));
  assert.deepEqual([...new Set(naming.map((line) => JSON.parse(line).msg))], ["security.limit"]);
  const { rows } = await app.db.pool.query("select * from coupon_misses");
  assert.doesNotMatch(JSON.stringify(rows), /203\.0\.113/);
});
