/** Whose account a merchant's payments go to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "#test/database.ts";
import { createHttpClient } from "../http/http-client.ts";
import { createLog } from "../log/log.ts";
import { createMerchant } from "../merchant-api/api-keys.ts";
import { systemClock } from "../ports.ts";
import { masterKeys } from "../secrets/master-secret.ts";
import { createSealing } from "../secrets/sealing.ts";
import { createProviderDirectory } from "./provider-directory.ts";

const installation = { MOYASAR_SECRET_KEY: "sk_live_ours", MOYASAR_WEBHOOK_SECRET: "w".repeat(16) };

async function directoryIn(environment: "live" | "stage", variables: Readonly<Record<string, string>>) {
  const db = await createTestDatabase();
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const sealing = createSealing(masterKeys("a master secret of tests, long enough"));
  const directory = createProviderDirectory(
    { environment, variables: { ...variables, WASL_ENV: environment }, simulatorUrl: null },
    { db: db.kysely, sealing, ports: { http: createHttpClient({ log }).http, clock: systemClock, log } },
  );
  const addMerchant = async (username: string) =>
    (await createMerchant(db.kysely, { username, shopName: "متجر", email: "a@b.example", phone: "1" })).id;
  const storeAccount = async (merchantId: number) => {
    const settings = JSON.stringify({ secretKey: "sk_test_canary", webhookSecret: "w".repeat(16) });
    const sealed_settings = sealing.seal(settings, `${merchantId}:sadad`);
    const row = { merchant_id: merchantId, method: "sadad", sealed_settings };
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
