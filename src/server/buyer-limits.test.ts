import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, startTestApp, type TestApp } from "#test/app-harness.ts";

async function send(
  app: TestApp,
  url: string,
  method: "GET" | "POST" = "POST",
  remoteAddress = "203.0.113.7",
) {
  return await app.app.inject({ method, url, remoteAddress, ...(method === "POST" && { payload: {} }) });
}

/** Each budget with a call of it: how often one address may use it, and how long the window is. */
const budgets = [
  { url: "/rest/pay/openGateway", most: 20, seconds: 3600 },
  { url: "/rest/pay/prepareSession", most: 30, seconds: 3600 },
  { url: "/rest/pay/registerClientEmail/0000000000000000", most: 20, seconds: 3600 },
  { url: "/rest/pay/stcpay/sendOtp", most: 10, seconds: 3600 },
  { url: "/rest/pay/urpay/sendOtp", most: 10, seconds: 3600 },
  { url: "/rest/pay/checkPaymentStatus", most: 120, seconds: 60 },
  { url: "/rest/pay/process3dSecure", most: 60, seconds: 60 },
] as const;

for (const { url, most, seconds } of budgets) {
  test(`one address may call ${url} ${most} times, then is told how long to wait`, async () => {
    await using app = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
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

test("both card calls share one budget, and so do both wallets", async () => {
  await using app = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  for (let call = 0; call < 20; call += 1) await send(app, "/rest/pay/openGateway");
  assert.equal((await send(app, "/rest/pay/openAmexGateway")).statusCode, 429);
  for (let call = 0; call < 10; call += 1) await send(app, "/rest/pay/urpay/sendOtp");
  assert.equal((await send(app, "/rest/pay/stcpay/sendOtp")).statusCode, 429);
});

test("what is counted by the hour is not counted for the machine's own address", async () => {
  await using app = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"]) {
    for (let call = 0; call < 21; call += 1)
      assert.notEqual((await send(app, "/rest/pay/openGateway", "POST", address)).statusCode, 429, address);
    app.clock.advance(60_000);
  }
});

test("misses on order numbers at the machine's own address close the shop for nobody", async () => {
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

test("providers' webhooks are not counted, and neither is anybody where the limits are off", async () => {
  await using limited = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  for (let call = 0; call < 70; call += 1)
    assert.notEqual((await send(limited, "/rest/pay/notify/tabby")).statusCode, 429);
  await using open = await startTestApp();
  const orderNumber = await issueInvoice(open);
  for (let call = 0; call < 130; call += 1)
    assert.equal((await send(open, `/web/embeddedJs/${orderNumber}`, "GET")).statusCode, 200);
});
