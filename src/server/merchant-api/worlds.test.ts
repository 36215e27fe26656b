/** The two worlds of a merchant are two merchants: what the database holds of that, and whose key opens which. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Insertable } from "kysely";
import type { Schema } from "#db/schema.ts";
import { startMerchantApi } from "#test/merchant-api.ts";
import { isShopsOwn, textsOfBuyers } from "../privacy/texts-of-buyers.ts";
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
  const unit = (merchant_id: number, environment: "sandbox" | "production") =>
    api.db.pool.query(
      "insert into egs_units (merchant_id, environment, serial, sealed_key) values ($1, $2, $3, $4)",
      [merchant_id, environment, randomUUID(), sealed],
    );
  const sealed = api.services.sealing.seal("a key", "any");
  await refused(unit(test, "production"), /is a test world and has no unit/);
  await unit(test, "sandbox");
  await unit(live, "production");
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

/** Tables with a shop's own words whose rows a test world gets from the live one: what its pages and messages look like. */
const copiedTables = ["merchant_contacts", "themes", "message_wordings", "agreements"];

/** What it sells, whom it tells of what, and what it agreed with others is each world's own; of the pictures the logo is copied. */
const ownTables = [
  ...["products", "product_links", "coupons", "digital_files", "images", "image_files", "theme_versions"],
  ...["provider_accounts", "account_terms", "card_watches", "refund_limits", "egs_units", "egs_applications"],
  ...[
    "api_keys",
    "webhook_endpoints",
    "webhook_registrations",
    "message_settings",
    "list_views",
    "document_counters",
  ],
];

test("each table with a shop's own words is copied into a test world, or is each world's own", () => {
  const tables = Object.entries(textsOfBuyers).flatMap(([table, fate]) => (isShopsOwn(fate) ? [table] : []));
  assert.deepEqual(
    [...copiedTables, ...ownTables].sort(),
    tables.filter((table) => table !== "merchants").sort(),
  );
});

const simulators = { simulatorUrl: null, testSimulatorUrl: "https://sim.example" } as const;

test("a live merchant opens its test world once, gets a key of it each time, and what it has is copied", async () => {
  await using api = await startMerchantApi({ config: { environment: "live", ...simulators } });
  const { db } = api;
  await db.kysely
    .insertInto("themes")
    .values({ merchant_id: api.merchant.id, settings: JSON.stringify({ primaryColor: "#0f6b5c" }) })
    .execute();
  const terms = {
    title: "الشروط",
    text: "استبدال خلال سبعة أيام",
    english: { title: "Terms", text: "Seven days" },
  };
  const publish = (body: object) => api.call("POST", "/api/v1/agreements", { body });
  await publish({ title: "قديمة", text: "بلا استبدال" });
  assert.equal((await publish({ ...terms, isStandard: true })).statusCode, 201);
  await db.pool.query(
    "insert into message_wordings (merchant_id, kind, channel, language, body, updated_at) values ($1, 'receipt', 'sms', 'ar', 'وصلنا {amount}', now())",
    [api.merchant.id],
  );
  const contact = {
    ...{ city: "الرياض", address1: "العليا", email: "a@shop.example", phone: "+966112345678" },
    ...{ whatsapp: "+966551234567", commercialRegistration: "1010123456" },
    ...{ returnsUrl: "https://shop.example/returns", returnsText: "سبعة أيام", returnsTextEn: "Seven days" },
  };
  const filled = await api.call("PATCH", "/api/v1/merchant", { body: { contact, returnRequestDays: 14 } });
  assert.equal(filled.statusCode, 200, filled.body);
  assert.ok(
    Object.values(filled.json().contact).every(Boolean),
    "a field of the contact is empty: fill it here",
  );
  const path = "/api/v1/merchant/test-world";
  const first = await api.call("POST", path, { idempotencyKey: "open-it" });
  assert.equal(first.statusCode, 201, first.body);
  assert.match(first.json().key.key, /^wasl_test_/);
  const again = await api.call("POST", path, { idempotencyKey: "open-it" });
  assert.deepEqual([again.statusCode, again.json().key.key], [201, null]);
  const merchantOf = async (key: string) =>
    (await api.call("GET", "/api/v1/merchant", { merchant: { id: 0, key } })).json();
  const [live, twin] = [await merchantOf(api.merchant.key), await merchantOf(first.json().key.key)];
  const own = { username: "", world: "", mode: "", key: "", methods: "" };
  assert.deepEqual({ ...twin, ...own }, { ...live, ...own });
  assert.deepEqual([twin.username, twin.world, twin.mode], [`${live.username}-test`, "test", "test"]);
  assert.ok(twin.methods.includes("creditcard"), "paid at the simulators");
  assert.deepEqual(live.methods, [], "and there are no real accounts");
  const { settings } = await db.kysely
    .selectFrom("themes as t")
    .innerJoin("merchants as m", "m.id", "t.merchant_id")
    .select("t.settings")
    .where("m.username", "=", twin.username)
    .executeTakeFirstOrThrow();
  assert.deepEqual(settings, { primaryColor: "#0f6b5c" });
  const words = await db.pool.query(
    "select body from message_wordings w join merchants m on m.id = w.merchant_id where m.world = 'test'",
  );
  assert.deepEqual(words.rows, [{ body: "وصلنا {amount}" }]);
  for (const table of copiedTables) {
    const { rows } = await db.pool.query(
      `select distinct m.world from ${table} t join merchants m on m.id = t.merchant_id order by 1`,
    );
    assert.deepEqual(
      rows,
      [{ world: "live" }, { world: "test" }],
      `${table}: write a row of the live shop above`,
    );
  }
  await api.call("PATCH", "/api/v1/merchant", { body: { shopName: "اسم جديد" } });
  const key: string = (await api.call("POST", path)).json().key.key;
  const agreements = async () =>
    (await api.call("GET", "/api/v1/agreements", { merchant: { id: 0, key } })).json().items;
  assert.deepEqual(
    (await agreements()).map(
      ({ title, text, english, isStandard }: typeof terms & { isStandard: boolean }) => ({
        title,
        text,
        english,
        isStandard,
      }),
    ),
    [{ ...terms, isStandard: true }],
    "the standard terms alone",
  );
  await api.call("PUT", "/api/v1/agreements/standard", { body: { version: null } });
  assert.notEqual((await merchantOf(key)).shopName, "اسم جديد", "not read through");
  assert.equal((await api.call("POST", path, { body: { copyFromLive: true } })).json().isNew, false);
  assert.equal((await merchantOf(key)).shopName, "اسم جديد");
  const [kept] = await agreements();
  assert.deepEqual(
    [kept.title, kept.isStandard],
    [terms.title, false],
    "what was issued with them keeps them",
  );
});

test("two calls at once open one test world; it opens none, has no account, and without simulators there is none", async () => {
  await using api = await startMerchantApi({ config: { environment: "live", ...simulators } });
  const path = "/api/v1/merchant/test-world";
  const both = await Promise.all([api.call("POST", path), api.call("POST", path)]);
  assert.deepEqual(both.map((answer) => answer.json().isNew).sort(), [false, true]);
  const merchant = { id: 0, key: String(both[0]?.json().key.key) };
  const refused = async (answer: ReturnType<typeof api.call>) => (await answer).json().code;
  assert.equal(await refused(api.call("POST", path, { merchant })), "in_test_world");
  const { items } = (await api.call("GET", "/api/v1/accounts", { merchant })).json();
  const listed = (items as { account: string | null }[]).map((one) => one.account);
  assert.deepEqual([...new Set(listed)], ["installation"], "each is paid by, at the simulators");
  const account = { secretKey: "sk_test_1", webhookSecret: "w".repeat(16) };
  assert.equal(
    await refused(api.call("PUT", "/api/v1/accounts/sadad", { merchant, body: account })),
    "in_test_world",
  );
  const sms = { appSid: "a".repeat(20), sender: "SHOP", webhookSecret: "w".repeat(16) };
  assert.equal(
    await refused(api.call("PUT", "/api/v1/messages/accounts/sms", { merchant, body: sms })),
    "in_test_world",
  );
  await using none = await startMerchantApi({
    config: { environment: "live", simulatorUrl: null, testSimulatorUrl: null },
  });
  assert.equal(await refused(none.call("POST", path)), "no_test_worlds");
});
