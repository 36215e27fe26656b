/** Changing the master secret while two servers share a database: no request is refused, nothing becomes unreadable. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { createLog } from "#server/log/log.ts";
import { createApiKey } from "#server/merchant-api/api-keys.ts";
import { type MasterKeys, masterKeys } from "#server/secrets/master-secret.ts";
import { createSealing } from "#server/secrets/sealing.ts";
import { claimSecrets } from "#server/secrets/secret-keys.ts";
import { createSigning } from "#server/secrets/signing.ts";
import { readConfig } from "#server/settings/config.ts";
import { ConfigurationError } from "#server/settings/configuration-error.ts";
import { startServer } from "#server/start-server.ts";
import { gatewayBody, startTestApp, type TestApp } from "#test/app-harness.ts";
import { createTestDatabase } from "#test/database.ts";
import { processSettings, sharedStore } from "#test/server-process.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { rotateSecret, sealedColumns } from "./rotate-secret.ts";

const old = "the first master secret, long enough";
const next = "the second master secret, long enough";

const parts = ["7Q2M4X9KD3RT7Q2M", "11500"];

test("what the previous secret signed and sealed is believed; what an unknown one did is not", () => {
  const before = masterKeys(old);
  const during = masterKeys(next, old);
  const after = masterKeys(next);
  const signature = createSigning(before).sign("order", parts);
  const sealed = createSealing(before).seal("password", "7:card");
  assert.ok(createSigning(during).verify("order", parts, signature));
  assert.equal(createSealing(during).open(sealed, "7:card"), "password");
  assert.ok(!createSigning(after).verify("order", parts, signature));
  assert.throws(() => createSealing(after).open(sealed, "7:card"), /not known/);
  // Forwards as well: a server that has the new secret as its second one already understands the others.
  assert.ok(
    createSigning(masterKeys(old, next)).verify("order", parts, createSigning(after).sign("order", parts)),
  );
});

test("a signature is good for its purpose, its parts and its secret alone", () => {
  const signing = createSigning(masterKeys(next, old));
  const signature = signing.sign("order", parts);
  assert.match(signature, /^[0-9a-f]{8}[\w-]{43}$/);
  for (const wrong of [
    signing.sign("result", parts),
    signing.sign("order", [...parts, ""]),
    masterKeys(old).current.id + signature.slice(8),
    signature.slice(0, -1),
    "",
  ])
    assert.ok(!signing.verify("order", parts, wrong), wrong);
});

test("signatures and accounts of releases without key ids are still good", () => {
  const keys = masterKeys(next, old);
  const signature = createSigning(masterKeys(old)).sign("order", parts).slice(8);
  assert.ok(createSigning(keys).verify("order", parts, signature));
  const sealed = createSealing(masterKeys(old)).seal("password", "7:card");
  const withoutId = Buffer.concat([Buffer.from([1]), sealed.subarray(5)]);
  assert.equal(createSealing(keys).open(withoutId, "7:card"), "password");
  assert.throws(() => createSealing(keys).open(withoutId, "8:card"));
});

test("a keyed digest that was stored is found again while the secret changes", () => {
  const stored = createSigning(masterKeys(old)).digests("otp", parts)[0];
  assert.ok(stored && createSigning(masterKeys(next, old)).digests("otp", parts).includes(stored));
});

async function startNode(app: TestApp, secrets: Readonly<Record<string, string>>) {
  const directory = temporaryDirectory();
  const config = readConfig({
    ...processSettings,
    ...sharedStore,
    DATA_DIR: directory.path,
    DATABASE_URL: app.db.databaseUrl,
    SIM_URL: app.simulatorUrl,
    ...secrets,
  });
  const server = await startServer(config, {
    log: createLog(() => {}),
    distDir: null,
    onFatal: (why) => {
      throw new Error(why);
    },
  });
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      directory[Symbol.dispose]();
    },
  };
}

/** Ends a server that starts all the same: then the test fails for that, and does not wait for it. */
async function startAndStop(app: TestApp, secrets: Readonly<Record<string, string>>): Promise<void> {
  await using _node = await startNode(app, secrets);
}

async function send(url: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const reply = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, never> };
}

/** Shown by one server, paid through the other. */
async function payAcross(shown: string, paid: string, apiKey: string): Promise<number> {
  const invoice = {
    client: { name: "نورة العتيبي", mobile: "0551234567" },
    lines: [{ title: "تمر سكري", quantity: 1, unitPrice: "100.00", vatRate: "15" }],
  };
  const headers = { authorization: `Bearer ${apiKey}`, "idempotency-key": crypto.randomUUID() };
  const { orderNumber } = (await send(`${shown}/api/v1/invoices`, invoice, headers)).body;
  const model = await (await fetch(`${shown}/rest/pay/order/${orderNumber}`)).json();
  const card = {
    orderNumber,
    cardNumber: "5123456789012346",
    expiryMonth: "01",
    expiryYear: "39",
    nameOnCard: "NOURA",
    cvv: "100",
  };
  const { session } = (await send(`${paid}/rest/pay/prepareSession`, card)).body as never as {
    session: { id: string };
  };
  return (await send(`${paid}/rest/pay/openGateway`, gatewayBody(model as never, session.id))).status;
}

test("a server with another secret does not start on the database of others", async () => {
  await using app = await startTestApp();
  await using _first = await startNode(app, { WASL_SECRET_KEY: old });
  await assert.rejects(startAndStop(app, { WASL_SECRET_KEY: next }), (error) => {
    assert.ok(error instanceof ConfigurationError);
    assert.match(error.message, /another master secret.*Every server needs the same one/);
    assert.ok(!error.message.includes(old) && !error.message.includes(next));
    return true;
  });
});

test("step by step, payments pass across two servers, and accounts are readable in the end by the new secret alone", async () => {
  await using app = await startTestApp();
  const { kysely } = app.db;
  const apiKey = await createApiKey(kysely, {
    merchantId: app.merchantId,
    name: "shop",
    environment: "test",
  });
  const purpose = `${app.merchantId}:card`;
  const settings = JSON.stringify({ canary: 1 });
  await (await startNode(app, { WASL_SECRET_KEY: old })).stop();
  const keys = masterKeys(next, old);
  {
    // One server after the other learns the new secret, then begins to use it.
    await using one = await startNode(app, { WASL_SECRET_KEY: old, WASL_SECRET_KEY_PREVIOUS: next });
    await using two = await startNode(app, { WASL_SECRET_KEY: next, WASL_SECRET_KEY_PREVIOUS: old });
    assert.deepEqual(
      [await payAcross(one.url, two.url, apiKey), await payAcross(two.url, one.url, apiKey)],
      [200, 200],
    );
    const sealed_settings = one.services.sealing.seal(settings, purpose);
    await kysely
      .insertInto("provider_accounts")
      .values({ merchant_id: app.merchantId, method: "card", sealed_settings })
      .execute();
  }
  const reported: string[] = [];
  const first = await rotateSecret(kysely, keys, (done, all) => reported.push(`${done} of ${all}`));
  assert.deepEqual([first.resealed, first.unreadable, reported], [1, [], ["1 of 1"]]);
  assert.deepEqual(first.retired, [masterKeys(old).current.id]);
  assert.deepEqual(await rotateSecret(kysely, keys, () => {}), { resealed: 0, unreadable: [], retired: [] });
  const row = await kysely
    .selectFrom("provider_accounts")
    .select("sealed_settings")
    .executeTakeFirstOrThrow();
  assert.equal(createSealing(masterKeys(next)).open(row.sealed_settings, purpose), settings);
  // Back to the old one is no way any more, and nothing is sealed with it.
  await assert.rejects(
    startAndStop(app, { WASL_SECRET_KEY: old, WASL_SECRET_KEY_PREVIOUS: next }),
    /was retired/,
  );
  const late = createSealing(masterKeys(old)).seal(settings, purpose);
  await assert.rejects(
    kysely.updateTable("provider_accounts").set({ sealed_settings: late }).execute(),
    /sealed with a retired secret/,
  );
  await using last = await startNode(app, { WASL_SECRET_KEY: next });
  assert.equal((await fetch(`${last.url}/healthz`)).status, 204);
});

test("a value that no secret opens is named, and no secret is retired while there is one", async () => {
  await using app = await startTestApp();
  const { kysely } = app.db;
  await claimSecrets(kysely, masterKeys(old), "server");
  const keys = masterKeys(next, old);
  await claimSecrets(kysely, keys, "server");
  const stranger: MasterKeys = masterKeys("a secret of another installation altogether");
  await kysely
    .insertInto("provider_accounts")
    .values({
      merchant_id: app.merchantId,
      method: "amex",
      sealed_settings: createSealing(stranger).seal("{}", `${app.merchantId}:amex`),
    })
    .execute();
  const { unreadable, retired } = await rotateSecret(kysely, keys, () => {});
  assert.deepEqual([unreadable, retired], [[`provider_accounts ${app.merchantId} amex`], []]);
});

test("a command of the operator uses what the servers use, and waits for them with a new secret", async () => {
  await using db = await createTestDatabase();
  await claimSecrets(db.kysely, masterKeys(old), "command");
  await claimSecrets(db.kysely, masterKeys(old), "server");
  await assert.rejects(
    claimSecrets(db.kysely, masterKeys(next, old), "command"),
    /No server runs with the new/,
  );
  await claimSecrets(db.kysely, masterKeys(next, old), "server");
  await claimSecrets(db.kysely, masterKeys(next, old), "command");
});

test("every sealed column is sealed again, and the database guards each", async () => {
  await using db = await createTestDatabase();
  const { rows } = await sql<{ table: string; column: string; guarded: boolean }>`
    select c.table_name as "table", c.column_name as "column", exists (
      select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = c.table_name::regclass and p.proname = 'sealed_with_a_secret_in_use') as guarded
    from information_schema.columns c where c.table_schema = 'public' and c.column_name like 'sealed\\_%'
    order by 1 desc, 2 desc`.execute(db.kysely);
  assert.deepEqual(
    rows,
    sealedColumns.map(({ table, column }) => ({ table, column, guarded: true })),
  );
});
