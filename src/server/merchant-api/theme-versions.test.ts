import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";

const save = (app: TestApp, primaryColor: string) => asMerchant(app, "PUT", "/theme", { primaryColor });

async function colours(app: TestApp): Promise<unknown[]> {
  const { items } = (await asMerchant(app, "GET", "/theme/versions")).json();
  return items.map((one: { settings: { primaryColor: string } }) => one.settings.primaryColor);
}

test("each saved look is kept, newest first, one that changes nothing is none, and a press goes back", async () => {
  await using app = await startTestApp();
  assert.deepEqual(await colours(app), []);
  for (const colour of ["#111111", "#222222", "#222222", "#333333"]) await save(app, colour);
  assert.deepEqual(await colours(app), ["#333333", "#222222", "#111111"]);
  const { items } = (await asMerchant(app, "GET", "/theme/versions")).json();
  assert.deepEqual(
    items.map((one: { isCurrent: boolean }) => one.isCurrent),
    [true, false, false],
  );
  const restored = await asMerchant(app, "POST", `/theme/versions/${items[2].version}/restore`);
  assert.deepEqual([restored.statusCode, restored.json().primaryColor], [200, "#111111"]);
  assert.equal((await asMerchant(app, "GET", "/theme")).json().primaryColor, "#111111");
  assert.deepEqual(await colours(app), ["#111111", "#333333", "#222222", "#111111"]);
  for (const version of ["99", "x", "0"])
    assert.equal(
      (await asMerchant(app, "POST", `/theme/versions/${version}/restore`)).statusCode,
      404,
      version,
    );
});

test("fifty looks of a shop are kept", async () => {
  await using app = await startTestApp();
  await app.db.pool.query("insert into themes (merchant_id, settings) values ($1, '{}')", [app.merchantId]);
  for (let at = 0; at < 60; at += 1)
    await app.db.pool.query("update themes set settings = jsonb_build_object('primaryColor', $1::text)", [
      `#0000${String(at).padStart(2, "0")}`,
    ]);
  const kept = await colours(app);
  assert.deepEqual([kept.length, kept[0], kept.at(-1)], [50, "#000059", "#000010"]);
});
