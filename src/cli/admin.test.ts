/** The operator's commands as they are typed: what they say, what they do, and how they end. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { fatooraSimulator } from "#gateways/fatoora/simulator/simulator.ts";
import { catalog } from "#methods/catalog.ts";
import { methodEntry } from "#methods/registry.ts";
import { createHttpClient } from "#server/http/http-client.ts";
import { createLog } from "#server/log/log.ts";
import { systemClock } from "#server/ports.ts";
import { masterKeys } from "#server/secrets/master-secret.ts";
import { createSealing } from "#server/secrets/sealing.ts";
import { claimSecrets } from "#server/secrets/secret-keys.ts";
import { startSimulators } from "#sim/server.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { insertMerchant } from "#test/document-fixtures.ts";
import { selfSigned } from "#test/self-signed.ts";
import { processSettings } from "#test/server-process.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { runCommand, type Said } from "./admin.ts";

const door = join(import.meta.dirname, "wasl.mjs");
const secret = "Jq3vT8zLm5Xc1Rb7Yd0Kp4Wn6Hs2Gf9u";

type Operator = (words: readonly string[], input?: string) => Promise<Said>;

function settingsOf(db: Pick<TestDatabase, "databaseUrl">, directory: string) {
  return { ...processSettings, WASL_SECRET_KEY: secret, DATA_DIR: directory, DATABASE_URL: db.databaseUrl };
}

/** Runs commands on one database, in this process: each as one of its own would take a second and a half. */
function operator(db: TestDatabase, env: Readonly<Record<string, string>> = {}): Operator {
  return async (words, input = "") => {
    using directory = temporaryDirectory();
    const said = await runCommand(words, {
      env: { ...settingsOf(db, directory.path), ...env },
      input: async () => input,
    });
    return { ...said, out: said.out.trim(), complaint: said.complaint.trim() };
  };
}

/** Runs them as they are typed, each in a process of its own. */
function atTheDoor(db: TestDatabase): Operator {
  return async (words, input = "") => {
    using directory = temporaryDirectory();
    const child = spawn(process.execPath, [door, "admin", ...words], {
      env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...settingsOf(db, directory.path) },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.end(input);
    const [out, complaint, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { code: Number(code), out: out.trim(), complaint: complaint.trim() };
  };
}

/** A database that nothing can be asked of: what is wrong with the words is found before. */
const nowhere = { databaseUrl: "postgres://wasl@127.0.0.1:1/wasl" } as TestDatabase;

test("every command explains itself, and what is not understood ends with 2 and the way it is written", async () => {
  const admin = operator(nowhere);
  const help = await admin(["--help"]);
  assert.deepEqual([help.code, help.complaint], [0, ""]);
  const names = [...help.out.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name ?? "");
  assert.equal(names.length, 46, names.join(" "));
  for (const name of ["create-merchant", "set-account"]) {
    const said = await admin([name, "--help"]);
    assert.equal(said.code, 0, name);
    assert.match(said.out, new RegExp(`^npm run admin -- ${name}`));
  }
  for (const [words, sentence] of [
    [[], /npm run admin -- <command>/],
    [["revoke"], /There is no command "revoke"/],
    [["create-key", "nakheel"], /<name> is missing\.[\s\S]*npm run admin -- create-key/],
    [["list-keys", "nakheel", "extra"], /takes no "extra"/],
    [["create-key", "nakheel", "x", "--scope", "read"], /^There is no option --scope\.\n\nnpm run/],
    [["create-key", "nakheel", "x", "--days"], /^The option --days needs a value\./],
    [["set-merchant", "nakheel", "--activate=yes"], /^The option --activate takes no value\./],
  ] as const) {
    const said = await admin(words);
    assert.equal(said.code, 2, words.join(" "));
    assert.match(said.complaint, sentence);
  }
});

test("as typed: what is said goes to its own stream, input is read, and the exit code says the outcome", async () => {
  await using db = await createTestDatabase();
  const admin = atTheDoor(db);
  const person = ["Shop", "a@b.example", "+966112345678"];
  const made = await admin(["create-merchant", "nakheel", ...person]);
  assert.deepEqual([made.code, made.complaint], [0, ""]);
  const contact = await admin(["set-contact", "nakheel"], '{"city": "الرياض"}');
  assert.deepEqual([contact.code, contact.out], [0, "The contact of nakheel is stored."]);
  const twice = await admin(["create-merchant", "nakheel", ...person]);
  assert.deepEqual([twice.code, twice.out], [1, ""]);
  assert.match(twice.complaint, /There is a merchant "nakheel" already/);
  const unknown = await admin(["revoke"]);
  assert.deepEqual([unknown.code, unknown.out], [2, ""]);
});

test("a merchant is made, shown, changed, closed and opened", async () => {
  await using db = await createTestDatabase();
  const admin = operator(db);
  const made = await admin(["create-merchant", "nakheel", "متجر النخيل", "shop@nakheel.sa", "+966112345678"]);
  assert.deepEqual([made.code, made.complaint], [0, ""]);
  await db.pool.query(`insert into merchants (username, shop_name, email, phone, world, live_merchant_id)
    select 'nakheel-test', shop_name, email, phone, 'test', id from merchants`);
  const changed = await admin([
    "set-merchant",
    "nakheel",
    "--vat-number",
    "310122393500003",
    "--commission",
    "2.5",
    "--countries",
    "SA,ae",
    "--deactivate",
  ]);
  assert.deepEqual([changed.code, changed.complaint], [0, ""]);
  const shown = JSON.parse((await admin(["show-merchant", "nakheel"])).out);
  assert.deepEqual(
    [shown.vatNumber, shown.commissionRate, shown.allowedCountries, shown.isActive],
    ["310122393500003", "2.50", ["SA", "AE"], false],
  );
  const closed = (await admin(["list-merchants"])).out;
  assert.match(closed, /nakheel .*closed since/);
  assert.match(closed, /nakheel-test .*closed since/, "its test world closes with it");
  const back = await admin([
    "set-merchant",
    "nakheel",
    "--activate",
    "--countries",
    "all",
    "--vat-number",
    "none",
  ]);
  assert.deepEqual([JSON.parse(back.out).allowedCountries, JSON.parse(back.out).vatNumber], [null, null]);
  assert.doesNotMatch((await admin(["list-merchants"])).out, /closed since/, "and opens with it");
  const hosts = await admin(["set-redirect-hosts", "nakheel", "Shop.Nakheel.sa"]);
  assert.match(hosts.out, /shop\.nakheel\.sa/);
  const contact = await admin(
    ["set-contact", "nakheel"],
    '{"city": "الرياض", "commercialRegistration": "1010123456"}',
  );
  assert.equal(contact.out, "The contact of nakheel is stored.");
});

test("a merchant with a VAT number sees what it lacks, until an operator has said who sells", async () => {
  await using db = await createTestDatabase();
  const admin = operator(db);
  const person = ["متجر النخيل", "shop@nakheel.sa", "+966112345678"];
  const plain = await admin(["create-merchant", "plain", ...person]);
  assert.doesNotMatch(plain.out, /cannot issue/);
  const made = await admin(["create-merchant", "nakheel", ...person, "310122393500003"]);
  assert.equal(made.code, 0, made.complaint);
  assert.match(
    made.out,
    /cannot issue invoices yet[\s\S]*legalName:[\s\S]*identification:[\s\S]*nationalAddress:/,
  );

  const help = (await admin(["set-seller", "--help"])).out;
  const example = JSON.parse(help.slice(help.indexOf("{")));
  const some = await admin(["set-seller", "nakheel"], JSON.stringify({ ...example, nationalAddress: null }));
  assert.match(some.out, /stored[\s\S]*Missing[\s\S]*nationalAddress:/);
  assert.doesNotMatch(some.out, /legalName:/);
  const all = await admin(["set-seller", "nakheel"], JSON.stringify(example));
  assert.deepEqual([all.out, all.complaint], ["The seller nakheel is stored.", ""]);
  const shown = JSON.parse((await admin(["show-merchant", "nakheel"])).out);
  assert.deepEqual(
    [shown.legalName, shown.identification, shown.nationalAddress.buildingNumber, shown.missingFacts],
    [example.legalName, example.identification, "7525", []],
  );
  const wrong = await admin(
    ["set-seller", "nakheel"],
    '{"nationalAddress": {"street": "x"}, "shopName": "x"}',
  );
  assert.equal(wrong.code, 1);
  assert.match(
    wrong.complaint,
    /nationalAddress\.buildingNumber required[\s\S]*shopName there is no such field/,
  );
});

test("what is wrong is reported in words for people, ends with 1, and changes nothing", async () => {
  await using db = await createTestDatabase();
  const admin = operator(db);
  const person = ["Shop", "a@b.example", "+966112345678"];
  await admin(["create-merchant", "nakheel", ...person]);
  for (const [words, input, sentence] of [
    [["create-merchant", "nakheel", ...person], "", /There is a merchant "nakheel" already/],
    [
      ["create-merchant", "BAD", "x", "notamail", "nophone"],
      "",
      /username must be[\s\S]*email must be[\s\S]*phone/,
    ],
    [["set-merchant", "nobody", "--phone", "0112345678"], "", /no merchant "nobody".*list-merchants/],
    [["set-merchant", "nakheel"], "", /Nothing was given to change/],
    [["set-merchant", "nakheel", "--vat-number", "1234"], "", /vatNumber must be 15 digits/],
    [["set-merchant", "nakheel", "--commission", "51"], "", /from 0 to 50/],
    [["set-redirect-hosts", "nakheel", "https://shop.example/x"], "", /redirectHosts\.0 must be a host/],
    [["set-contact", "nakheel"], "[]", /A contact is a JSON object/],
    [["set-contact", "nakheel"], '{"town": "x"}', /"town" is none of them/],
    [["create-key", "nakheel", "x", "--scopes", "read,admin"], "", /--scopes lists one or more of/],
    [["revoke-key", "nakheel", "wasl_test_abcdef"], "", /has no key "wasl_test_abcdef" in force/],
    [["set-account", "nakheel", "paypal"], "{}", /There is no method "paypal"/],
    [["set-account", "nakheel", "tamara"], '{"apiToken": "canary"}', /notificationToken/],
    [["remove-account", "nakheel", "tamara"], "", /has no account of its own/],
  ] as const) {
    const said = await admin(words, input);
    assert.deepEqual([said.code, said.out], [1, ""], words.join(" "));
    assert.match(said.complaint, sentence);
    assert.doesNotMatch(said.complaint, /constraint|canary|\n\s+at /);
  }
  assert.equal((await db.kysely.selectFrom("merchants").select("id").execute()).length, 1);
});

test("keys are made with scopes and an end, exchanged with an overlap, and revoked", async () => {
  await using db = await createTestDatabase();
  const admin = operator(db);
  await admin(["create-merchant", "nakheel", "Shop", "a@b.example", "+966112345678"]);
  const made = await admin(["create-key", "nakheel", "shop", "--scopes", "read,issue", "--days", "30"]);
  const [key = ""] = made.out.split("\n");
  assert.match(key, /^wasl_test_[\w-]{43}$/);
  const prefix = key.slice(0, 16);
  assert.match((await admin(["list-keys", "nakheel"])).out, new RegExp(`${prefix}.*read,issue.*in force`));
  const endless = await admin(["exchange-key", "nakheel", prefix]);
  assert.deepEqual([endless.code, /has an end: say with --days/.test(endless.complaint)], [1, true]);
  const exchanged = await admin(["exchange-key", "nakheel", prefix, "--hours", "0", "--days", "30"]);
  assert.match(exchanged.out, /^wasl_test_/);
  const next = exchanged.out.slice(0, 16);
  const ends = await db.pool.query<{ days: string }>(
    "select round(extract(epoch from expires_at - created_at) / 86400) as days from api_keys where prefix = $1",
    [next],
  );
  assert.deepEqual(ends.rows, [{ days: "30" }]);
  assert.equal((await admin(["revoke-key", "nakheel", next])).code, 0);
  const list = (await admin(["list-keys", "nakheel"])).out;
  assert.match(list, new RegExp(`${next}.*revoked`));
  assert.match(list, new RegExp(`${prefix}.*ended`));
});

test("webhook endpoints are listed with how they stand", async () => {
  await using db = await createTestDatabase();
  const admin = operator(db);
  await admin(["create-merchant", "nakheel", "Shop", "a@b.example", "+966112345678"]);
  assert.match((await admin(["list-webhooks", "nakheel"])).out, /no webhook endpoints/);
  await db.pool.query(
    `insert into webhook_endpoints (merchant_id, url, types, version, sealed_secret, secret_since, failing_since)
    select id, 'https://shop.example.sa/hook', '{invoice.paid}', '2026-11-22', '\\x01', now(), now() from merchants`,
  );
  const list = (await admin(["list-webhooks"])).out;
  assert.match(list, /nakheel +\d+ +https:\/\/shop\.example\.sa\/hook +invoice\.paid +FAILING since .* 0/);
});

const { certPem, keyPem } = selfSigned();

/** The examples of docs/operations.md, by method. What they shorten of certificates is put in. */
function documentedAccounts(): Readonly<Record<string, unknown>> {
  const page = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
  const examples = page.matchAll(/^`([a-z0-9]+)` (?:[^\n]+\n)+\n```json\n([\s\S]*?)```/gm);
  return Object.fromEntries(
    Array.from(examples, ([, method = "", json = ""]) => {
      const filled = json
        .replaceAll("-----BEGIN CERTIFICATE-----…", certPem.trim().replaceAll("\n", "\\n"))
        .replaceAll("-----BEGIN PRIVATE KEY-----…", keyPem.trim().replaceAll("\n", "\\n"));
      return [method, JSON.parse(filled)];
    }),
  );
}

test("the account that the document shows for each method is a real one, and taken as it is", () => {
  const accounts = documentedAccounts();
  assert.deepEqual(Object.keys(accounts).sort(), catalog.map(({ id }) => id).sort());
  const ports = { http: createHttpClient({ log: createLog(() => {}) }).http, clock: systemClock };
  for (const { id } of catalog) methodEntry(id).ofMerchant(accounts[id], ports, "real");
});

test("an account is stored for its merchant and method, listed without its settings, and removed", async () => {
  await using db = await createTestDatabase();
  const admin = operator(db);
  await admin(["create-merchant", "nakheel", "Shop", "a@b.example", "+966112345678"]);
  const account = JSON.stringify(documentedAccounts()["tamara"]);
  const stored = await admin(["set-account", "nakheel", "tamara"], account);
  assert.deepEqual([stored.code, stored.complaint], [0, ""]);
  const row = await db.kysely.selectFrom("provider_accounts").selectAll().executeTakeFirstOrThrow();
  const opened = createSealing(masterKeys(secret)).open(row.sealed_settings, `${row.merchant_id}:tamara`);
  assert.deepEqual(JSON.parse(opened), JSON.parse(account));
  assert.match((await admin(["list-accounts", "nakheel"])).out, /tamara +own/);
  assert.equal((await admin(["remove-account", "nakheel", "tamara"])).code, 0);
  const live = operator(db, {
    WASL_ENV: "live",
    WASL_WEB_URL: "https://pay.example.sa",
    WASL_TRUSTED_PROXIES: "1",
    WASL_RATE_LIMITS: "true",
  });
  const sandbox = JSON.stringify({ ...JSON.parse(account), baseUrl: "https://api-sandbox.tamara.co" });
  const refused = await live(["set-account", "nakheel", "tamara"], sandbox);
  assert.equal(refused.code, 1);
  assert.match(refused.complaint, /live environment takes no account for tests/);
});

test("rotate-secret seals accounts with the new secret and says what comes next", async () => {
  await using db = await createTestDatabase();
  const admin = operator(db);
  await admin(["create-merchant", "nakheel", "Shop", "a@b.example", "+966112345678"]);
  await admin(["set-account", "nakheel", "tamara"], JSON.stringify(documentedAccounts()["tamara"]));
  const next = "another master secret of tests, as long";
  const rotating = operator(db, { WASL_SECRET_KEY: next, WASL_SECRET_KEY_PREVIOUS: secret });
  const early = await rotating(["rotate-secret"]);
  assert.deepEqual([early.code, /start the servers with it first/.test(early.complaint)], [1, true]);
  await claimSecrets(db.kysely, masterKeys(next, secret), "server");
  await db.pool.query(`insert into message_opt_outs (merchant_id, channel, address_digest, source, created_at)
    select id, 'email', '${masterKeys(secret).current.id}x', 'link', now() from merchants`);
  const done = await rotating(["rotate-secret"]);
  assert.deepEqual([done.code, done.complaint], [0, ""]);
  assert.match(done.out, /^1 sealed with .* Retired: .* no address is stored: 1\./);
  const after = await operator(db, { WASL_SECRET_KEY: next })(["list-accounts", "nakheel"]);
  assert.match(after.out, /tamara +own/);
  assert.match((await admin(["list-accounts", "nakheel"])).complaint, /another master secret/);
});

test("a merchant is led into phase 2 step by step, and what stops it is said with what to do", async (t) => {
  await using db = await createTestDatabase();
  const authority = await startSimulators({ port: 0, host: "127.0.0.1", simulators: [fatooraSimulator()] });
  t.after(() => authority.close());
  const merchantId = await insertMerchant(db.kysely);
  const { username } = await db.kysely
    .selectFrom("merchants")
    .select("username")
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  const admin = operator(db, { WASL_ENV: "test", SIM_URL: authority.url });
  const mars = await admin(["zatca-onboard", username, "123345", "--environment", "mars"]);
  assert.equal(
    mars.complaint,
    '--environment cannot be "mars": where WASL_ENV is test it is sandbox, simulation or production.',
  );
  const refused = await admin(["zatca-onboard", username, "111111"]);
  assert.equal(refused.code, 1);
  assert.match(refused.complaint, /^Unit [0-9a-f-]{36} for sandbox: key and request are made\./);
  assert.match(refused.complaint, /Invalid-OTP[\s\S]*Make a new code/);
  const begun = await admin(["zatca-status", username]);
  assert.match(begun.out, /phase 1[\s\S]*sandbox, new[\s\S]*Step done +key and request[\s\S]*zatca-onboard/);
  const done = await admin(["zatca-onboard", username, "123345"]);
  assert.deepEqual([done.code, done.complaint], [0, ""]);
  assert.equal(done.out.match(/accepted\./g)?.length, 6, done.out);
  assert.match(done.out, /Production certificate: issued[\s\S]*are stamped with it from now on\.$/);
  const ready = await admin(["zatca-status", username]);
  assert.match(ready.out, /phase 2[\s\S]*sandbox, active[\s\S]*Chain +0 documents\nTo do +nothing$/);
  const early = await admin(["zatca-release", username]);
  assert.deepEqual([early.code, /has no unit that is held\./.test(early.complaint)], [1, true]);
  const held = await admin(["zatca-hold", username]);
  assert.deepEqual([held.code, held.complaint], [0, ""]);
  assert.match(held.out, /is held: its tax documents wait\. "zatca-status/);
  assert.match((await admin(["zatca-status", username])).out, /sandbox, held[\s\S]*To do .*zatca-release/);
  const heldAgain = await admin(["zatca-hold", username]);
  assert.deepEqual([heldAgain.code, /held already/.test(heldAgain.complaint)], [1, true]);
  const unsure = await admin(["zatca-release", username]);
  assert.equal(unsure.code, 1);
  assert.match(
    unsure.complaint,
    /^Nothing was changed\.[\s\S]*has no document here[\s\S]*--nothing-issued-since/,
  );
  const released = await admin(["zatca-release", username, "--nothing-issued-since"]);
  assert.deepEqual([released.code, /stamps again\./.test(released.out)], [0, true]);
  assert.match((await admin(["zatca-status", username])).out, /sandbox, active[\s\S]*To do +nothing$/);
  using directory = temporaryDirectory();
  const folder = join(directory.path, "archive");
  const archived = await admin(["tax-archive", username, "2026-01-01", "2026-12-31", folder]);
  assert.match(archived.out, /^0 documents of .*, 0 of them stamped, are in /, archived.complaint);
  const nowhere = await admin(["tax-archive", username, "2026-01-01", "2026-12-31", "/proc/wasl/archive"]);
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.complaint, /^No folder can be made at \/proc\/wasl\/archive: ENOENT/);
  const wrong = await admin(["tax-archive", username, "1/1/2026", "2026-12-31", folder]);
  assert.match(wrong.complaint, /"1\/1\/2026" to "2026-12-31" is no period/);
  const noDay = await admin(["tax-archive", username, "2026-02-30", "2026-12-31", folder]);
  assert.match(noDay.complaint, /"2026-02-30" to "2026-12-31" is no period/);
});
