/** What an API key may do is what its scopes say, call by call. */
import assert from "node:assert/strict";
import { copyFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { CallShape } from "#contract/contract.ts";
import { type ApiKeyScope, apiKeyScopes } from "#core/api-key-scopes.ts";
import { migrate } from "#db/migrate.ts";
import { createTestDatabase } from "#test/database.ts";
import { type MerchantApi, startMerchantApi, type TestMerchant } from "#test/merchant-api.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { createLog } from "../log/log.ts";
import { createApiKey } from "./api-keys.ts";
import { publishedCalls } from "./published-calls.ts";
import { rightOfCall, scopeOfRoute } from "./scopes.ts";

const merchantCalls = publishedCalls
  .flatMap((map) => Object.entries<CallShape>(map))
  .filter(([, { audience }]) => audience === "merchant")
  .map(([key]) => key);

async function keyWith(api: MerchantApi, scopes: readonly ApiKeyScope[]): Promise<TestMerchant> {
  const { id } = api.merchant;
  const key = { merchantId: id, name: scopes.join("-"), environment: "test", scopes } as const;
  return { id, key: await createApiKey(api.db.kysely, key) };
}

test("the table of scopes has a row for every call of the merchant API, and no other", () => {
  const ofKeys = Object.keys(rightOfCall).filter((call) => rightOfCall[call]?.scope !== null);
  assert.deepEqual(ofKeys.sort(), [...merchantCalls].sort());
});

test("a call without a row cannot be mounted", () => {
  assert.throws(() => scopeOfRoute({ method: "POST", url: "/api/v1/anything" }), /no row/);
  assert.throws(() => scopeOfRoute({ method: "GET", url: "/api/v1/me" }), /not for keys/);
  assert.equal(scopeOfRoute({ method: "HEAD", url: "/api/v1/invoices" }), "read");
});

test("every call is refused to a key without its scope, in both languages, and passes with it alone", async () => {
  await using api = await startMerchantApi();
  for (const call of merchantCalls) {
    const needed = rightOfCall[call]?.scope as ApiKeyScope;
    const [method = "GET", path = ""] = call.split(" ");
    // A stream that is let in has no end; one after an event that there is not is refused at once.
    const query = path.endsWith("/stream") ? "?after=none" : "";
    const url = path.replace(/:\w+/g, "0000000000000000") + query;
    const others = await keyWith(
      api,
      apiKeyScopes.filter((scope) => scope !== needed),
    );
    for (const [language, words] of [
      ["en", /does not allow this/],
      ["ar", /لا يسمح/],
    ] as const) {
      const refused = await api.call(method as "GET", url, {
        merchant: others,
        headers: { "accept-language": language },
      });
      assert.deepEqual([refused.statusCode, refused.json().code], [403, "scope_missing"], call);
      assert.match(refused.json().detail, words);
    }
    const taken = await api.call(method as "GET", url, { merchant: await keyWith(api, [needed]) });
    assert.notEqual(taken.json().code, "scope_missing", call);
    assert.ok(taken.statusCode < 500, `${call}: ${taken.body}`);
  }
});

test("a key that has ended is refused, and one of a merchant who was closed", async () => {
  await using api = await startMerchantApi();
  const { id, key } = api.merchant;
  const status = async (text: string) =>
    (await api.call("GET", "/api/v1/invoices", { merchant: { id, key: text } })).statusCode;
  const ending = await createApiKey(api.db.kysely, {
    merchantId: id,
    name: "a day",
    environment: "test",
    expiresAt: new Date(api.clock.now() + 60_000),
  });
  assert.equal(await status(ending), 200);
  api.clock.advance(60_000);
  assert.deepEqual([await status(ending), await status(key)], [401, 200]);
  await api.db.kysely.updateTable("merchants").set({ deactivated_at: new Date() }).execute();
  assert.equal(await status(key), 401);
});

test("the last use of a key is known to the minute, by one write a minute", async () => {
  await using api = await startMerchantApi();
  const lastUse = async () =>
    (await api.db.kysely.selectFrom("api_keys").select("last_used_at").executeTakeFirstOrThrow())
      .last_used_at;
  assert.equal(await lastUse(), null);
  await api.call("GET", "/api/v1/invoices");
  const first = await lastUse();
  assert.ok(first);
  // The clock of the tests runs by itself as well, so a few seconds are left over.
  for (const seconds of [0, 20, 20]) {
    api.clock.advance(seconds * 1000);
    await api.call("GET", "/api/v1/invoices");
    assert.deepEqual(await lastUse(), first);
  }
  api.clock.advance(21_000);
  await api.call("GET", "/api/v1/invoices");
  assert.ok(((await lastUse())?.getTime() ?? 0) >= first.getTime() + 61_000);
});

test("keys of releases without scopes keep all of them", async () => {
  await using db = await createTestDatabase({ migrations: "none" });
  using directory = temporaryDirectory();
  const files = join(import.meta.dirname, "../../db/migrations");
  const [before, after] = [readdirSync(files).filter((name) => name < "0019"), readdirSync(files)];
  const log = createLog(() => {});
  for (const name of before) copyFileSync(join(files, name), join(directory.path, name));
  await migrate(db.pool, directory.path, log);
  await db.pool.query(`
    insert into merchants (username, shop_name, email, phone) values ('nakheel', 'Shop', 'a@b.example', '1');
    insert into api_keys (merchant_id, name, prefix, key_hash)
      select id, 'old', 'wasl_live_abcdef', sha256('old') from merchants`);
  for (const name of after) copyFileSync(join(files, name), join(directory.path, name));
  await migrate(db.pool, directory.path, log);
  const { rows } = await db.pool.query("select scopes, expires_at, last_used_at from api_keys");
  assert.deepEqual(rows, [{ scopes: [...apiKeyScopes], expires_at: null, last_used_at: null }]);
});
