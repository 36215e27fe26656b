/** Whose account a merchant's payments go to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Http } from "#core/ports.ts";
import { catalog, type MethodId } from "#methods/catalog.ts";
import { context } from "#methods/tabby/documented-examples.ts";
import { createTestDatabase } from "#test/database.ts";
import { startInnerService } from "#test/inner-service.ts";
import { resolver } from "#test/resolver.ts";
import { createHttpClient } from "../http/http-client.ts";
import { createLog } from "../log/log.ts";
import { createMerchant } from "../merchant-api/api-keys.ts";
import { systemClock } from "../ports.ts";
import { masterKeys } from "../secrets/master-secret.ts";
import { createSealing } from "../secrets/sealing.ts";
import { createProviderDirectory } from "./provider-directory.ts";

const installation = { MOYASAR_SECRET_KEY: "sk_live_ours", MOYASAR_WEBHOOK_SECRET: "w".repeat(16) };

async function directoryIn(
  environment: "live" | "stage",
  variables: Readonly<Record<string, string>>,
  http?: Http,
) {
  const db = await createTestDatabase();
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const sealing = createSealing(masterKeys("a master secret of tests, long enough"));
  const directory = createProviderDirectory(
    {
      environment,
      variables: { ...variables, WASL_ENV: environment },
      simulatorUrl: null,
      testSimulatorUrl: "https://sim.example",
    },
    {
      db: db.kysely,
      sealing,
      ports: { http: http ?? createHttpClient({ log }).http, clock: systemClock, log },
    },
  );
  const addMerchant = async (username: string) =>
    (await createMerchant(db.kysely, { username, shopName: "متجر", email: "a@b.example", phone: "1" })).id;
  const storeAccount = async (
    merchantId: number,
    {
      method,
      settings,
    }: { readonly method: MethodId; readonly settings: Readonly<Record<string, unknown>> } = {
      method: "sadad",
      settings: { secretKey: "sk_test_canary", webhookSecret: "w".repeat(16) },
    },
  ) => {
    const sealed_settings = sealing.seal(JSON.stringify(settings), `${merchantId}:${method}`);
    const row = { merchant_id: merchantId, method, sealed_settings };
    await db.kysely.insertInto("provider_accounts").values(row).execute();
  };
  return {
    db,
    directory,
    lines,
    addMerchant,
    storeAccount,
    [Symbol.asyncDispose]: () => db[Symbol.asyncDispose](),
  };
}

test("an account for tests that is stored in live is not used, and its payments go to no other account", async () => {
  await using given = await directoryIn("live", installation);
  const { directory, lines, addMerchant, storeAccount } = given;
  const [tester, other] = [await addMerchant("tester"), await addMerchant("other")];
  await storeAccount(tester);
  assert.equal(await directory.of("sadad", tester), null);
  assert.deepEqual(await directory.publicSettings(tester), {});
  assert.match(lines.join(""), /account not used/);
  assert.doesNotMatch(lines.join(""), /canary/);
  assert.ok(await directory.of("sadad", other));
  assert.deepEqual(Object.keys(await directory.publicSettings(other)), ["sadad"]);
});

test("who asks about one merchant's number after the other fills no memory: those seen first are forgotten", async () => {
  await using given = await directoryIn("stage", {});
  const { db, directory, addMerchant, storeAccount } = given;
  const merchant = await addMerchant("nakheel");
  await storeAccount(merchant);
  assert.ok(await directory.of("sadad", merchant));
  await db.kysely.deleteFrom("provider_accounts").execute();
  assert.ok(await directory.of("sadad", merchant), "believed for a while");
  for (let number = 1; number <= 1_000; number += 1) await directory.of("sadad", merchant + number);
  assert.equal(await directory.of("sadad", merchant), null);
});

/** A payment that any provider may be asked about. */
const payment = {
  ...context,
  attempt: { ...context.attempt, reference: "11111111-1111-4111-8111-111111111111" },
};

/** Where a directory's providers send, whatever they are asked. */
function recorder() {
  const hosts = new Set<string>();
  const http: Http = async (request) => {
    hosts.add(new URL(request.url).host);
    return { kind: "not_sent", reason: "nobody answers" };
  };
  return { hosts, http };
}

test("a test world is served by the simulators alone and a live merchant never is, whatever the database held", async () => {
  const { hosts, http } = recorder();
  await using given = await directoryIn("live", installation, http);
  const { db, directory, addMerchant, storeAccount } = given;
  const live = await addMerchant("nakheel");
  const { id: twin } = await db.kysely
    .insertInto("merchants")
    .values({
      username: "nakheel-test",
      shop_name: "متجر",
      email: "a@b.example",
      phone: "1",
      world: "test",
      live_merchant_id: live,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await assert.rejects(storeAccount(twin), /has no account at a provider/);
  // As if the database had let it in: it is not used either.
  await db.pool.query("alter table provider_accounts disable trigger no_account_in_test_world");
  await storeAccount(twin);
  assert.deepEqual(await directory.served(twin), new Set(catalog.map(({ id }) => id)));
  assert.deepEqual(await directory.served(live), new Set(["sadad"]));
  for (const { id } of catalog) {
    const provider = await directory.of(id, twin);
    assert.ok(provider, id);
    await provider.check(payment);
  }
  assert.deepEqual([...hosts], ["sim.example"]);
  hosts.clear();
  await (await directory.of("sadad", live))?.check(payment);
  assert.deepEqual([...hosts], ["api.moyasar.com"]);
  assert.ok((await directory.accounts()).every(({ method }) => method === "sadad"));
});

test("a provider without answers is named for the merchants whose account it serves, and asked nothing for that", async () => {
  let calls = 0;
  const http: Http = async () => {
    calls += 1;
    return { kind: "no_answer", reason: "timeout" };
  };
  await using given = await directoryIn("stage", installation, http);
  const { directory, addMerchant, storeAccount } = given;
  const [own, shared] = [await addMerchant("own"), await addMerchant("shared")];
  await storeAccount(own);
  const ask = async (merchantId: number) => (await directory.of("sadad", merchantId))?.check(payment);
  for (let asked = 0; asked < 3; asked += 1) await ask(own);
  const before = calls;
  assert.deepEqual([...(await directory.troubled(own))], [["sadad", "down"]]);
  assert.deepEqual([...(await directory.troubled(shared))], []);
  assert.equal(calls, before);
  // An account that was changed is another one.
  directory.forget(own);
  assert.deepEqual([...(await directory.troubled(own))], []);
});

test("an account that a merchant stored leads our server to no private address, whatever its name is resolved to", async () => {
  await using inner = await startInnerService();
  const log = createLog(() => {});
  const client = createHttpClient({ log, lookup: resolver(["127.0.0.1"]) });
  const keys = { clientId: "shop", clientSecret: "canary", webhookSecret: "canary-canary-canary" };
  const operators = {
    VIBAN_BASE_URL: `https://viban.bank.sa:${inner.port}`,
    VIBAN_CLIENT_ID: "shop",
    VIBAN_CLIENT_SECRET: "canary",
    VIBAN_WEBHOOK_SECRET: "canary",
  };
  await using given = await directoryIn("live", operators, client.http);
  const { directory, addMerchant, storeAccount } = given;
  const [own, shared] = [await addMerchant("own"), await addMerchant("shared")];
  await storeAccount(own, { method: "a2a", settings: { baseUrl: "https://viban.bank.sa", ...keys } });
  const ask = async (merchantId: number) => await (await directory.of("a2a", merchantId))?.check(payment);
  assert.deepEqual(await ask(own), { kind: "not_sent", why: "no access token: address_not_allowed" });
  assert.equal(inner.connections(), 0);
  // The operator says where the installation's own provider is: the same name is followed there.
  await ask(shared);
  assert.equal(inner.connections(), 1);
  await client.close();
});
