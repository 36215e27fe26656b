import assert from "node:assert/strict";
import { test } from "node:test";
import { post, startTestApp } from "#test/app-harness.ts";

const put = (app: Awaited<ReturnType<typeof startTestApp>>, payload: object) =>
  app.app.inject({ method: "PUT", url: "/pay/info3/3dsreceipt", payload });

test("the test page's receipt is taken and changes nothing", async () => {
  await using app = await startTestApp();
  const reply = await put(app, { apiResponse: { result: "SUCCESS", order: { status: "CAPTURED" } } });
  assert.deepEqual([reply.statusCode, reply.json()], [200, { received: true }]);
  assert.equal((await put(app, { apiResponse: "text" })).statusCode, 200);
  const { rows } = await app.db.pool.query("select count(*)::int as attempts from payment_attempts");
  assert.deepEqual(rows, [{ attempts: 0 }]);
  assert.ok(!app.logLines.some((line) => line.includes("CAPTURED")));
});

test("anything else is refused", async () => {
  await using app = await startTestApp();
  for (const payload of [{}, { apiResponse: 1 }, { apiResponse: {}, more: 1 }])
    assert.equal((await put(app, payload)).statusCode, 422, JSON.stringify(payload));
});

test("in live there is no such call (decision K12)", async () => {
  await using app = await startTestApp({
    env: {
      WASL_ENV: "live",
      WASL_WEB_URL: "https://pay.example",
      WASL_TRUSTED_PROXIES: "0",
      WASL_RATE_LIMITS: "true",
    },
  });
  assert.equal((await put(app, { apiResponse: {} })).statusCode, 404);
  // The same app serves what belongs to live.
  const body = { orderNumber: "0000000000000000" };
  assert.equal((await post(app, "/rest/pay/checkPaymentStatus", body)).json().code, "order_not_found");
});
