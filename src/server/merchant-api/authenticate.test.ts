import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { limits } from "#core/limits.ts";
import { oneLine, startMerchantApi } from "#test/merchant-api.ts";
import { createApiKey, createMerchant, revokeApiKey } from "./api-keys.ts";

const path = "/api/v1/invoices";

test("without a valid key every call is refused before its body is read", async () => {
  await using api = await startMerchantApi();
  const { key } = api.merchant;
  const headers: readonly (readonly [header: string | undefined, challenge: string])[] = [
    [undefined, 'Bearer realm="wasl"'],
    ["", 'Bearer realm="wasl"'],
    ["Bearer", 'Bearer realm="wasl"'],
    [`Basic ${key}`, 'Bearer realm="wasl"'],
    [key, 'Bearer realm="wasl"'],
    [`Bearer ${key}x`, 'Bearer realm="wasl", error="invalid_token"'],
    [`Bearer ${key.slice(0, -1)}`, 'Bearer realm="wasl", error="invalid_token"'],
    [`Bearer ${key.toUpperCase()}`, 'Bearer realm="wasl", error="invalid_token"'],
    ["Bearer two words", 'Bearer realm="wasl"'],
    ["Bearer '/**/or/**/1=1--", 'Bearer realm="wasl", error="invalid_token"'],
    [`Bearer ${"x".repeat(8000)}`, 'Bearer realm="wasl", error="invalid_token"'],
  ];
  for (const [authorization, challenge] of headers) {
    for (const [method, url] of [
      ["GET", path],
      ["POST", path],
      ["GET", `${path}/0000000000000000`],
      ["POST", `${path}/0000000000000000/cancel`],
    ] as const) {
      const given: Record<string, string> = authorization === undefined ? {} : { authorization };
      const response = await api.app.inject({
        method,
        url,
        headers: { "content-type": "application/json", ...given },
        ...(method === "POST" && { payload: "{ not json" }),
      });
      assert.equal(response.statusCode, 401, `${method} ${url} ${authorization?.slice(0, 30)}`);
      assert.equal(response.json().code, "unauthorized");
      assert.equal(response.headers["www-authenticate"], challenge, `${authorization?.slice(0, 30)}`);
    }
  }
});

test("the word Bearer is taken in any case", async () => {
  await using api = await startMerchantApi();
  for (const word of ["bearer", "BEARER", "Bearer "]) {
    const response = await api.app.inject({
      url: path,
      headers: { authorization: `${word} ${api.merchant.key}` },
    });
    assert.equal(response.statusCode, 200, word);
  }
});

test("a key has its form, is stored as a hash alone, and is not logged", async () => {
  await using api = await startMerchantApi();
  const { key } = api.merchant;
  assert.match(key, /^wasl_test_[\w-]{43}$/);
  await api.issue();
  await api.call("POST", path, { body: { lines: [{ ...oneLine, unitPrice: "0" }] } });
  const { rows } = await api.db.pool.query(
    "select to_jsonb(k)::text as row, prefix, key_hash from api_keys k",
  );
  assert.equal(rows.length, 1);
  assert.deepEqual(rows[0].key_hash, createHash("sha256").update(key).digest());
  assert.equal(rows[0].prefix, key.slice(0, 16));
  assert.ok(!rows[0].row.includes(key) && !rows[0].row.includes(key.slice(20)));
  assert.ok(!api.logLines.join("").includes(key.slice(20)));
});

test("a revoked key is refused at once, and the merchant's other keys continue", async () => {
  await using api = await startMerchantApi();
  const { id, key } = api.merchant;
  const db = api.db.kysely;
  const second = await createApiKey(db, { merchantId: id, name: "second", environment: "test" });
  const status = async (text: string) =>
    (await api.call("GET", path, { merchant: { id, key: text } })).statusCode;
  assert.deepEqual([await status(key), await status(second)], [200, 200]);
  const other = await api.addMerchant();
  assert.equal(await revokeApiKey(db, { merchantId: other.id, prefix: key.slice(0, 16) }), false);
  assert.equal(await revokeApiKey(db, { merchantId: id, prefix: key.slice(0, 16) }), true);
  assert.equal(await revokeApiKey(db, { merchantId: id, prefix: key.slice(0, 16) }), false);
  assert.deepEqual([await status(key), await status(second)], [401, 200]);
});

test("a key of another environment opens nothing, even on a copy of its database", async () => {
  await using api = await startMerchantApi();
  const { id } = await createMerchant(api.db.kysely, {
    username: "copied",
    shopName: "Copied",
    email: "a@example.com",
    phone: "+966500000000",
  });
  const key = await createApiKey(api.db.kysely, { merchantId: id, name: "live", environment: "live" });
  assert.match(key, /^wasl_live_/);
  assert.equal((await api.call("GET", path, { merchant: { id, key } })).statusCode, 401);
});

test("a key that calls too often waits, and no other key does", async () => {
  await using api = await startMerchantApi();
  const ask = async (merchant = api.merchant) => await api.call("GET", path, { merchant });
  const most = limits.apiCallsPerKeyPerMinute;
  for (let call = 1; call <= most; call += 1) {
    const { statusCode, headers } = await ask();
    assert.equal(statusCode, 200, `${call}`);
    assert.equal(headers["ratelimit-policy"], `"key";q=${most};w=60`);
    assert.match(String(headers["ratelimit"]), new RegExp(`^"key";r=${most - call};t=([1-9]|[1-5]\\d|60)$`));
  }
  const refused = await ask();
  assert.match(String(refused.headers["ratelimit"]), /^"key";r=0;t=\d+$/);
  assert.deepEqual([refused.statusCode, refused.json().code], [429, "rate_limited"]);
  assert.match(String(refused.headers["content-type"]), /^application\/problem\+json/);
  const wait = Number(refused.headers["retry-after"]);
  assert.ok(wait > 0 && wait <= 60, `${wait}`);
  assert.equal((await ask(await api.addMerchant())).statusCode, 200);
  api.clock.advance(60_000);
  assert.equal((await ask()).statusCode, 200);
});

test("an address that tries keys waits, without holding off the valid key beside it", async () => {
  await using api = await startMerchantApi();
  const { id, key } = api.merchant;
  const guess = async () => (await api.call("GET", path, { merchant: { id, key: `${key}x` } })).statusCode;
  for (let call = 0; call < limits.apiRefusalsPerAddressPerTenMinutes; call += 1)
    assert.equal(await guess(), 401, `${call}`);
  assert.equal(await guess(), 429);
  assert.equal((await api.call("GET", path)).statusCode, 200);
  api.clock.advance(10 * 60_000);
  assert.equal(await guess(), 401);
});

test("the API's description needs no key", async () => {
  await using api = await startMerchantApi();
  const response = await api.app.inject("/api/v1/openapi.json");
  assert.equal(response.statusCode, 200);
  assert.match(String(response.headers["content-type"]), /^application\/json/);
  assert.equal(response.json().openapi, "3.1.0");
});
