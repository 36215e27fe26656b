import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestApp, type TestApp } from "#test/app-harness.ts";

/** What an answer tells of its address, without what is new in each. */
async function told(shop: TestApp, path: string): Promise<unknown> {
  const reply = await shop.app.inject({
    method: "POST",
    url: `/rest/pay/notify/${path}`,
    headers: { "content-type": "application/json" },
    payload: "{}",
  });
  const { requestId, instance, ...body } = reply.json();
  const { "x-request-id": _id, date: _date, ...headers } = reply.headers;
  return { status: reply.statusCode, headers, body };
}

test("forged messages do not disclose which merchants there are, nor who has an account of its own", async () => {
  // No account of the installation's: only merchants' own.
  await using shop = await startTestApp({
    env: { WASL_ENV: "stage", WASL_WEB_URL: "https://pay.example.sa", MAIL_FROM: "a@b.example" },
  });
  const put = await shop.app.inject({
    method: "PUT",
    url: "/api/v1/accounts/sadad",
    headers: { authorization: `Bearer ${shop.apiKey}` },
    payload: { secretKey: "sk_test_canary", webhookSecret: "canary-canary-canary" },
  });
  assert.ok(put.statusCode < 300, put.body);
  const [own, ...others] = await Promise.all(
    [`sadad/${shop.merchantId}`, `tamara/${shop.merchantId}`, "sadad/999999", "sadad"].map((path) =>
      told(shop, path),
    ),
  );
  for (const other of others) assert.deepEqual(other, own);
});
