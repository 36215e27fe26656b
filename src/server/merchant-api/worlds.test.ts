/** The two worlds of a merchant are two merchants: what the database holds of that, and whose key opens which. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Insertable } from "kysely";
import type { Schema } from "#db/schema.ts";
import { startMerchantApi } from "#test/merchant-api.ts";
import { createApiKey } from "./api-keys.ts";

const details = { shop_name: "متجر", email: "a@b.example", phone: "+966112345678" };

test("a test world names one live merchant, at most one names it, and neither ever changes sides", async () => {
  await using api = await startMerchantApi();
  const { id: live } = api.merchant;
  const insert = async (
    row: Pick<Insertable<Schema["merchants"]>, "username" | "world" | "live_merchant_id">,
  ) =>
    (
      await api.db.kysely
        .insertInto("merchants")
        .values({ ...details, ...row })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;
  const test = await insert({ username: "twin", world: "test", live_merchant_id: live });
  const refused = async (work: Promise<unknown>, why: RegExp): Promise<void> =>
    await assert.rejects(work, why);
  await refused(insert({ username: "second", world: "test", live_merchant_id: live }), /live_merchant_id/);
  await refused(insert({ username: "alone", world: "test", live_merchant_id: null }), /belongs to a live/);
  await refused(insert({ username: "of-test", world: "test", live_merchant_id: test }), /belongs to a live/);
  await refused(insert({ username: "named", world: "live", live_merchant_id: live }), /test_names_live/);
  const change = (id: number, set: object) =>
    api.db.kysely.updateTable("merchants").set(set).where("id", "=", id).execute();
  await refused(change(test, { world: "live", live_merchant_id: null }), /cannot change/);
  await refused(change(live, { world: "test", live_merchant_id: test }), /cannot change/);
  await change(test, { shop_name: "متجر آخر" });
});

test("where money is real, a test world's keys begin with wasl_test_ and open nothing else, and the other way round", async () => {
  await using api = await startMerchantApi({ config: { environment: "live" } });
  const { id: live } = api.merchant;
  const { id: test } = await api.db.kysely
    .insertInto("merchants")
    .values({ ...details, username: "twin", world: "test", live_merchant_id: live })
    .returning("id")
    .executeTakeFirstOrThrow();
  const key = (merchantId: number) =>
    createApiKey(api.db.kysely, { merchantId, name: "server", environment: "live" });
  const [ofLive, ofTest] = [await key(live), await key(test)];
  assert.match(ofLive, /^wasl_live_/);
  assert.match(ofTest, /^wasl_test_/);
  const whose = async (text: string) => {
    const { statusCode, ...answer } = await api.call("GET", "/api/v1/merchant", {
      merchant: { id: 0, key: text },
    });
    const { username, world, mode } = answer.json();
    return statusCode === 200 ? [username === "twin", world, mode] : statusCode;
  };
  assert.deepEqual(await whose(ofLive), [false, "live", "live"]);
  assert.deepEqual(await whose(ofTest), [true, "test", "test"]);
  // The same row behind a text of the other world: as on a database that was copied between installations.
  const db = api.db.kysely;
  await db.updateTable("api_keys").set({ merchant_id: live }).where("merchant_id", "=", test).execute();
  assert.equal(await whose(ofTest), 401);
});
