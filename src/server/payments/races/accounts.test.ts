/** Accounts of several merchants at one provider: one that hangs holds up its own merchant's payments and no others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp } from "#server/app.ts";
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import { issueInvoice, payByCard, setFault, type TestApp } from "#test/app-harness.ts";
import { statusOf } from "#test/buyers.ts";
import { type Gate, startGate } from "#test/gate.ts";
import { type GatedApp, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { until } from "#test/until.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";
import { createProviderDirectory } from "../provider-directory.ts";
import { sendDueRefunds } from "../refund-jobs.ts";

const question = { method: "GET", path: /\/transaction\/p-/ };
const gatewayHost = "https://test.gateway.mastercard.com";

type Shops = {
  /** Pays through the installation's account. */
  readonly shared: TestApp;
  /** Has an account of its own, which is reached through `gate`. */
  readonly own: TestApp;
  readonly gate: Gate;
};

/** Two merchants at the card gateway. The second one's own account is the real adapter at an address of the test. */
async function openShops(app: GatedApp, gate: Gate): Promise<Shops> {
  gate.leadTo(app.simulatorUrl);
  const { db, services } = app;
  const { id: merchantId } = await createMerchant(db.kysely, {
    username: "rimal",
    shopName: "متجر الرمال",
    email: "rimal@example.com",
    phone: "+966112345679",
  });
  const apiKey = await createApiKey(db.kysely, { merchantId, name: "test", environment: "test" });
  const settings = {
    baseUrl: gatewayHost,
    merchantId: "TESTWASL",
    password: "simulator-card-password",
    webhookSecret: "s".repeat(32),
  };
  const sealed_settings = services.sealing.seal(JSON.stringify(settings), `${merchantId}:card`);
  await db.kysely
    .insertInto("provider_accounts")
    .values({ merchant_id: merchantId, method: "card", sealed_settings })
    .execute();
  const { http, clock, log, sealing, config } = services;
  const providers = createProviderDirectory(config, {
    db: db.kysely,
    sealing,
    ports: {
      http: (request) =>
        http({
          ...request,
          isPublicOnly: false,
          url: request.url.replace(gatewayHost, `${gate.url}/mpgs`),
        }),
      clock,
      log,
    },
  });
  const both = { ...services, providers };
  const shared = { ...app, services: both, app: await createApp(both, { distDir: null }) };
  return { shared, own: { ...shared, merchantId, apiKey }, gate };
}

/** A card that was charged without an answer. */
async function loseAnswer(shop: TestApp): Promise<string> {
  const orderNumber = await issueInvoice(shop);
  await setFault(shop, { fault: "drop_after_commit", operation: "PAY" });
  assert.equal((await payByCard(shop, orderNumber)).json().code, "outcome_unknown");
  return orderNumber;
}

test("R38: ten payments through a merchant's own account that hangs hold up no other merchant's at the same provider", async () => {
  await using app = await startGatedApp({ messages: "lost", poolSize: 20 });
  await using gate = await startGate();
  const { own, shared } = await openShops(app, gate);
  for (let count = 0; count < 10; count += 1) await loseAnswer(own);
  const together = await loseAnswer(shared);
  const hanging = Array.from({ length: 5 }, () => gate.stop(question, "request"));
  app.clock.advance(6_000);
  const round = checkDueAttempts(shared.services);
  await Promise.all(hanging.map(({ reached }) => reached));
  await until(async () => (await statusOf(shared, together)) === "PAID");
  const after = await loseAnswer(shared);
  app.clock.advance(6_000);
  await checkDueAttempts(shared.services);
  assert.equal(await statusOf(shared, after), "PAID");
  const asked = gate.passed.filter(({ method, path }) => method === "GET" && question.path.test(path));
  assert.equal(asked.length, 5, "no more at a time through the account that hangs");
  for (const stop of hanging) stop.letGo();
  await round;
  app.clock.advance(60_000);
  await checkDueAttempts(shared.services);
  await assertLedgerAgrees(app);
});

test("R38: refunds through a merchant's own account that hangs hold up no other merchant's refund", async () => {
  await using app = await startGatedApp({ messages: "lost", poolSize: 20 });
  await using gate = await startGate();
  const { own, shared } = await openShops(app, gate);
  const refund = { method: "PUT", path: /\/transaction\/r-/ };
  const give = async (shop: TestApp, at: Gate): Promise<void> => {
    const orderNumber = await issueInvoice(shop);
    await payByCard(shop, orderNumber);
    // The first sending never arrives, so that the job has to send it.
    at.answerInstead(refund, null);
    const reply = await shop.app.inject({
      method: "POST",
      url: `/api/v1/invoices/${orderNumber}/refunds`,
      headers: { authorization: `Bearer ${shop.apiKey}`, "idempotency-key": orderNumber },
      payload: {},
    });
    assert.equal(reply.json().state, "unknown", reply.body);
  };
  for (let count = 0; count < 6; count += 1) await give(own, gate);
  await give(shared, app.outward);
  const hanging = Array.from({ length: 4 }, () => gate.stop({ path: /\/order\// }, "request"));
  app.clock.advance(6_000);
  const sending = sendDueRefunds(shared.services);
  await Promise.all(hanging.map(({ reached }) => reached));
  const done = async () =>
    (
      await app.db.pool.query(
        "select from refunds r join orders o on o.id = r.order_id where o.merchant_id = $1 and r.state = 'refunded'",
        [app.merchantId],
      )
    ).rowCount;
  await until(async () => (await done()) === 1);
  for (const stop of hanging) stop.letGo();
  await sending;
  app.clock.advance(10 * 60_000);
  await sendDueRefunds(shared.services);
  await assertLedgerAgrees(app);
});
