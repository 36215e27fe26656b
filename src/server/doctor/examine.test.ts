/** The doctor asks harmless questions and tells wrong credentials from a provider that is not there. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runInTransaction } from "#db/open.ts";
import { catalog } from "#methods/catalog.ts";
import { issueInvoice, ledger, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { startPhase2 } from "#test/e-invoice-authority.ts";
import { storedAccounts } from "#test/method-accounts.ts";
import { asMerchant } from "#test/product-links.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { openTestWorld } from "../merchant-api/test-world.ts";
import { storeMessageAccount } from "../messages/message-accounts.ts";
import { describeInstallation } from "./describe-installation.ts";
import { examine } from "./examine.ts";

async function findings(app: TestApp, config: Partial<TestApp["services"]["config"]> = {}) {
  const { services } = app;
  const directory = mkdtempSync(join(tmpdir(), "wasl-doctor-"));
  try {
    const storage = { kind: "disk", directory } as const;
    const found = await examine({
      config: { ...services.config, storage, ...config },
      db: services.db.kysely,
      sealing: services.sealing,
      ports: services,
    });
    return Object.fromEntries(found.map(({ what, state, detail }) => [what, { state, detail }]));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

test("where all is well every method, the mail server, the store and the clocks say so, and nothing is charged", async () => {
  await using app = await startTestApp();
  const webUrl = await app.app.listen({ port: 0, host: "127.0.0.1" });
  const found = await findings(app, { webUrl });
  for (const what of [
    ...catalog.map(({ id }) => id),
    "mail",
    "sms",
    "whatsapp",
    "store",
    "database",
    "clock",
    "public address",
  ])
    assert.equal(found[what]?.state, "ok", `${what}: ${found[what]?.detail}`);
  assert.equal(found["file of APPLE_PAY_DOMAIN_ASSOCIATION"]?.state, "off");
  assert.deepEqual(await ledger(app), []);
  assert.equal(app.mail.list().length, 0);
  for (const provider of ["unifonic", "whatsapp"]) {
    const { messages } = await (await fetch(`${app.simulatorUrl}/${provider}/sent.json`)).json();
    assert.deepEqual(messages, []);
  }
});

test("a merchant who cannot issue tax documents is named with what is missing and what waits", async () => {
  await using app = await startTestApp();
  assert.equal((await findings(app))["tax documents"]?.state, "ok");
  const change = (columns: { legal_name?: string | null; vat_number?: string | null }) =>
    app.db.kysely.updateTable("merchants").set(columns).where("id", "=", app.merchantId).execute();
  const orderNumber = await issueInvoice(app);
  await change({ legal_name: null });
  const { username } = await app.db.kysely
    .selectFrom("merchants")
    .select("username")
    .executeTakeFirstOrThrow();
  const lacking = { state: "wrong", detail: `${username} lacks legalName` };
  assert.deepEqual((await findings(app))["tax documents"], lacking);
  assert.equal((await payByCard(app, orderNumber)).json().statusCode, 200);
  const waiting = { state: "wrong", detail: `${username} lacks legalName (1 tax invoice waits)` };
  assert.deepEqual((await findings(app))["tax documents"], waiting);
  await change({ legal_name: "شركة النخيل", vat_number: null });
  const unnumbered = { state: "wrong", detail: `${username} lacks vatNumber (1 tax invoice waits)` };
  assert.deepEqual((await findings(app))["tax documents"], unnumbered);
});

test("a stamping unit whose certificate ends soon is named with the command that renews it", async () => {
  await using app = await startTestApp();
  assert.equal((await findings(app))["stamping units"]?.state, "off");
  const { unitId } = await startPhase2(app.db.kysely, app.services.sealing, app.merchantId);
  assert.deepEqual((await findings(app))["stamping units"], { state: "ok", detail: "1 in use" });
  const notAfter = new Date(app.services.clock.now() + 24 * 60 * 60_000);
  await app.db.kysely
    .updateTable("egs_units")
    .set({ not_after: notAfter })
    .where("id", "=", unitId)
    .execute();
  const { state, detail } = (await findings(app))["stamping units"] ?? {};
  assert.equal(state, "wrong");
  assert.match(detail ?? "", / ends .*: zatca-renew /);
});

test("however often the store is examined, one small file is all that is left in it", async () => {
  await using app = await startTestApp();
  using directory = temporaryDirectory();
  const storage = { kind: "disk", directory: directory.path } as const;
  for (let visit = 0; visit < 3; visit += 1)
    assert.equal((await findings(app, { storage }))["store"]?.state, "ok");
  const files = readdirSync(directory.path, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  assert.equal(files.length, 1);
});

test("wrong credentials, a provider that is away, and what does not answer are distinguished", async () => {
  await using app = await startTestApp({
    env: {
      MPGS_MERCHANT_ID: "TESTWASL",
      MPGS_PASSWORD: "canary-wrong",
      MPGS_WEBHOOK_SECRET: "w".repeat(16),
      APPLE_PAY_DOMAIN_ASSOCIATION: "text for Apple",
    },
  });
  const variables = {
    ...app.services.config.variables,
    MPGS_BASE_URL: `${app.simulatorUrl}/mpgs`,
    MOYASAR_SECRET_KEY: "sk_test_canary-wrong",
    MOYASAR_WEBHOOK_SECRET: "w".repeat(16),
    MOYASAR_BASE_URL: `${app.simulatorUrl}/moyasar/v1`,
    TAMARA_API_TOKEN: "canary",
    TAMARA_NOTIFICATION_TOKEN: "canary-canary-canary",
    TAMARA_BASE_URL: "http://127.0.0.1:1",
    TABBY_SECRET_KEY: "half",
    UNIFONIC_APP_SID: "canary-wrong",
    UNIFONIC_SENDER: "SHOP",
    UNIFONIC_WEBHOOK_SECRET: "w".repeat(16),
    WHATSAPP_PHONE_NUMBER_ID: "100000000000001",
  };
  const found = await findings(app, { variables, webUrl: "http://127.0.0.1:1" });
  for (const [what, words] of [
    ["card", /credentials are refused \(HTTP 401\)/],
    ["sadad", /credentials are refused/],
    ["tamara", /not reachable: ECONNREFUSED/],
    ["tabby", /TABBY_PUBLIC_KEY must be set/],
    ["sms", /^Unifonic: the credentials are refused \(HTTP 401\); look at UNIFONIC_APP_SID/],
    ["whatsapp", /WHATSAPP_ACCESS_TOKEN must be set/],
    ["public address", /not reachable/],
    ["file of APPLE_PAY_DOMAIN_ASSOCIATION", /does not give it/],
  ] as const) {
    assert.equal(found[what]?.state, "wrong", what);
    assert.match(found[what]?.detail ?? "", words);
  }
  assert.equal(found["stcpay"]?.state, "ok");
  assert.doesNotMatch(JSON.stringify(found), /canary/);
});

test("instalments whose highest amount is in their contract alone are named until the account states it", async () => {
  await using app = await startTestApp();
  const detailOf = async (variables: Readonly<Record<string, string>>) =>
    (await findings(app, { variables }))["tabby"]?.detail ?? "";
  assert.match(await detailOf({}), /no highest amount is set/);
  assert.doesNotMatch(await detailOf({ TABBY_HIGHEST_AMOUNT: "20000.00" }), /highest amount/);
  assert.doesNotMatch(
    (await findings(app))["tamara"]?.detail ?? "",
    /highest amount/,
    "its provider says it",
  );
});

test("a merchant's own account for SMS is asked, one that is not there is off, and test worlds send to no telephone", async () => {
  await using app = await startTestApp();
  const { db, sealing } = app.services;
  const settings = { appSid: "canary-wrong", sender: "SHOP", webhookSecret: "w".repeat(16) };
  await storeMessageAccount({ sealing }, db.kysely, { merchantId: app.merchantId, channel: "sms", settings });
  const { username } = await db.kysely.selectFrom("merchants").select("username").executeTakeFirstOrThrow();
  const found = await findings(app);
  assert.equal(found["sms"]?.state, "ok");
  const { state, detail = "" } = found[`sms of ${username}`] ?? {};
  assert.equal(state, "wrong");
  assert.match(detail, /refused \(HTTP 401\); its merchant stores it again/);
  assert.equal(found["messages of test worlds"]?.state, "off");

  await runInTransaction(db.kysely, (trx) =>
    openTestWorld(trx, app.services, { liveId: app.merchantId, copy: "always" }),
  );
  const bare = await findings(app, { simulatorUrl: null });
  assert.deepEqual([bare["sms"]?.state, bare["whatsapp"]?.state], ["off", "off"]);
  assert.match(bare["whatsapp"]?.detail ?? "", /WHATSAPP_ACCESS_TOKEN.* are not set/);
  assert.match(bare["messages of test worlds"]?.detail ?? "", /^1; no SMS and no WhatsApp leaves them/);
});

test("the file for Apple is found at the public address, and missed where another one is there, or where a shop has Apple Pay without it", async () => {
  const text = "7B227073704964223A";
  await using app = await startTestApp({ env: { APPLE_PAY_DOMAIN_ASSOCIATION: ` ${text}\n` } });
  const webUrl = await app.app.listen({ port: 0, host: "127.0.0.1" });
  const stateOf = async (given: string) => {
    const variables = { ...app.services.config.variables, APPLE_PAY_DOMAIN_ASSOCIATION: given };
    return (await findings(app, { webUrl, variables }))["file of APPLE_PAY_DOMAIN_ASSOCIATION"];
  };
  assert.deepEqual(await stateOf(`${text}\n`), { state: "ok", detail: `it is at ${webUrl}` });
  assert.equal((await stateOf(`${text}00`))?.state, "wrong");
  assert.equal((await stateOf(""))?.state, "off");
  const own = await asMerchant(app, "PUT", "/accounts/applepay", Object(storedAccounts.applepay[0]));
  assert.equal(own.statusCode, 200, own.body);
  assert.match((await stateOf(""))?.detail ?? "", /applepay of merchants \(1\) need it/);
});

test("the summary of a start names what is on, what is off and why, and shows no secret", async () => {
  await using app = await startTestApp();
  const { services } = app;
  const lines = (await describeInstallation(services)).join("\n");
  assert.match(lines, /^Methods on +card, amex, .*\(simulators, or accounts that are set\)$/m);
  assert.doesNotMatch(lines, /Methods off/);
  assert.match(lines, /^Limits +OFF: WASL_RATE_LIMITS is false$/m);
  assert.doesNotMatch(lines, /Not settings/);
  const bare = {
    ...services,
    config: {
      ...services.config,
      smtpUrl: null,
      simulatorUrl: null,
      directApi: false,
      rateLimits: true,
      unknownSettings: ["WASL_TRUSTED_PROXY"],
    },
    providers: { ...services.providers, offered: new Set(["tamara"] as const) },
  };
  const less = (await describeInstallation(bare)).join("\n");
  assert.match(less, /^Methods on +tamara \(accounts of the installation\)$/m);
  assert.match(less, /^Methods off +card, amex, stcpay, .*: no account/m);
  assert.match(less, /^Mail +off: SMTP_URL is not set/m);
  assert.match(less, /^Not settings +WASL_TRUSTED_PROXY: misspelt\?/m);
  assert.match(less, /^Cards +typed into the gateway's fields$/m);
});
