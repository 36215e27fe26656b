/** The request log: what a shop's programs called, for its developer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiRequestModel } from "#contract/api-requests.ts";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { createApiKey } from "./api-keys.ts";
import { removeOldRequests } from "./request-log.ts";

async function read(api: MerchantApi, query = ""): Promise<ApiRequestModel[]> {
  const reply = await api.call("GET", `/api/v1/requests${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json().items;
}

test("a developer finds each call with its key, problem, address and request id, and nothing of what was sent", async () => {
  await using api = await startMerchantApi();
  const text = await createApiKey(api.db.kysely, {
    merchantId: api.merchant.id,
    name: "reports",
    environment: "test",
    scopes: ["read"],
  });
  const narrow = { id: api.merchant.id, key: text };
  const refused = await api.call("POST", "/api/v1/invoices", {
    merchant: narrow,
    body: { client: { name: "Nora Buyer", mobile: "0551234567" } },
  });
  assert.equal(refused.statusCode, 403);
  assert.equal((await api.call("GET", "/api/v1/invoices/Ab12Cd34Ef56Gh78")).statusCode, 404);

  const [missing, scopeless] = await read(api, "?show=refused");
  assert.deepEqual(
    [missing?.method, missing?.route, missing?.status, missing?.code],
    ["GET", "/api/v1/invoices/:orderNumber", 404, "order_not_found"],
  );
  assert.deepEqual(
    [scopeless?.route, scopeless?.status, scopeless?.code, scopeless?.key.name],
    ["/api/v1/invoices", 403, "scope_missing", "reports"],
  );
  assert.ok(scopeless?.requestId);
  assert.deepEqual(
    (await read(api, `?keyId=${scopeless?.key.id}`)).map(({ id }) => id),
    [scopeless?.id],
  );
  const { rows } = await api.db.pool.query("select * from api_requests");
  assert.doesNotMatch(JSON.stringify(rows), /Nora|0551234567|Ab12Cd34/);

  const { items } = (await api.call("GET", "/api/v1/keys")).json();
  const used = items.find(({ name }: { name: string }) => name === "reports");
  assert.deepEqual([used.lastUsedAddress, scopeless?.address], ["127.0.0.1", "127.0.0.1"]);
});

test("an invoice shows the calls that issued, read and changed it, by its row alone", async () => {
  await using api = await startMerchantApi();
  const { orderNumber } = await api.issue();
  const other = await api.issue();
  await api.call("GET", `/api/v1/invoices/${orderNumber.toLowerCase()}`);
  await api.call("POST", `/api/v1/invoices/${orderNumber}/complete`, { body: {} });
  const calls = await read(api, `?order=${orderNumber}`);
  assert.deepEqual(
    calls.map(({ method, route, code }) => [method, route, code]),
    [
      ["POST", "/api/v1/invoices/:orderNumber/complete", "order_not_paid"],
      ["GET", "/api/v1/invoices/:orderNumber", null],
      ["POST", "/api/v1/invoices", null],
    ],
  );
  for (const call of calls) assert.equal(call.orderNumber, orderNumber);
  const { rows } = await api.db.pool.query("select * from api_requests");
  for (const number of [orderNumber, other.orderNumber]) assert.ok(!JSON.stringify(rows).includes(number));
  const foreign = { ...(await api.addMerchant()) };
  await api.call("GET", `/api/v1/invoices/${orderNumber}`, { merchant: foreign });
  const [theirs] = (await api.call("GET", "/api/v1/requests", { merchant: foreign })).json().items;
  assert.deepEqual([theirs.status, theirs.orderNumber], [404, null], "another shop's invoice is not named");
  const asked = await api.call("GET", `/api/v1/requests?order=${orderNumber}`, { merchant: foreign });
  assert.deepEqual([asked.statusCode, asked.json().code], [404, "order_not_found"]);
});

test("another merchant's calls are not shown, and calls go after the operator's number of days", async () => {
  await using api = await startMerchantApi();
  const merchant = await api.addMerchant();
  await api.call("GET", "/api/v1/products", { merchant });
  const routes = (await read(api)).map(({ route }) => route);
  assert.ok(!routes.includes("/api/v1/products"), routes.join(" "));
  assert.equal(await removeOldRequests(api.services), 0);
  const { rows } = await api.db.pool.query("select 1 from api_requests");
  api.clock.advance(30 * 24 * 60 * 60_000 + 1);
  assert.equal(await removeOldRequests(api.services), rows.length);
});
