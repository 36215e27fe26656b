import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cards,
  gatewayBody,
  issueInvoice,
  ledger,
  loadModel,
  prepareSession,
  startTestApp,
} from "#test/app-harness.ts";

const calls = [
  "/rest/pay/prepareSession",
  "/rest/pay/openGateway",
  "/rest/pay/openAmexGateway",
  "/rest/pay/process3dSecure",
  "/rest/pay/checkPaymentStatus",
] as const;

/** Bodies that no call takes, with the status and code of the refusal. */
const bodies: readonly { name: string; payload: string; type?: string; status: number; code: string }[] = [
  { name: "no JSON", payload: "{", status: 400, code: "malformed_json" },
  { name: "an empty body", payload: "", status: 400, code: "malformed_json" },
  { name: "a prototype", payload: '{"__proto__":{"a":1}}', status: 400, code: "malformed_json" },
  { name: "an array", payload: "[]", status: 422, code: "validation_failed" },
  { name: "a number", payload: "7", status: 422, code: "validation_failed" },
  { name: "wrong types", payload: '{"orderNumber":{"$ne":null}}', status: 422, code: "validation_failed" },
  {
    name: "a huge body",
    payload: JSON.stringify({ orderNumber: "x".repeat(70_000) }),
    status: 413,
    code: "body_too_large",
  },
  {
    name: "a text",
    payload: "orderNumber=1",
    type: "text/plain",
    status: 415,
    code: "unsupported_media_type",
  },
];

for (const { name, payload, type, status, code } of bodies) {
  test(`every payment call refuses ${name} with ${status} ${code} and tells nothing of the inside`, async () => {
    await using app = await startTestApp();
    for (const url of calls) {
      const reply = await app.app.inject({
        method: "POST",
        url,
        headers: { "content-type": type ?? "application/json" },
        payload,
      });
      assert.equal(reply.statusCode, status, `${url}: ${reply.body}`);
      assert.equal(reply.json().code, code, url);
      assert.match(String(reply.headers["content-type"]), /application\/problem\+json/);
      // The request's own id is made of any letters.
      const { requestId: _, ...told } = reply.json();
      assert.doesNotMatch(JSON.stringify(told), /node_modules|\.ts:|select |stack|zod/i);
    }
  });
}

test("unknown fields are named and refused, and what was sent is not repeated", async () => {
  await using app = await startTestApp();
  const reply = await app.app.inject({
    method: "POST",
    url: "/rest/pay/checkPaymentStatus",
    payload: { orderNumber: "X", amount: "canary-4711" },
  });
  assert.equal(reply.statusCode, 422);
  assert.doesNotMatch(reply.body, /canary-4711/);
});

test("a page of another site may not pay, a page of ours must repeat its cookie", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const send = (headers: Record<string, string>) =>
    app.app.inject({
      method: "POST",
      url: "/rest/pay/checkPaymentStatus",
      headers,
      payload: { orderNumber },
    });
  assert.equal((await send({ "sec-fetch-site": "cross-site" })).json().code, "origin_not_allowed");
  assert.equal((await send({ origin: "https://evil.example" })).json().code, "origin_not_allowed");
  assert.equal((await send({ origin: "null" })).json().code, "origin_not_allowed");
  assert.equal((await send({ origin: "http://localhost:3000" })).statusCode, 200);
  const cookie = `XSRF-TOKEN=${"a".repeat(32)}`;
  assert.equal((await send({ cookie })).json().code, "csrf_failed");
  assert.equal((await send({ cookie, "x-xsrf-token": "b".repeat(32) })).json().code, "csrf_failed");
  assert.equal((await send({ cookie, "x-xsrf-token": "a".repeat(32) })).statusCode, 200);
});

test("amounts in a payment call's body are refused: the order's own is charged", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  const body = { ...gatewayBody(await loadModel(app, orderNumber), sessionId), total: 0.01 };
  const reply = await app.app.inject({ method: "POST", url: "/rest/pay/openGateway", payload: body });
  assert.equal(reply.statusCode, 422);
  assert.deepEqual(await ledger(app), []);
});

test("every answer carries the headers that keep it from being sniffed, framed or cached", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  for (const url of [
    `/rest/pay/order/${orderNumber}`,
    "/nowhere",
    "/rest/pay/order/none",
    "/api/v1/invoices",
  ]) {
    const reply = await app.app.inject(url);
    assert.equal(reply.headers["x-content-type-options"], "nosniff", url);
    assert.match(String(reply.headers["content-security-policy"]), /frame-ancestors 'none'/, url);
    assert.equal(reply.headers["cache-control"], "no-store", url);
  }
});

test("hosted mode takes no card data", async () => {
  await using app = await startTestApp({ env: { WASL_DIRECT_API: "false" } });
  const orderNumber = await issueInvoice(app);
  const card = {
    cardNumber: cards.frictionless,
    expiryMonth: "01",
    expiryYear: "39",
    nameOnCard: "N",
    cvv: "100",
  };
  const direct = await app.app.inject({
    method: "POST",
    url: "/rest/pay/prepareSession",
    payload: { orderNumber, ...card },
  });
  assert.equal(direct.json().code, "direct_card_not_allowed");
  const hosted = await app.app.inject({
    method: "POST",
    url: "/rest/pay/prepareSession",
    payload: { orderNumber },
  });
  assert.equal(hosted.statusCode, 200);
  assert.equal(hosted.json().status, "ok");
});

test("a client that guesses order numbers has to wait after twenty misses, and is let in again later", async () => {
  await using app = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  const orderNumber = await issueInvoice(app);
  const read = async (number: string, remoteAddress = "203.0.113.7") =>
    (await app.app.inject({ url: `/rest/pay/order/${number}`, remoteAddress })).statusCode;
  for (let index = 0; index < 20; index += 1) assert.equal(await read(String(index).padStart(16, "0")), 404);
  assert.equal(await read(orderNumber), 429);
  assert.equal(await read(orderNumber, "203.0.113.8"), 200, "somebody else");
  app.clock.advance(10 * 60_000 + 1);
  assert.equal(await read(orderNumber), 200);
});
