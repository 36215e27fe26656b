/**
 * An adapter must not throw. One that does, after its request has gone out, has left us without an answer: that is
 * silence, and no decline.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Http } from "#core/ports.ts";
import type { PaymentProvider } from "#methods/payment-method.ts";
import { createApp } from "#server/app.ts";
import { createProviderDirectory } from "#server/payments/provider-directory.ts";
import { issueInvoice, ledger, loadModel, payByCard, post, type TestApp } from "#test/app-harness.ts";
import { askStatus, attemptsOf, cardPayment, payWithCode, sendCode, statusOf } from "#test/buyers.ts";
import { type GatedApp, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";

/** The same system whose network breaks in an unexpected way, once, under a request that fits. */
async function withBrokenNetwork(app: GatedApp, wanted: RegExp): Promise<TestApp> {
  const { config, db, sealing, clock, log } = app.services;
  let isBroken = false;
  const http: Http = async (request) => {
    const result = await app.services.http(request);
    if (isBroken || !wanted.test(request.body ?? "")) return result;
    isBroken = true;
    throw new Error("an unforeseen failure");
  };
  const providers = createProviderDirectory(config, { db: db.kysely, sealing, ports: { http, clock, log } });
  const services = { ...app.services, providers };
  return { ...app, services, app: await createApp(services, { distDir: null }) };
}

test("an adapter that throws while it takes the money has not declined: held off, and the question finds the money", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const another = await cardPayment(app, orderNumber);
  const broken = await withBrokenNetwork(app, /"apiOperation":"PAY"/);
  const reply = await payByCard(broken, orderNumber);
  assert.deepEqual([reply.statusCode, reply.json().code], [504, "outcome_unknown"]);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
  assert.ok(app.logLines.some((line) => line.includes("adapter failed")));
  assert.equal((await post(app, "/rest/pay/openGateway", another)).json().code, "payment_in_progress");
  assert.equal((await sendCode(app, orderNumber)).json().code, "payment_in_progress");
  assert.equal((await askStatus(broken, orderNumber)).json().statusCode, 200);
  assert.equal((await ledger(app)).length, 1);
  await broken.app.close();
  await assertLedgerAgrees(app);
});

test("an adapter that throws in the start has not declined: it gives way to the next try, which pays once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const broken = await withBrokenNetwork(app, /"apiOperation":"INITIATE_AUTHENTICATION"/);
  const reply = await payByCard(broken, orderNumber);
  assert.deepEqual([reply.statusCode, reply.json().code], [504, "outcome_unknown"]);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
  assert.equal((await payByCard(broken, orderNumber)).statusCode, 200, "nothing was taken: it gives way");
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card superseded", "card captured"]);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  await broken.app.close();
  await assertLedgerAgrees(app);
});

/** The same system with an adapter one of whose steps throws, once, before there is a promise: while it reads its input. */
async function withThrowing(app: GatedApp, step: "start" | "check" | "confirm" | "refund"): Promise<TestApp> {
  let hasThrown = false;
  const throwing = (provider: PaymentProvider): PaymentProvider => ({
    ...provider,
    [step]: (...given: never[]) => {
      if (hasThrown) return Reflect.apply(provider[step] ?? assert.fail(step), provider, given);
      hasThrown = true;
      throw new Error("not what was expected");
    },
  });
  const { providers } = app.services;
  const of: typeof providers.of = async (method, merchantId) => {
    const provider = await providers.of(method, merchantId);
    return provider && throwing(provider);
  };
  const services = { ...app.services, providers: { ...providers, of } };
  return { ...app, services, app: await createApp(services, { distDir: null }) };
}

test("an adapter that throws in the start before it has a promise has not declined, and the next try pays once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const broken = await withThrowing(app, "start");
  const reply = await sendCode(broken, orderNumber);
  assert.deepEqual([reply.statusCode, reply.json().code], [504, "outcome_unknown"]);
  await payWithCode(broken, orderNumber, await sendCode(broken, orderNumber));
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay superseded", "stcpay captured"]);
  assert.ok(app.logLines.some((line) => line.includes("adapter failed")));
  await broken.app.close();
  await assertLedgerAgrees(app);
});

test("a start of which nothing is known took nothing: its buyer is not asked to wait for it, and the form is there", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const started = await withThrowing(app, "start");
  assert.equal((await sendCode(started, orderNumber)).statusCode, 504);
  const asked = await withThrowing(app, "check");
  const { statusCode, declined } = (await askStatus(asked, orderNumber)).json();
  assert.deepEqual([statusCode, declined], [400, undefined]);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay unknown"]);
  assert.equal((await loadModel(app, orderNumber)).isPaymentInProgress, false);
  for (const broken of [started, asked]) await broken.app.close();
});

test("an adapter that throws while it takes a code, before it has a promise, is asked, and the code pays once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const broken = await withThrowing(app, "confirm");
  const reply = await payWithCode(broken, orderNumber, await sendCode(broken, orderNumber));
  assert.equal(reply.statusCode, 200, reply.body);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay captured"]);
  assert.ok(app.logLines.some((line) => line.includes("adapter failed")));
  await broken.app.close();
  await assertLedgerAgrees(app);
});

test("an adapter that throws in the check before it has a promise has not answered, and the page may ask again", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await payByCard(await withBrokenNetwork(app, /"apiOperation":"PAY"/), orderNumber);
  const broken = await withThrowing(app, "check");
  assert.equal((await askStatus(broken, orderNumber)).json().statusCode, 202);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
  app.clock.advance(3_000);
  assert.equal((await askStatus(broken, orderNumber)).json().statusCode, 200);
  await broken.app.close();
});

test("an adapter that throws in a refund before it has a promise has not refused: the refund is in doubt", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  const broken = await withThrowing(app, "refund");
  const reply = await broken.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${orderNumber}/refunds`,
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": "refund-key-000001" },
    payload: {},
  });
  assert.deepEqual([reply.statusCode, reply.json().state], [201, "unknown"], reply.body);
  await broken.app.close();
});
