/** An approval that is found only when the core has stopped waiting for its buyer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { payableInvoice } from "#methods/payable-amount.ts";
import type { PaymentProvider } from "#methods/payment-method.ts";
import { issueInvoice, ledger, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { askStatus, attemptsOf, beginRedirect, leaveProviderPage, statusOf } from "#test/buyers.ts";
import { startGatedApp } from "#test/gated-app.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";

const minuteMs = 60_000;

/** The same system, with each provider changed. */
function withProviders(
  { services }: TestApp,
  change: (provider: PaymentProvider) => PaymentProvider,
): TestApp["services"] {
  const { providers } = services;
  const of: typeof providers.of = async (method, merchantId) => {
    const provider = await providers.of(method, merchantId);
    return provider && change(provider);
  };
  return { ...services, providers: { ...providers, of } };
}

/** The same jobs, for which the core waits twenty minutes for a buyer of Tamara's: an approval lives for days there. Counts what is given up. */
function impatient(app: TestApp, given: string[]): TestApp["services"] {
  return withProviders(app, (provider) => ({
    ...provider,
    ...(provider.pageOrigins && { awaitingLifetimeMs: 20 * minuteMs }),
    cancel: (context) => {
      given.push(context.order.orderNumber);
      return provider.cancel?.(context) ?? assert.fail("it can be given up");
    },
  }));
}

test("an approval that is found too late to be taken is cancelled at its provider, and nothing is charged", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, payableInvoice);
  const started = await beginRedirect(app, "tamara", orderNumber);
  const given: string[] = [];
  const services = impatient(app, given);
  app.clock.advance(11 * minuteMs);
  await checkDueAttempts(services);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara awaiting_buyer"]);
  // The tab is closed there, and the message is lost.
  await leaveProviderPage(started, "approve");
  app.clock.advance(15 * minuteMs);
  await checkDueAttempts(services);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara cancelled"]);
  assert.deepEqual(await ledger(app), []);
  assert.deepEqual(given, [orderNumber]);
  assert.notEqual(await statusOf(app, orderNumber), "PAID");
});

test("a payment that the buyer alone takes is asked about after a card took its place, also by a provider without a page and without a call to close it", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, payableInvoice);
  await beginRedirect(app, "tamara", orderNumber);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara superseded", "card captured"]);
  const asked: string[] = [];
  const services = withProviders(app, ({ cancel, confirm, pageOrigins, ...provider }) => {
    const check: PaymentProvider["check"] = (context) => {
      asked.push(context.attempt.id);
      return provider.check(context);
    };
    return { ...provider, check } as PaymentProvider;
  });
  app.clock.advance(minuteMs);
  await checkDueAttempts(services);
  assert.equal(asked.length, 1);
});

test("an approval whose money the provider refuses to take is given up within half an hour, and another method pays", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app, payableInvoice);
  const refusal = { status: 409, body: JSON.stringify({ message: "order_cannot_be_authorised" }) };
  app.outward.answerInstead({ method: "POST", path: /\/authorise$/ }, refusal, 1_000);
  await leaveProviderPage(await beginRedirect(app, "tamara", orderNumber), "approve");
  assert.equal((await askStatus(app, orderNumber)).json().statusCode, 202);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara unknown"]);
  assert.equal((await payByCard(app, orderNumber)).json().code, "payment_in_progress");
  for (let minute = 0; minute < 30; minute += 1) {
    app.clock.advance(minuteMs);
    await checkDueAttempts(app.services);
  }
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara cancelled"]);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  assert.deepEqual(
    (await ledger(app)).map(({ kind }) => kind),
    ["capture"],
  );
});
