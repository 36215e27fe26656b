import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";

type Kept = {
  readonly version: number;
  readonly isCurrent: boolean;
  readonly imageId: string | null;
  readonly settings: { readonly primaryColor?: string };
};

const save = (app: TestApp, primaryColor: string) => asMerchant(app, "PUT", "/theme", { primaryColor });

async function looks(app: TestApp): Promise<readonly Kept[]> {
  return (await asMerchant(app, "GET", "/theme/versions")).json().items;
}

async function colours(app: TestApp): Promise<readonly (string | undefined)[]> {
  return (await looks(app)).map(({ settings }) => settings.primaryColor);
}

const goBackTo = (app: TestApp, version: string | number) =>
  asMerchant(app, "POST", `/theme/versions/${version}/restore`);

test("each saved look is kept, newest first, behind it what the shop began with, and a press goes back", async () => {
  await using app = await startTestApp();
  assert.deepEqual(await looks(app), []);
  for (const colour of ["#111111", "#222222", "#222222", "#333333"]) await save(app, colour);
  assert.deepEqual(
    await colours(app),
    ["#333333", "#222222", "#111111", undefined],
    "one that changed nothing is none",
  );
  const kept = await looks(app);
  assert.deepEqual(
    kept.map(({ isCurrent }) => isCurrent),
    [true, false, false, false],
  );
  const restored = await goBackTo(app, kept[2]?.version ?? 0);
  assert.deepEqual([restored.statusCode, restored.json().primaryColor], [200, "#111111"]);
  assert.equal((await asMerchant(app, "GET", "/theme")).json().primaryColor, "#111111");
  assert.deepEqual(await colours(app), ["#111111", "#333333", "#222222", "#111111", undefined]);
  for (const version of ["99", "x", "0"])
    assert.equal((await goBackTo(app, version)).statusCode, 404, version);
});

test("a look has the logo that was beside it, also where the logo alone was changed, and both come back", async () => {
  await using app = await startTestApp();
  const { pool } = app.db;
  // Its file is no matter here; that there is such a picture of this shop is.
  const { rows } = await pool.query<{ id: string }>(
    "insert into images (merchant_id, id) values ($1, repeat('a', 22)) returning id",
    [app.merchantId],
  );
  const logo = rows[0]?.id ?? "";
  const wear = (imageId: string | null) =>
    pool.query("update merchants set logo_image_id = $2 where id = $1", [app.merchantId, imageId]);
  await save(app, "#0f6b5c");
  await wear(logo);
  await save(app, "#0f6b5c");
  await wear(null);
  const [now, before] = await looks(app);
  assert.deepEqual([now?.imageId, before?.imageId], [null, logo]);
  await goBackTo(app, before?.version ?? 0);
  const [again, replaced] = await looks(app);
  assert.deepEqual([again?.imageId, replaced?.imageId], [logo, null]);
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
