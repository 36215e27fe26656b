/** Races with a provider that says nothing, or something that is not about this payment. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import {
  advanceSimulators,
  issueInvoice,
  ledger,
  loadModel,
  payByCard,
  post,
  prepareSession,
  setFault,
} from "#test/app-harness.ts";
import {
  approveAtBank,
  askStatus,
  attemptsOf,
  beginRedirect,
  cardPayment,
  comeBack,
  leaveProviderPage,
  openGateway,
  payWithCode,
  sendCode,
  statusOf,
  visitBank,
} from "#test/buyers.ts";
import { forward } from "#test/gate.ts";
import { type GatedApp, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";

const begins = /"apiOperation":"(INITIATE_AUTHENTICATION|PAY)"|DirectPaymentAuthorize/;
const pay = { body: /"apiOperation":"PAY"/ };

/** The job, so much later. */
async function runJobAfter(app: GatedApp, ms: number): Promise<void> {
  app.clock.advance(ms);
  await checkDueAttempts(app.services);
}

/** Another try while nothing is known: refused before any provider is called. */
async function assertHeldOff(app: GatedApp, orderNumber: string, body: object): Promise<void> {
  const begun = () => app.outward.passed.filter(({ body: sent }) => begins.test(sent)).length;
  const before = begun();
  assert.equal((await post(app, "/rest/pay/openGateway", body)).json().code, "payment_in_progress");
  assert.equal((await sendCode(app, orderNumber)).json().code, "payment_in_progress");
  assert.equal(begun(), before, "no provider was asked to begin anything");
}

const silences = ["drop_after_commit", "500_after_commit", "timed_out_then_captured"] as const;

for (const fault of silences) {
  test(`R9: "${fault}" is no decline, holds every other start off, and the first question finds the money`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    const another = await cardPayment(app, orderNumber);
    const sessionId = await prepareSession(app, orderNumber);
    await setFault(app, { fault, operation: "PAY" });
    const reply = await openGateway(app, orderNumber, sessionId);
    assert.deepEqual([reply.statusCode, reply.json().code], [504, "outcome_unknown"]);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
    await assertHeldOff(app, orderNumber, another);
    assert.equal((await askStatus(app, orderNumber)).json().statusCode, 200);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
    await assertLedgerAgrees(app);
  });
}

test("R9: the job finds the money without any buyer, at its first interval and not before", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  await openGateway(app, orderNumber, sessionId);
  assert.equal(await checkDueAttempts(app.services), 0, "the first question waits for its interval");
  await runJobAfter(app, 6_000);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  await assertLedgerAgrees(app);
});

test("R9: the answer to the payment after 3-D Secure is lost, and the second return finds it", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const visit = await visitBank(app, await issueInvoice(app));
  await approveAtBank(app, visit);
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  assert.equal((await comeBack(app, visit)).statusCode, 504);
  assert.equal((await comeBack(app, visit)).json().statusCode, 200);
  assert.equal((await ledger(app)).length, 1);
  await assertLedgerAgrees(app);
});

test("R9: a payment that never arrived is sent again under the same id, once it cannot be on its way", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  await setFault(app, { fault: "drop_before", operation: "PAY" });
  await openGateway(app, orderNumber, sessionId);
  await runJobAfter(app, 6_000);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"], "it might still be on its way");
  await runJobAfter(app, 80_000);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  const [first, second] = app.outward.passed.filter(({ body }) => pay.body.test(body));
  assert.equal(second?.path, first?.path);
  assert.equal(second?.body, first?.body);
  await assertLedgerAgrees(app);
});

for (const [what, amount] of [
  ["no record of it", "115.00"],
  ["a failure that proves nothing", "1077.70"],
] as const) {
  test(`R9: ${what} is as old as its question: an answer that comes after the grace to one from before it ends nothing`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app, {
      pricesIncludeVat: true,
      lines: [{ title: "تمر سكري", quantity: 1, unitPrice: amount, vatRate: "15" }],
    });
    const sessionId = await prepareSession(app, orderNumber);
    const isKnown = amount === "1077.70";
    const silent = isKnown ? null : app.outward.answerInstead(pay, null);
    const reply = await openGateway(app, orderNumber, sessionId);
    silent?.();
    assert.equal(reply.json().code, "outcome_unknown");
    app.clock.advance(timing.notFoundGraceMs - 5_000);
    const question = app.outward.stop({ method: "GET", path: /\/transaction\/p-/ }, "answer");
    const asked = askStatus(app, orderNumber);
    await question.reached;
    app.clock.advance(10_000);
    question.letGo();
    assert.equal((await asked).json().statusCode, 202);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
    if (isKnown) return;
    const late = app.outward.passed.find(({ body }) => pay.body.test(body));
    assert.ok(late);
    await forward(app.simulatorUrl, late);
    assert.equal((await askStatus(app, orderNumber)).json().statusCode, 200);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
    await assertLedgerAgrees(app);
  });
}

test("R9: the answer to a one-time code is lost: the same code finds the payment and charges nothing more", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const sent = await sendCode(app, orderNumber);
  await setFault(app, { simulator: "stcpay", fault: "drop_after_commit", operation: "CONFIRM" });
  for (let time = 0; time < 2; time += 1)
    await setFault(app, { simulator: "stcpay", fault: "drop_before", operation: "INQUIRY" });
  assert.equal((await payWithCode(app, orderNumber, sent)).json().code, "outcome_unknown");
  assert.equal((await payWithCode(app, orderNumber, sent)).statusCode, 200);
  assert.equal((await askStatus(app, orderNumber)).json().statusCode, 200);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay captured"]);
  await assertLedgerAgrees(app);
});

/** Pays on the provider's own page without coming back from it. */
const pages = {
  tabby: async (app: GatedApp, orderNumber: string) => {
    await leaveProviderPage(await beginRedirect(app, "tabby", orderNumber), "approve");
  },
  urpay: payOnBanksPage,
} as const;

for (const [method, payThere] of Object.entries(pages)) {
  test(`R9: paid on the page of ${method}, and every question fails until it expires: paid, never expired`, async () => {
    await using app = await startGatedApp({ messages: "lost", env: { URPAY_DRIVER: "arb" } });
    const orderNumber = await issueInvoice(app);
    await payThere(app, orderNumber);
    const comeBack = app.outward.answerInstead({ path: /tabby|arb/ }, null, 10_000);
    for (let hours = 0; hours < 26; hours += 1) await runJobAfter(app, 60 * 60_000);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} awaiting_buyer`]);
    comeBack();
    await runJobAfter(app, 60 * 60_000);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`]);
    assert.equal(await statusOf(app, orderNumber), "PAID");
    await assertLedgerAgrees(app);
  });
}

for (const status of [401, 429]) {
  test(`R9: an approval that Tamara could not be asked to authorise (HTTP ${status}) is tried again, never given up`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await leaveProviderPage(await beginRedirect(app, "tamara", orderNumber), "approve");
    app.outward.answerInstead({ method: "POST", path: /authorise/ }, { status, body: "{}" });
    assert.equal((await askStatus(app, orderNumber)).json().statusCode, 202);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara unknown"]);
    await runJobAfter(app, 6_000);
    await runJobAfter(app, 6_000);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara captured"]);
    await assertLedgerAgrees(app);
  });
}

test("R10: silence that turns out to be a decline frees the order, and another card pays it", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const another = await cardPayment(app, orderNumber);
  const sessionId = await prepareSession(app, orderNumber, { expiry: "05/39" });
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  assert.equal((await openGateway(app, orderNumber, sessionId)).json().code, "outcome_unknown");
  await assertHeldOff(app, orderNumber, another);
  assert.equal((await askStatus(app, orderNumber)).json().statusCode, 400);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card declined"]);
  assert.equal((await post(app, "/rest/pay/openGateway", another)).statusCode, 200);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card declined", "card captured"]);
  await assertLedgerAgrees(app);
});

test("R10: a code that never arrived charges nothing, holds other starts off until that is sure, then frees the order", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const another = await cardPayment(app, orderNumber);
  const sent = await sendCode(app, orderNumber);
  await setFault(app, { simulator: "stcpay", fault: "drop_before", operation: "CONFIRM", times: 3 });
  assert.equal((await payWithCode(app, orderNumber, sent)).json().code, "outcome_unknown");
  await assertHeldOff(app, orderNumber, another);
  // The code runs out at STC Pay, on its own clock.
  await advanceSimulators(app, 24 * 60 * 60_000);
  for (let round = 0; round < 8; round += 1) await runJobAfter(app, 10 * 60_000);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay expired"]);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  await assertLedgerAgrees(app);
});

test("R27: another sum than the order's never makes it paid; it is kept as surplus, raised, and left to a person", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const another = await cardPayment(app, orderNumber);
  const sessionId = await prepareSession(app, orderNumber);
  await setFault(app, { fault: "amount_mismatch", operation: "PAY" });
  const stop = app.inward.stop({ body: /"type":"PAYMENT"/ }, "request");
  assert.equal((await openGateway(app, orderNumber, sessionId)).json().code, "outcome_unknown");
  assert.equal(await statusOf(app, orderNumber), "PENDING");
  assert.ok(app.logLines.some((line) => line.includes("surplus money")));
  // The gateway's own message about it is no reason to give back a sum that it did not take.
  assert.equal((await forward(app.url, await stop.reached)).status, 200);
  assert.equal(await checkDueAttempts(app.services), 0);
  await assertHeldOff(app, orderNumber, another);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card surplus"]);
  const moved = (await ledger(app)).map(({ kind }) => kind);
  assert.deepEqual(moved, ["capture"]);
  assert.deepEqual(await app.db.kysely.selectFrom("refunds").selectAll().execute(), []);
  await assertLedgerAgrees(app);
});

test("R27: the answer of another order's payment pays nothing, whether it comes at once or to a question", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const paid = await issueInvoice(app);
  const stop = app.outward.stop(pay, "answer");
  const paying = payByCard(app, paid);
  const { path } = await stop.reached;
  stop.letGo();
  assert.equal((await paying).statusCode, 200);
  // A genuine answer about the other order, as the gateway gives it.
  const transaction = /\/transaction\/(.*)$/.exec(path)?.[1] ?? "";
  const foreign = await retrieve(app, path);

  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber, { expiry: "05/39" });
  const isOwn = { path: new RegExp(`/order/${orderNumber}/transaction/p-`) };
  app.outward.rewrite({ ...isOwn, ...pay }, () => foreign);
  const reply = await openGateway(app, orderNumber, sessionId);
  assert.equal(reply.json().code, "outcome_unknown", reply.body);
  app.outward.rewrite({ ...isOwn, method: "GET" }, () => foreign);
  assert.equal((await askStatus(app, orderNumber)).json().statusCode, 202);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
  assert.ok(foreign.includes(transaction));
  await runJobAfter(app, 60_000);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card declined"], "its own answer says so");
  await assertLedgerAgrees(app);
});

const ways = ["at once", "to a question"] as const;

for (const way of ways) {
  test(`R27: an answer in another currency, ${way}, pays nothing; it is kept as surplus and left to a person`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    const another = await cardPayment(app, orderNumber);
    const sessionId = await prepareSession(app, orderNumber);
    const isQuestion = { method: "GET", path: new RegExp(`/order/${orderNumber}/transaction/p-`) };
    if (way === "to a question") await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
    // The same sum in dirhams: nothing but the currency tells it from the order's own money.
    app.outward.rewrite(way === "at once" ? pay : isQuestion, (body) => body.replaceAll('"SAR"', '"AED"'));
    assert.equal((await openGateway(app, orderNumber, sessionId)).json().code, "outcome_unknown");
    if (way === "to a question") assert.equal((await askStatus(app, orderNumber)).json().statusCode, 202);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["card surplus"]);
    assert.equal(await statusOf(app, orderNumber), "PENDING");
    assert.ok(app.logLines.some((line) => line.includes("surplus money") && line.includes("AED")));
    const attempt = app.db.kysely.selectFrom("payment_attempts").select(["settled_at", "received_amount"]);
    // A sum of another currency is no sum of the order's.
    assert.deepEqual(await attempt.execute(), [{ settled_at: null, received_amount: null }]);
    await assertHeldOff(app, orderNumber, another);
    await runJobAfter(app, 60_000);
    assert.deepEqual(await app.db.kysely.selectFrom("refunds").selectAll().execute(), []);
    assert.equal(await statusOf(app, orderNumber), "PENDING");
    await assertLedgerAgrees(app);
  });
}

test("R27: an answer of another order's number is not believed, whether it comes at once or to a question", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  const other = await issueInvoice(app);
  app.outward.rewrite(pay, (body) => body.replaceAll(orderNumber, other));
  assert.equal((await openGateway(app, orderNumber, sessionId)).json().code, "outcome_unknown");
  const isQuestion = { method: "GET", path: new RegExp(`/order/${orderNumber}/transaction/p-`) };
  app.outward.rewrite(isQuestion, (body) => body.replaceAll(orderNumber, other));
  assert.equal((await askStatus(app, orderNumber)).json().statusCode, 202);
  await runJobAfter(app, 60_000);
  assert.equal(await statusOf(app, orderNumber), "PAID", "its own answer says so");
  assert.equal(await statusOf(app, other), "CREATED");
  await assertLedgerAgrees(app);
});

/** Asks for UR Pay's code by the bank's page, and types it there. */
async function payOnBanksPage(app: GatedApp, orderNumber: string): Promise<void> {
  const { transactionId, signature, total } = await loadModel(app, orderNumber);
  const reply = await post(app, "/rest/pay/urpay/sendOtp", {
    orderNumber,
    clientName: "نورة العتيبي",
    clientMobile: "0551234567",
    clientCountryCode: "SA",
    shipmentCity: null,
    shipmentAddress: null,
    transactionId,
    signature,
    emailSignature: null,
    total,
    urpayMobile: "512345678",
    urpayMobileCountryCode: "966",
  });
  assert.equal(reply.statusCode, 200, reply.body);
  const { id } = await app.db.kysely.selectFrom("payment_attempts").select("id").executeTakeFirstOrThrow();
  const body = new URLSearchParams({ action: "pay" });
  const paid = await fetch(`${app.simulatorUrl}/arb/desk/${id}`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  assert.ok(paid.status < 400, await paid.text());
}

/** Asks the gateway about a transaction with the simulator's account, past our server. */
async function retrieve(app: GatedApp, path: string): Promise<string> {
  const sent = app.outward.passed.find((passage) => passage.path === path);
  const authorization = sent?.headers["authorization"] ?? "";
  return await (await fetch(`${app.simulatorUrl}${path}`, { headers: { authorization } })).text();
}
