/** Tokens of Paylink's API: short-lived, of one key, and nothing without it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ApiKeyScope } from "#core/api-key-scopes.ts";
import { limits } from "#core/limits.ts";
import type { TestMerchant } from "#test/merchant-api.ts";
import { laravelOrder, type PaylinkShop, pairOf, startPaylinkShop } from "#test/paylink-shop.ts";
import { createApiKey } from "../merchant-api/api-keys.ts";

let shop: PaylinkShop;
before(async () => {
  shop = await startPaylinkShop();
});
after(async () => {
  await shop[Symbol.asyncDispose]();
});

const read = async (token: string): Promise<number> => (await shop.get("1000000000000", token)).statusCode;

async function anotherKey(scopes?: readonly ApiKeyScope[]): Promise<TestMerchant> {
  const { id } = shop.api.merchant;
  const made = { merchantId: id, name: "shop", environment: "test", ...(scopes && { scopes }) } as const;
  return { id, key: await createApiKey(shop.api.db.kysely, made) };
}

test("a token lives for 30 minutes, one that persists for 30 hours", async () => {
  for (const [persistToken, minutes] of [
    [false, 30],
    ["false", 30],
    [undefined, 30],
    [true, 1800],
    ["true", 1800],
  ] as const) {
    const token = await shop.tokenOf(undefined, persistToken);
    shop.api.clock.advance(minutes * 60_000 - 10_000);
    assert.equal(await read(token), 404, String(persistToken));
    shop.api.clock.advance(11_000);
    assert.equal(await read(token), 401, String(persistToken));
  }
});

test("a token is taken with the word Bearer and without it", async () => {
  const token = await shop.tokenOf();
  assert.deepEqual([await read(token), await read(token.replace("Bearer ", ""))], [404, 404]);
});

test("a token dies with its key, and other keys' tokens continue", async () => {
  const key = await anotherKey();
  const token = await shop.tokenOf(key);
  const other = await shop.tokenOf();
  assert.equal(await read(token), 404);
  await shop.api.db.pool.query("update api_keys set revoked_at = now() where prefix = $1", [
    key.key.slice(0, 16),
  ]);
  assert.deepEqual([await read(token), await read(other)], [401, 404]);
});

test("what is not a token of ours is refused: changed, of another key or time, the key itself, nothing", async () => {
  const token = await shop.tokenOf();
  const [head = "", until = "", signature = ""] = token.split(".");
  const wrong = [
    `${head}0.${until}.${signature}`,
    `${head}.${Number(until) + 60}.${signature}`,
    `${head}.${until}.${signature.slice(0, -1)}x`,
    `${head}.${until}`,
    `Bearer ${shop.api.merchant.key}`,
    "Bearer null",
    "",
  ];
  for (const text of wrong) assert.equal(await read(text), 401, text);
  // And a token is no key of the merchant API.
  const answer = await shop.api.app.inject({ url: "/api/v1/invoices", headers: { authorization: token } });
  assert.equal(answer.statusCode, 401);
});

test("keys that do not belong together get no token, in the form that clients show", async () => {
  const pair = pairOf(shop.api.merchant);
  const other = pairOf(await anotherKey());
  for (const body of [
    { apiId: other.apiId, secretKey: pair.secretKey },
    { apiId: pair.apiId, secretKey: `${pair.secretKey}x` },
    { apiId: "APP_ID_1123453311", secretKey: "0662abb5-13c7-38ab-cd12-236e58f43766" },
    { apiId: "", secretKey: "" },
  ]) {
    const answer = await shop.send("/api/auth", body);
    assert.equal(answer.statusCode, 401, JSON.stringify(body));
    assert.ok(answer.json().detail && answer.json().title);
  }
  assert.equal((await shop.send("/api/auth", { apiId: pair.apiId })).statusCode, 400);
});

test("a token may do what its key may", async () => {
  const reading = await shop.tokenOf(await anotherKey(["read"]));
  const issuing = await shop.tokenOf(await anotherKey(["issue"]));
  assert.equal(await read(reading), 404);
  assert.equal(await read(issuing), 403);
  assert.equal((await shop.send("/api/addInvoice", laravelOrder(), reading)).statusCode, 403);
  assert.equal((await shop.send("/api/cancelInvoice", { transactionNo: "1" }, reading)).statusCode, 403);
  assert.equal((await shop.send("/api/addInvoice", laravelOrder(), issuing)).statusCode, 200);
});

test("an address that guesses is stopped, and a right pair continues", async () => {
  const pair = pairOf(shop.api.merchant);
  const ask = async (secretKey: string): Promise<number> => {
    const answer = await shop.api.app.inject({
      method: "POST",
      url: "/api/auth",
      remoteAddress: "203.0.113.7",
      payload: { ...pair, secretKey },
    });
    return answer.statusCode;
  };
  for (let call = 0; call < limits.apiRefusalsPerAddressPerTenMinutes; call += 1)
    assert.equal(await ask(`wasl_test_${call}`), 401);
  assert.deepEqual([await ask("wasl_test_x"), await ask(pair.secretKey)], [429, 200]);
});

test("neither key nor token is in the log", async () => {
  const token = await shop.tokenOf();
  await read(`${token}x`);
  const log = shop.api.logLines.join("");
  assert.ok(!log.includes(shop.api.merchant.key.slice(20)) && !log.includes(token.slice(-20)));
});
