import assert from "node:assert/strict";
import { test } from "node:test";
import fastify from "fastify";
import { gatewayBody, issueInvoice, loadModel, post, startTestApp } from "#test/app-harness.ts";
import { mountProblems } from "./problems.ts";
import { readableAddress } from "./readable-address.ts";

test("addresses that can be decoded stay as they are, all others lead to nothing below the same folder", () => {
  const table: readonly (readonly [string, string])[] = [
    ["/pay/order/0123456789ABCDEF?lang=ar", "/pay/order/0123456789ABCDEF?lang=ar"],
    ["/pay/order/%D9%81?x=%ff", "/pay/order/%D9%81?x=%ff"],
    ["/pay/order/%ff", "/pay/no-such-address"],
    ["/pay/order/%", "/pay/no-such-address"],
    ["/rest/pay/order/%C0%80?x=1", "/rest/no-such-address"],
    ["/openApi/downloadSoldProductImageBytes/%f", "/openApi/no-such-address"],
    ["/%ff5123450000000008", "/no-such-address"],
    ["/5123450000000008/%ff", "/no-such-address"],
  ];
  for (const [given, wanted] of table) assert.equal(readableAddress(given), wanted);
});

test("an address that cannot be decoded is a problem like any other, and is not repeated", async () => {
  await using app = await startTestApp();
  for (const url of ["/rest/pay/order/%ff5123450000000008", "/%ff5123450000000008", "/openApi/x/%ff"]) {
    const reply = await app.app.inject({ url });
    assert.equal(reply.statusCode, 404, url);
    assert.equal(reply.json().code, "not_found");
    assert.match(String(reply.headers["content-type"]), /application\/problem\+json/);
    assert.equal(reply.headers["x-content-type-options"], "nosniff");
    assert.doesNotMatch(reply.body, /5123450000000008|%ff|FST_/);
  }
});

test("a text with a zero byte is refused, not a failure of ours", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const model = await loadModel(app, orderNumber);
  const bodies: readonly (readonly [string, Record<string, unknown>])[] = [
    ["/rest/pay/process3dSecure", { orderNumber, paymentSessionId: "\0" }],
    ["/rest/pay/openGateway", gatewayBody(model, "SESSION\0")],
  ];
  for (const [url, body] of bodies) {
    const reply = await post(app, url, body);
    assert.equal(reply.statusCode, 422, `${url}: ${reply.body}`);
    assert.equal(reply.json().code, "validation_failed", url);
  }
  const picture = await app.app.inject({ url: "/openApi/downloadSoldProductImageBytes/%00" });
  assert.ok(picture.statusCode === 404 || picture.statusCode === 422, picture.body);
  const listed = await app.app.inject({
    url: "/api/v1/invoices?externalOrderNumber=%00",
    headers: { authorization: `Bearer ${app.apiKey}` },
  });
  assert.equal(listed.statusCode, 422, listed.body);
});

test("half a pair of surrogates in what is kept as JSON is refused, not a failure of ours; another unreadable text is one", async () => {
  await using app = await startTestApp();
  const answerTo = async (json: string) => {
    const scope = fastify();
    const lines: string[] = [];
    mountProblems(scope, { ...app.services.log, error: (message) => void lines.push(message) });
    scope.get("/kept", async () => (await app.db.pool.query("select $1::jsonb as kept", [json])).rows);
    const { statusCode } = await scope.inject("/kept");
    return [statusCode, lines];
  };
  assert.deepEqual(await answerTo('"\\udc00"'), [422, []]);
  assert.deepEqual(await answerTo('"\\ud800"'), [422, []]);
  assert.deepEqual(await answerTo("no JSON"), [500, ["failed"]]);
});

test("a program that looks at the 3-D Secure page's address does not use the page up", async () => {
  await using app = await startTestApp();
  const reply = await app.app.inject({ method: "HEAD", url: "/rest/pay/get3DPage/0123456789ABCDEF" });
  assert.equal(reply.statusCode, 405);
  assert.equal(reply.headers["allow"], "GET");
});
