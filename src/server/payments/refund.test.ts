/** Refunds from the merchant's call to the provider's books: rules per method, tries that can be traced, silence. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { type ReferenceMethod, referenceMethods } from "#methods/allowed.ts";
import {
  issueInvoice,
  ledger,
  loadModel,
  payByCard,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { actAtBank, askForReference } from "#test/buyers.ts";
import { endRefunds, isRefundedByProvider } from "#test/given-back.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";
import { askForNews } from "./attempt-news.ts";
import { sendDueRefunds } from "./refund-jobs.ts";

const headers = (app: TestApp) => ({ authorization: `Bearer ${app.apiKey}` });

async function refund(app: TestApp, orderNumber: string, payload: object = {}) {
  return await app.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${orderNumber}/refunds`,
    headers: { ...headers(app), "idempotency-key": randomUUID() },
    payload,
  });
}

async function refundsOf(app: TestApp, orderNumber: string) {
  const url = `/api/v1/invoices/${orderNumber}/refunds`;
  return (await app.app.inject({ url, headers: headers(app) })).json().items;
}

const outcomes = ({ tries }: { tries: { outcome: string }[] }) => tries.map(({ outcome }) => outcome);
const statusOf = async (app: TestApp, orderNumber: string) =>
  (await loadModel(app, orderNumber)).order.orderStatus;
const givenBack = async (app: TestApp) =>
  (await ledger(app)).filter(({ kind }) => kind === "refund").map(({ amount }) => amount);

/** An invoice that was paid at a bank, by a number. */
async function payByReference(app: TestApp, method: ReferenceMethod): Promise<string> {
  const orderNumber = await issueInvoice(app);
  await askForReference(app, method, orderNumber);
  await actAtBank(app, method, "pay");
  app.clock.advance(61_000);
  await checkDueAttempts(app.services);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  return orderNumber;
}

test("each try at the provider is kept with its time and answer, and the merchant reads them", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  await setFault(app, { fault: "drop_before", operation: "REFUND", times: 2 });
  await setFault(app, { fault: "drop_before", operation: "RETRIEVE_TRANSACTION", times: 2 });
  const first = (await refund(app, orderNumber)).json();
  assert.equal(first.state, "unknown");
  assert.deepEqual(outcomes(first), ["unknown"]);
  for (let round = 0; round < 3; round += 1) {
    app.clock.advance(60_000);
    await sendDueRefunds(app.services);
  }
  const [settled] = await refundsOf(app, orderNumber);
  assert.deepEqual([settled.state, settled.id], ["refunded", first.id]);
  assert.deepEqual(outcomes(settled).slice(0, 1), ["refunded"]);
  assert.ok(settled.tries.length >= 2);
  for (const { sentAt, answeredAt, detail } of settled.tries) {
    assert.ok(Date.parse(answeredAt) >= Date.parse(sentAt));
    assert.ok(detail.length > 0);
  }
  assert.deepEqual(await givenBack(app), ["115.00"], "given back once");
  assert.equal(await statusOf(app, orderNumber), "REFUNDED");
});

test("a provider's message about a payment has its refund asked about at once, unless it is being asked about", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  await setFault(app, { fault: "drop_before", operation: "REFUND" });
  await setFault(app, { fault: "drop_before", operation: "RETRIEVE_TRANSACTION", times: 2 });
  assert.equal((await refund(app, orderNumber)).json().state, "unknown");
  const { id: attemptId, provider } = await app.db.kysely
    .selectFrom("payment_attempts")
    .select(["id", "provider"])
    .executeTakeFirstOrThrow();
  const tellOf = async () => await askForNews(app.services, { provider, merchantId: null, attemptId });
  assert.equal(await sendDueRefunds(app.services), 0, "not due yet");

  const leaseUntil = new Date(app.clock.now() + 60_000);
  await app.db.kysely
    .updateTable("refunds")
    .set({ lease_token: "another", lease_until: leaseUntil })
    .execute();
  await tellOf();
  assert.equal(await sendDueRefunds(app.services), 0, "another process is asking");
  await app.db.kysely.updateTable("refunds").set({ lease_token: null, lease_until: null }).execute();

  await tellOf();
  assert.equal(await sendDueRefunds(app.services), 1);
  app.clock.advance(10 * 60_000);
  await sendDueRefunds(app.services);
  assert.deepEqual(await givenBack(app), ["115.00"], "given back once");
});

/** The simulated gateway's account, which is public. */
const mpgsAccount = { merchantId: "TESTWASL", password: "simulator-card-password" };

/** A merchant gives money back in the gateway's own dashboard. */
async function refundAtGateway(app: TestApp, orderNumber: string, amount: string): Promise<void> {
  const { merchantId, password } = mpgsAccount;
  const path = `/mpgs/api/rest/version/100/merchant/${merchantId}/order/${orderNumber}/transaction/by-hand`;
  const credentials = Buffer.from(`merchant.${merchantId}:${password}`).toString("base64");
  const reply = await fetch(app.simulatorUrl + path, {
    method: "PUT",
    headers: { authorization: `Basic ${credentials}`, "content-type": "application/json" },
    body: JSON.stringify({ apiOperation: "REFUND", transaction: { amount, currency: "SAR" } }),
  });
  assert.ok(reply.ok, await reply.text());
}

test("a refund that the provider refuses is reported with its code and not tried again", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  await refundAtGateway(app, orderNumber, "100.00");
  const refused = (await refund(app, orderNumber, { amount: "115.00" })).json();
  assert.equal(refused.state, "declined");
  assert.deepEqual(outcomes(refused), ["declined"]);
  app.clock.advance(60 * 60_000);
  assert.equal(await sendDueRefunds(app.services), 0);
  assert.deepEqual(await givenBack(app), ["100.00"]);
});

test("a refund that was not answered and is refused when it is sent again is in doubt for as long as the first may be made", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  await setFault(app, { simulator: "mpgs", fault: "drop_before", operation: "REFUND" });
  const asked = (await refund(app, orderNumber, { amount: "115.00" })).json();
  assert.equal(asked.state, "unknown");
  await refundAtGateway(app, orderNumber, "100.00");
  const stateOf = async () => (await refundsOf(app, orderNumber))[0].state;
  app.clock.advance(60_000);
  assert.equal(await sendDueRefunds(app.services), 1);
  assert.equal(await stateOf(), "unknown", "the first may still be made");
  app.clock.advance(timing.refundResendAfterMs);
  await sendDueRefunds(app.services);
  assert.equal(await stateOf(), "declined");
});

test("what the provider has refused to give back is given back by hand, and nothing that it was not asked for", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  const early = await refund(app, orderNumber, { byHand: true });
  assert.deepEqual([early.statusCode, early.json().code], [422, "validation_failed"]);
  await refundAtGateway(app, orderNumber, "115.00");
  assert.equal((await refund(app, orderNumber)).json().state, "declined");
  const made = (await refund(app, orderNumber, { byHand: true })).json();
  assert.deepEqual(
    [made.state, made.amount, made.byHand, made.ofSurplus],
    ["refunded", "115.00", true, false],
  );
  assert.equal(await statusOf(app, orderNumber), "REFUNDED");
});

test("parts are refunded one after another, never more than was taken, and the last one closes the order", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  for (const amount of ["15.00", "40.00"])
    assert.equal((await refund(app, orderNumber, { amount })).json().state, "refunded");
  assert.equal(await statusOf(app, orderNumber), "PAID");
  assert.equal((await refund(app, orderNumber, { amount: "60.01" })).json().code, "refund_too_large");
  assert.equal((await refund(app, orderNumber)).json().amount, "60.00");
  assert.equal(await statusOf(app, orderNumber), "REFUNDED");
  assert.equal((await refund(app, orderNumber)).json().code, "order_refunded");
  assert.deepEqual(await givenBack(app), ["15.00", "40.00", "60.00"]);
});

for (const method of referenceMethods) {
  test(`${method}: its provider gives back, or a refund is refused with what to do and one made by hand is written down`, async () => {
    await using app = await startTestApp();
    const orderNumber = await payByReference(app, method);
    const isByHand = !isRefundedByProvider(app, method);
    const asked = await refund(app, orderNumber, isByHand ? {} : { byHand: true });
    const code = isByHand ? "refund_not_supported" : "validation_failed";
    assert.deepEqual([asked.statusCode, asked.json().code], [422, code]);
    assert.match(asked.body, /byHand/);
    const way = isByHand ? { byHand: true } : {};
    const part = (await refund(app, orderNumber, { amount: "15.00", ...way })).json();
    assert.equal(part.byHand, isByHand);
    if (isByHand) assert.deepEqual([part.state, part.tries], ["refunded", []]);
    await endRefunds(app);
    assert.equal(await statusOf(app, orderNumber), "PAID");
    assert.equal(
      (await refund(app, orderNumber, { amount: "100.01", ...way })).json().code,
      "refund_too_large",
    );
    assert.equal((await refund(app, orderNumber, way)).json().amount, "100.00");
    await endRefunds(app);
    assert.equal(await statusOf(app, orderNumber), "REFUNDED");
    assert.deepEqual(await givenBack(app), isByHand ? [] : ["15.00", "100.00"]);
    assert.equal(await sendDueRefunds(app.services), 0);
  });
}

test("what a provider refunds cannot be written down as given back by hand", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  const refused = await refund(app, orderNumber, { byHand: true });
  assert.deepEqual([refused.statusCode, refused.json().fields[0].path], [422, "byHand"]);
  assert.deepEqual(await refundsOf(app, orderNumber), []);
});

test("refunds at the same moment need one connection each, also while the shop's accounts are not known", async () => {
  await using app = await startTestApp({ poolSize: 1 });
  const order = await issueInvoice(app);
  await payByCard(app, order);
  app.services.providers.forget("all");
  const before = performance.now();
  const reply = await refund(app, order, { amount: "15.00" });
  assert.equal(reply.statusCode, 201, reply.body);
  assert.ok(performance.now() - before < 2_500, "it waited for a second connection");
});

test("money of an account that is gone is given back by hand, and the call that asks its provider says so", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  // As where the account was removed, and the installation has none of the method.
  await app.db.pool.query("update payment_attempts set provider = 'former'");
  const refused = await refund(app, orderNumber);
  assert.deepEqual([refused.statusCode, refused.json().code], [422, "refund_not_supported"]);
  const made = await refund(app, orderNumber, { byHand: true });
  assert.deepEqual([made.statusCode, made.json().state], [201, "refunded"], made.body);
  assert.equal(await statusOf(app, orderNumber), "REFUNDED");
});
