/** Providers that get our address once per account: when, how often, and that their messages are taken. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { issueInvoice, loadModel, post, setFault, startTestApp, type TestApp } from "#test/app-harness.ts";
import { startNotificationReceiver } from "#test/notification-receiver.ts";
import { redirectServices } from "#test/redirect-services.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";
import { registerDueWebhooks } from "./webhook-registration.ts";

const tabbyKey = "sk_test_simulator-tabby-secret-key";
const moyasarKey = "sk_test_simulator-moyasar";

/** The addresses that a provider has, as it lists them itself. */
async function addresses(app: TestApp): Promise<Record<"tabby" | "moyasar", string[]>> {
  const read = async (path: string, headers: Record<string, string>) =>
    await (await fetch(`${app.simulatorUrl}${path}`, { headers })).json();
  const tabby = (await read("/tabby/api/v1/webhooks", {
    authorization: `Bearer ${tabbyKey}`,
    "x-merchant-code": "WASL-SA",
  })) as { url: string }[];
  const moyasar = (await read("/moyasar/v1/webhooks", {
    authorization: `Basic ${Buffer.from(`${moyasarKey}:`).toString("base64")}`,
  })) as { webhooks: { url: string }[] };
  return { tabby: tabby.map(({ url }) => url), moyasar: moyasar.webhooks.map(({ url }) => url) };
}

const asked = async (app: TestApp): Promise<number> => {
  const journal = (await (await fetch(`${app.simulatorUrl}/_control/journal`)).json()) as {
    entries: { operation: string }[];
  };
  return journal.entries.filter(({ operation }) => /_WEBHOOKS?$/.test(operation)).length;
};

const own = {
  tabby: "http://localhost:3000/rest/pay/notify/tabby",
  sadad: "http://localhost:3000/rest/pay/notify/sadad",
};

/** A merchant's own account, by a method that registers no address: no account of a test may call a real provider. */
async function storeAccount(app: TestApp, merchantId: string): Promise<void> {
  const baseUrl = "https://test.gateway.mastercard.com";
  const settings = {
    baseUrl,
    version: "100",
    merchantId,
    password: "p".repeat(16),
    webhookSecret: "s".repeat(32),
  };
  const sealed = app.services.sealing.seal(JSON.stringify(settings), `${app.merchantId}:card`);
  await app.db.kysely
    .insertInto("provider_accounts")
    .values({ merchant_id: app.merchantId, method: "card", sealed_settings: sealed })
    .onConflict((conflict) =>
      conflict
        .columns(["merchant_id", "method"])
        .doUpdateSet({ sealed_settings: sealed, updated_at: new Date() }),
    )
    .execute();
}

const registration = async (app: TestApp, method: string, merchantId: number | null) =>
  await app.db.kysely
    .selectFrom("webhook_registrations")
    .selectAll()
    .where("method", "=", method)
    .where("merchant_id", "is not distinct from", merchantId)
    .executeTakeFirstOrThrow();

test("Tabby and Moyasar get our address once, whatever restarts or works side by side", async () => {
  await using app = await startTestApp();
  await Promise.all([registerDueWebhooks(app.services), registerDueWebhooks(app.services)]);
  assert.deepEqual(await addresses(app), { tabby: [own.tabby], moyasar: [own.sadad] });
  const before = await asked(app);
  assert.equal(await registerDueWebhooks(app.services), 0);
  assert.equal(await asked(app), before, "a second run asks nothing");
});

test("what a provider that was down missed is sent again, after growing intervals", async () => {
  await using app = await startTestApp();
  const tabbyIsDown = () =>
    setFault(app, { simulator: "tabby", fault: "status_500", operation: "LIST_WEBHOOKS" });
  await tabbyIsDown();
  await registerDueWebhooks(app.services);
  assert.deepEqual(await addresses(app), { tabby: [], moyasar: [own.sadad] });
  for (const [tries, waitMs] of timing.checkIntervalsMs.slice(0, 3).entries()) {
    assert.equal((await registration(app, "tabby", null)).tries, tries + 1);
    app.clock.advance(waitMs - 1_000);
    assert.equal(await registerDueWebhooks(app.services), 0);
    app.clock.advance(2_000);
    if (tries < 2) await tabbyIsDown();
    assert.equal(await registerDueWebhooks(app.services), 1);
  }
  assert.deepEqual((await addresses(app)).tabby, [own.tabby]);
  assert.ok(app.logLines.some((line) => line.includes("webhook not registered")));
  assert.ok(!app.logLines.some((line) => line.includes("simulator-tabby-webhook-secret")));
});

test("an account that is added or changed is noticed, others are left alone", async () => {
  await using app = await startTestApp();
  await registerDueWebhooks(app.services);
  await storeAccount(app, "FIRST");
  assert.equal(await registerDueWebhooks(app.services), 1);
  const first = await registration(app, "card", app.merchantId);
  assert.deepEqual([first.registered_at, first.next_try_at], [null, null], "there is nothing to tell");
  assert.equal(await registerDueWebhooks(app.services), 0);
  await storeAccount(app, "SECOND");
  assert.equal(await registerDueWebhooks(app.services), 1);
  assert.notEqual((await registration(app, "card", app.merchantId)).version, first.version);
});

test("an address that was removed at the provider is there again a day later", async () => {
  await using app = await startTestApp();
  await registerDueWebhooks(app.services);
  const headers = { authorization: `Bearer ${tabbyKey}`, "x-merchant-code": "WASL-SA" };
  const path = `${app.simulatorUrl}/tabby/api/v1/webhooks`;
  const [webhook] = (await (await fetch(path, { headers })).json()) as { id: string }[];
  await fetch(`${path}/${webhook?.id}`, { method: "DELETE", headers });
  app.clock.advance(timing.registrationRecheckMs + 1_000);
  await registerDueWebhooks(app.services);
  assert.deepEqual((await addresses(app)).tabby, [own.tabby]);
});

test("a message to the installation's address settles the attempt that it is about", async () => {
  const receiver = await startNotificationReceiver();
  await using app = await startTestApp({ env: { WASL_API_URL: receiver.url } });
  try {
    await registerDueWebhooks(app.services);
    const orderNumber = await issueInvoice(app);
    const { transactionId, signature } = await loadModel(app, orderNumber);
    const reply = await post(app, "/rest/pay/tabby/authorize", {
      orderNumber,
      transactionId,
      signature,
      ...redirectServices.tabby.body,
    });
    const fields = new URLSearchParams({ choice: "approve", otp: "8888" });
    await fetch(reply.json().url, { method: "POST", body: fields, redirect: "manual" });
    const attempt = await app.db.kysely.selectFrom("payment_attempts").selectAll().executeTakeFirstOrThrow();
    const [message] = await receiver.received({ mentions: attempt.id, including: "authorized" });
    assert.ok(message);
    const told = await app.app.inject({
      method: "POST",
      url: "/rest/pay/notify/tabby",
      headers: { ...message.headers, "content-type": "application/json" },
      payload: message.body,
    });
    assert.equal(told.statusCode, 200, told.body);
    await checkDueAttempts(app.services);
    assert.equal((await loadModel(app, orderNumber)).order.orderStatus, "PAID");
  } finally {
    await receiver.close();
  }
});
