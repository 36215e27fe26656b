/** Whose account a merchant's payments go to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "#test/database.ts";
import { createHttpClient } from "../http-client.ts";
import { createLog } from "../log.ts";
import { masterKeys } from "../master-secret.ts";
import { createMerchant } from "../merchant-api/api-keys.ts";
import { systemClock } from "../ports.ts";
import { createSealing } from "../sealing.ts";
import { createProviderDirectory } from "./provider-directory.ts";

const installation = { MOYASAR_SECRET_KEY: "sk_live_ours", MOYASAR_WEBHOOK_SECRET: "w".repeat(16) };

test("an account for tests that is stored in live is not used, and its payments go to nobody else", async () => {
  await using db = await createTestDatabase();
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const sealing = createSealing(masterKeys("a master secret of tests, long enough"));
  const directory = createProviderDirectory(
    { environment: "live", variables: { ...installation, WASL_ENV: "live" }, simulatorUrl: null },
    { db: db.kysely, sealing, ports: { http: createHttpClient({ log }).http, clock: systemClock, log } },
  );
  const addMerchant = async (username: string) =>
    (await createMerchant(db.kysely, { username, shopName: "متجر", email: "a@b.example", phone: "1" })).id;
  const [tester, other] = [await addMerchant("tester"), await addMerchant("other")];
  const settings = JSON.stringify({ secretKey: "sk_test_canary", webhookSecret: "w".repeat(16) });
  await db.kysely
    .insertInto("provider_accounts")
    .values({
      merchant_id: tester,
      method: "sadad",
      sealed_settings: sealing.seal(settings, `${tester}:sadad`),
    })
    .execute();
  assert.equal(await directory.of("sadad", tester), null);
  assert.deepEqual(await directory.publicSettings(tester), {});
  assert.match(lines.join(""), /account not used/);
  assert.doesNotMatch(lines.join(""), /canary/);
  assert.ok(await directory.of("sadad", other));
  assert.deepEqual(Object.keys(await directory.publicSettings(other)), ["sadad"]);
});
