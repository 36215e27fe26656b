/** Guards of a payment call that no other test walks, over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  gatewayBody,
  issueInvoice,
  ledger,
  loadModel,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";

async function pay(app: TestApp, orderNumber: string, headers: Readonly<Record<string, string>>) {
  const sessionId = await prepareSession(app, orderNumber);
  return await app.app.inject({
    method: "POST",
    url: "/rest/pay/openGateway",
    headers,
    payload: gatewayBody(await loadModel(app, orderNumber), sessionId),
  });
}

test("a buyer in a country that the merchant does not take is refused before any money moves", async () => {
  await using app = await startTestApp({ env: { WASL_COUNTRY_HEADER: "X-Country" } });
  await app.db.pool.query("update merchants set allowed_countries = '{SA,AE}'");
  const orderNumber = await issueInvoice(app);
  const refused = await pay(app, orderNumber, { "x-country": "KW" });
  assert.deepEqual([refused.statusCode, refused.json().code], [403, "country_not_allowed"]);
  assert.match(String(refused.headers["content-type"]), /^application\/problem\+json/);
  assert.deepEqual(await ledger(app), []);
  assert.equal((await pay(app, orderNumber, { "x-country": "ae" })).statusCode, 200);
});

test("a country that nobody states, and a merchant without a list, hold nobody off", async () => {
  await using app = await startTestApp({ env: { WASL_COUNTRY_HEADER: "X-Country" } });
  const open = await issueInvoice(app);
  assert.equal((await pay(app, open, { "x-country": "KW" })).statusCode, 200);
  await app.db.pool.query("update merchants set allowed_countries = '{SA}'");
  for (const header of [{}, { "x-country": "XX1" }]) {
    const orderNumber = await issueInvoice(app);
    assert.equal((await pay(app, orderNumber, header)).statusCode, 200, JSON.stringify(header));
  }
});

test("a country that the buyer states is worth nothing where no proxy states it", async () => {
  await using app = await startTestApp();
  await app.db.pool.query("update merchants set allowed_countries = '{SA}'");
  const orderNumber = await issueInvoice(app);
  assert.equal((await pay(app, orderNumber, { "x-country": "KW" })).statusCode, 200);
});

test("a method that the order does not allow is refused, and nothing is asked of its provider", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { allowedMethods: ["amex", "stcpay"] });
  const card = {
    cardNumber: "5123456789012346",
    expiryMonth: "01",
    expiryYear: "39",
    nameOnCard: "N",
    cvv: "100",
  };
  const session = await post(app, "/rest/pay/prepareSession", { orderNumber, ...card });
  assert.deepEqual([session.statusCode, session.json().code], [422, "method_not_allowed_for_order"]);
  const foreign = await prepareSession(app, await issueInvoice(app));
  const opened = await post(
    app,
    "/rest/pay/openGateway",
    gatewayBody(await loadModel(app, orderNumber), foreign),
  );
  assert.deepEqual([opened.statusCode, opened.json().code], [422, "method_not_allowed_for_order"]);
  assert.deepEqual(await ledger(app), []);
});
