import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, startTestApp, type TestApp } from "#test/app-harness.ts";
import { createWorldFinder } from "./counted-world.ts";

async function send(
  app: TestApp,
  url: string,
  method: "GET" | "POST" = "POST",
  remoteAddress = "203.0.113.7",
) {
  return await app.app.inject({ method, url, remoteAddress, ...(method === "POST" && { payload: {} }) });
}

const limited = { WASL_RATE_LIMITS: "true" };

/** Each budget with a call of it that comes to nothing: how often it may, and how long the window is. */
const budgets = [
  { url: "/rest/pay/prepareSession", most: 300, seconds: 3600 },
  { url: "/rest/pay/registerClientEmail/0000000000000000", most: 200, seconds: 3600 },
  { url: "/rest/pay/stcpay/sendOtp", most: 200, seconds: 3600 },
  { url: "/rest/pay/urpay/sendOtp", most: 200, seconds: 3600 },
  { url: "/rest/pay/checkPaymentStatus", most: 1_200, seconds: 60 },
  { url: "/rest/pay/process3dSecure", most: 600, seconds: 60 },
] as const;

for (const { url, most, seconds } of budgets) {
  test(`one address may call ${url} ${most} times, then receives how long to wait`, async () => {
    await using app = await startTestApp({ env: limited });
    for (let call = 0; call < most; call += 1)
      assert.notEqual((await send(app, url)).statusCode, 429, `${call}`);
    const refused = await send(app, url);
    assert.deepEqual([refused.statusCode, refused.json().code], [429, "rate_limited"]);
    assert.match(String(refused.headers["content-type"]), /^application\/problem\+json/);
    const wait = Number(refused.headers["retry-after"]);
    assert.ok(wait > seconds - 30 && wait <= seconds, `${wait}`);
    assert.equal(refused.json().retryAfter, wait);
    assert.notEqual((await send(app, url, "POST", "203.0.113.8")).statusCode, 429, "somebody else");
    app.clock.advance(seconds * 1000);
    assert.notEqual((await send(app, url)).statusCode, 429, "afterwards");
  });
}

test("a refusal says the minutes that are left, in the reader's language, and a moment only below one", async () => {
  await using app = await startTestApp({ env: limited });
  const ask = async (language: string) =>
    (await send(app, `/rest/pay/stcpay/sendOtp?lang=${language}`)).json().error;
  for (let call = 0; call < 200; call += 1) await ask("en");
  app.clock.advance(17 * 60_000);
  assert.equal(await ask("en"), "Too many requests from your network. Time to wait: 43 minutes.");
  assert.equal(await ask("ar"), "محاولات كثيرة من شبكتك في وقت قصير. مدة الانتظار: 43 دقيقة.");
  app.clock.advance(41 * 60_000);
  assert.match(await ask("ar"), /مدة الانتظار: دقيقتان\.$/);
  app.clock.advance(60_000 + 30_000);
  assert.match(await ask("en"), /Wait a moment/);
});

test("codes of both wallets share one budget, and it is no limit of cards", async () => {
  await using app = await startTestApp({ env: limited });
  for (let call = 0; call < 200; call += 1) await send(app, "/rest/pay/urpay/sendOtp");
  assert.equal((await send(app, "/rest/pay/stcpay/sendOtp")).statusCode, 429);
  assert.notEqual((await send(app, "/rest/pay/openGateway")).statusCode, 429);
});

test("what is counted by the hour is not counted for the machine's own address where nothing is real", async () => {
  await using app = await startTestApp({ env: limited });
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    for (let call = 0; call < 201; call += 1)
      assert.notEqual(
        (await send(app, "/rest/pay/stcpay/sendOtp", "POST", address)).statusCode,
        429,
        address,
      );
  }
});

test("misses on order numbers at the machine's own address block no other buyer", async () => {
  await using app = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  const orderNumber = await issueInvoice(app);
  for (const address of ["127.0.0.1", "::1"]) {
    for (let call = 0; call < 21; call += 1)
      assert.equal((await send(app, "/rest/pay/order/0000000000000000", "GET", address)).statusCode, 404);
    assert.equal(
      (await send(app, `/rest/pay/order/${orderNumber}`, "GET", address)).statusCode,
      200,
      address,
    );
  }
});

test("providers' webhooks are not counted, and no address is where the limits are off", async () => {
  await using counted = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  for (let call = 0; call < 610; call += 1)
    assert.notEqual((await send(counted, "/rest/pay/notify/tabby")).statusCode, 429);
  await using open = await startTestApp();
  const orderNumber = await issueInvoice(open);
  for (let call = 0; call < 1_210; call += 1)
    assert.equal((await send(open, `/web/embeddedJs/${orderNumber}`, "GET")).statusCode, 200);
});

const live = {
  WASL_ENV: "live",
  WASL_WEB_URL: "https://pay.example",
  WASL_RATE_LIMITS: "true",
  WASL_TRUSTED_PROXIES: "1",
};

test("in live a buyer behind a proxy on the same machine is counted by their own address", async () => {
  await using app = await startTestApp({ env: live });
  const miss = async (buyer: string) =>
    (
      await app.app.inject({
        url: "/rest/pay/order/0000000000000000",
        remoteAddress: "127.0.0.1",
        // What a buyer writes in front of the proxy's own entry is not believed.
        headers: { "x-forwarded-for": `127.0.0.1, ${buyer}` },
      })
    ).statusCode;
  for (let call = 0; call < 20; call += 1) assert.equal(await miss("203.0.113.7"), 404);
  assert.equal(await miss("203.0.113.7"), 429);
  assert.equal(await miss("203.0.113.8"), 404, "somebody else");
});

test("in live no address is exempt, the machine's own address neither, and an undeclared proxy is logged", async () => {
  await using app = await startTestApp({ env: { ...live, WASL_TRUSTED_PROXIES: "0" } });
  const miss = async () =>
    await app.app.inject({
      url: "/rest/pay/order/0000000000000000",
      remoteAddress: "127.0.0.1",
      headers: { "x-forwarded-for": "203.0.113.7" },
    });
  for (let call = 0; call < 20; call += 1) assert.equal((await miss()).statusCode, 404);
  assert.equal((await miss()).statusCode, 429);
  const told = () => app.logLines.filter((line) => line.includes("security.undeclared_proxy")).length;
  assert.equal(told(), 1);
  app.clock.advance(60 * 60_000);
  await miss();
  assert.equal(told(), 2);
});

/** An installation with a shop and its test world, and an order of each. */
async function startTwoWorlds() {
  const app = await startTestApp({ env: limited });
  const opened = await app.app.inject({
    method: "POST",
    url: "/api/v1/merchant/test-world",
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": "open" },
  });
  const ofTest = await issueInvoice({ ...app, apiKey: opened.json().key.key });
  const call = async (orderNumber: string, url: string, payload: object | string = { orderNumber }) =>
    (
      await app.app.inject({
        method: "POST",
        url,
        remoteAddress: "203.0.113.7",
        headers: { "content-type": "application/json" },
        payload,
      })
    ).statusCode;
  return { app, call, orders: { live: await issueInvoice(app), test: ofTest } };
}

test("what is tried out in a test world closes no real buyers behind the same address, nor the other way round", async () => {
  const { app, call, orders } = await startTwoWorlds();
  await using _app = app;
  for (const [tried, other, url, most] of [
    ["test", "live", "/rest/pay/stcpay/sendOtp", 200],
    ["live", "test", "/rest/pay/registerClientEmail", 200],
    ["test", "live", "/rest/pay/process3dSecure", 600],
  ] as const) {
    const path = (order: string): string => (url.endsWith("Email") ? `${url}/${order}` : url);
    for (let time = 0; time < most; time += 1)
      assert.notEqual(await call(orders[tried], path(orders[tried])), 429, url);
    assert.equal(await call(orders[tried], path(orders[tried])), 429, url);
    assert.notEqual(await call(orders[other], path(orders[other])), 429, `${url} in ${other}`);
  }
});

test("a call's world is that of its order or link, however it names it; what is not there is of the live one", async () => {
  const { app, orders } = await startTwoWorlds();
  await using _app = app;
  const { rows } = await app.db.pool.query<{ link_identity: string; world: string }>(
    `with products as (insert into products (merchant_id, title, price) select id, 'تمر', 1000 from merchants returning id, merchant_id),
      links as (insert into product_links (link_identity, merchant_id, product_id, allowed_methods)
        select lpad(merchant_id::text, 12, '0'), merchant_id, id, array['mada'] from products returning link_identity, merchant_id)
    select link_identity, m.world from links join merchants m on m.id = links.merchant_id`,
  );
  const worldOf = createWorldFinder(app.services);
  for (const { link_identity: link, world } of rows) {
    assert.equal(await worldOf({ params: { linkIdentity: link }, body: undefined }), world);
    assert.equal(await worldOf({ params: {}, body: { productNumber: link } }), world);
  }
  assert.deepEqual(rows.map(({ world }) => world).toSorted(), ["live", "test"]);
  for (const orderNumber of [orders.test, orders.test.toLowerCase().replace(/(.{4})/g, "$1-")]) {
    assert.equal(await worldOf({ params: { orderNumber }, body: null }), "test", orderNumber);
    assert.equal(await worldOf({ params: {}, body: { orderNumber } }), "test", orderNumber);
  }
  assert.equal(await worldOf({ params: {}, body: { orderNumber: orders.live } }), "live");
  for (const body of [null, "text", [], { orderNumber: 7 }, { orderNumber: "0000000000000000" }])
    assert.equal(await worldOf({ params: {}, body }), "live");
});

test("an address that sends bodies which cannot be read waits, too", async () => {
  const { app, call } = await startTwoWorlds();
  await using _app = app;
  const url = "/rest/pay/process3dSecure";
  for (let time = 0; time < 600; time += 1) assert.equal(await call("", url, "{"), 400);
  assert.equal(await call("", url, "{"), 429);
});
