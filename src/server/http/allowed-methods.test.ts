import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, startTestApp } from "#test/app-harness.ts";

test("a known address names the methods that it takes when it is asked with another", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  for (const [method, url, allow] of [
    ["GET", "/rest/pay/openGateway", "POST"],
    ["PUT", `/rest/pay/order/${orderNumber}`, "GET, HEAD"],
    ["DELETE", `/rest/pay/order/${orderNumber}/?x=1#y`, "GET, HEAD"],
    ["POST", "/rest/pay/settings", "GET, HEAD"],
    ["PATCH", "/api/v1/invoices", "GET, HEAD, POST"],
    ["DELETE", `/api/v1/invoices/${orderNumber}`, "GET, HEAD, PATCH"],
    ["POST", `/web/embeddedJs/${orderNumber}`, "GET, HEAD"],
    ["PUT", "/openApi/loadMerchantImage/1/300/300", "GET, HEAD"],
  ] as const) {
    const reply = await app.app.inject({ method, url });
    assert.deepEqual([reply.statusCode, reply.headers.allow], [405, allow], `${method} ${url}`);
    assert.equal(reply.json().code, "method_not_allowed");
    assert.match(String(reply.headers["content-type"]), /^application\/problem\+json/);
  }
});

test("an unknown address stays unknown with every method", async () => {
  await using app = await startTestApp();
  for (const url of [
    "/rest/pay/nothing",
    "/api/v1/nothing",
    "/rest/pay/order",
    "/web/none",
    "/openApi/x",
    "/x",
  ]) {
    for (const method of ["GET", "POST", "DELETE"] as const) {
      const reply = await app.app.inject({ method, url });
      assert.deepEqual([reply.statusCode, reply.headers.allow], [404, undefined], `${method} ${url}`);
    }
  }
});
