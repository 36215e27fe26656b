/** API keys that merchants make, exchange and revoke by themselves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiKeyModel, CreatedApiKey } from "#contract/api-keys.ts";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { createApiKey } from "./api-keys.ts";

const path = "/api/v1/keys";

async function status(api: MerchantApi, key: string | null): Promise<number> {
  const merchant = { id: api.merchant.id, key: key ?? "" };
  return (await api.call("GET", "/api/v1/invoices", { merchant })).statusCode;
}

async function make(api: MerchantApi, body: object, idempotencyKey?: string): Promise<CreatedApiKey> {
  const reply = await api.call("POST", path, { body, ...(idempotencyKey && { idempotencyKey }) });
  assert.equal(reply.statusCode, 201, reply.body);
  return reply.json();
}

test("a key is made with its scopes and shown once: a repetition and the database have no text of it", async () => {
  await using api = await startMerchantApi();
  const body = { name: "shop server", scopes: ["issue", "read"] };
  const made = await make(api, body, "make-1");
  assert.deepEqual([made.name, made.scopes, made.lastUsedAt], ["shop server", ["read", "issue"], null]);
  assert.equal(await status(api, made.key), 200);
  const again = await make(api, body, "make-1");
  assert.deepEqual(again, { ...made, key: null });
  const { rows } = await api.db.pool.query("select body from idempotency_keys");
  assert.ok(made.key && !JSON.stringify(rows).includes(made.key.slice(20)));
  const { items } = (await api.call("GET", path)).json() as { items: ApiKeyModel[] };
  assert.deepEqual(
    items.map(({ name }) => name),
    ["shop server", "test"],
  );
  assert.ok(items.every((item) => !("key" in item)));
});

test("a key gives no other key more than it has itself", async () => {
  await using api = await startMerchantApi();
  const { id } = api.merchant;
  const manager = {
    id,
    key: await createApiKey(api.db.kysely, {
      merchantId: id,
      name: "manager",
      environment: "test",
      scopes: ["manage"],
    }),
  };
  const refused = await api.call("POST", path, {
    merchant: manager,
    body: { name: "x", scopes: ["refund"] },
  });
  assert.deepEqual([refused.statusCode, refused.json().code], [403, "scope_missing"]);
  const { items } = (await api.call("GET", path)).json() as { items: ApiKeyModel[] };
  const full = items.find(({ name }) => name === "test");
  const exchange = await api.call("POST", `${path}/${full?.id}/exchange`, { merchant: manager });
  assert.equal(exchange.statusCode, 403);
  const own = await api.call("POST", path, { merchant: manager, body: { name: "x", scopes: ["manage"] } });
  assert.equal(own.statusCode, 201);
});

test("an exchanged key is taken until its overlap has ended, then the new one alone", async () => {
  await using api = await startMerchantApi();
  const old = await make(api, { name: "shop", scopes: ["read", "refund"] });
  const reply = await api.call("POST", `${path}/${old.id}/exchange`, { body: { overlapHours: 2 } });
  assert.equal(reply.statusCode, 201, reply.body);
  const next = reply.json() as CreatedApiKey;
  assert.deepEqual([next.name, next.scopes, next.expiresAt], ["shop", ["read", "refund"], null]);
  assert.deepEqual([await status(api, old.key), await status(api, next.key)], [200, 200]);
  api.clock.advance(2 * 60 * 60_000);
  assert.deepEqual([await status(api, old.key), await status(api, next.key)], [401, 200]);
});

test("a key with an end is exchanged for one with an end: as long as the old one had, or as asked for", async () => {
  await using api = await startMerchantApi();
  const now = api.clock.now();
  const inDays = (days: number) => new Date(now + days * 24 * 60 * 60_000).toISOString();
  const exchange = async (body: object) => {
    const old = await make(api, { name: "shop", scopes: ["read"], expiresAt: inDays(30) });
    return await api.call("POST", `${path}/${old.id}/exchange`, { body });
  };
  const asked = (await exchange({ expiresAt: inDays(7) })).json() as CreatedApiKey;
  assert.equal(asked.expiresAt, inDays(7));
  const usual = (await exchange({})).json() as CreatedApiKey;
  // The database's clock dates keys.
  assert.ok(
    usual.expiresAt !== null && Date.parse(usual.expiresAt) <= Date.parse(inDays(31)),
    usual.expiresAt ?? "",
  );
  assert.equal((await exchange({ expiresAt: inDays(-1) })).statusCode, 422);
});

test("a revoked key is refused at once; another merchant's cannot be touched", async () => {
  await using api = await startMerchantApi();
  const stranger = await api.addMerchant();
  const made = await make(api, { name: "leaked", scopes: ["read"] });
  for (const action of ["revoke", "exchange"])
    assert.equal(
      (await api.call("POST", `${path}/${made.id}/${action}`, { merchant: stranger })).statusCode,
      404,
    );
  const revoked = await api.call("POST", `${path}/${made.id}/revoke`);
  assert.ok(revoked.json().revokedAt);
  assert.equal(await status(api, made.key), 401);
  assert.equal(await status(api, api.merchant.key), 200);
  assert.equal((await api.call("POST", `${path}/${made.id}/exchange`)).statusCode, 404);
});

test("a key that is wrong is refused with every wrong field", async () => {
  await using api = await startMerchantApi();
  for (const [body, field] of [
    [{ name: "x", scopes: [] }, "scopes"],
    [{ name: "x", scopes: ["admin"] }, "scopes.0"],
    [{ name: "\u202e", scopes: ["read"] }, "name"],
    [{ name: "x", scopes: ["read"], expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
  ] as const) {
    const reply = await api.call("POST", path, { body });
    assert.deepEqual([reply.statusCode, reply.json().fields[0].path], [422, field], reply.body);
  }
});
