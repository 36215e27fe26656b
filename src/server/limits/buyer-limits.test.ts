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
