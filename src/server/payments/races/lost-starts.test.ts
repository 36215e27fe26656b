/**
 * A start whose answer is lost. It has taken no money and nobody can go on with it, so it stands in nobody's way: the
 * next start puts it aside, and whatever still comes of it charges nothing.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, issueInvoice, ledger, loadModel, payByCard, post, setFault } from "#test/app-harness.ts";
import {
  approveAtBank,
  askForReference,
  askStatus,
  attemptsOf,
  beginInstalments,
  callOfMerchant,
  payWithCode,
  sendCode,
  statusOf,
  visitBank,
} from "#test/buyers.ts";
import { forward } from "#test/gate.ts";
import { type GatedApp, secondProcess, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { checkDueAttempts } from "../../jobs.ts";

const operations = ["INITIATE_AUTHENTICATION", "AUTHENTICATE_PAYER"] as const;
const faults = ["drop_before", "drop_after_commit", "500_after_commit"] as const;
const isPay = (passage: { readonly body: string }) => /"apiOperation":"PAY"/.test(passage.body);
const question = { method: "GET", path: /\/transaction\/a-/ };

/** Starts a card payment whose answer from the gateway is lost at one of its calls. */
async function loseStart(
  app: GatedApp,
  orderNumber: string,
  lost: { readonly operation: string; readonly fault: string; readonly number?: string },
): Promise<void> {
  const { number = cards.challenge, ...fault } = lost;
  await setFault(app, fault);
  const reply = await payByCard(app, orderNumber, { number });
  assert.deepEqual([reply.statusCode, reply.json().code], [504, "outcome_unknown"], reply.body);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
}

for (const operation of operations) {
  for (const fault of faults) {
    test(`R34: ${operation} lost (${fault}): another method pays at once, though the gateway answers no question`, async () => {
      await using app = await startGatedApp({ messages: "lost" });
      const orderNumber = await issueInvoice(app);
      await loseStart(app, orderNumber, { operation, fault });
      app.outward.answerInstead(question, null, 20);
      assert.equal((await loadModel(app, orderNumber)).isPaymentInProgress, false);
      const paid = await payWithCode(app, orderNumber, await sendCode(app, orderNumber));
      assert.equal(paid.statusCode, 200, paid.body);
      app.clock.advance(20_000);
      await checkDueAttempts(app.services);
      assert.deepEqual(await attemptsOf(app, orderNumber), ["card superseded", "stcpay captured"]);
      assert.equal(app.outward.passed.filter(isPay).length, 0);
      await assertLedgerAgrees(app);
    });
  }

  test(`R34: ${operation} lost: the first question tells the buyer that nothing was charged, and the same card pays`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await loseStart(app, orderNumber, { operation, fault: "drop_after_commit" });
    assert.equal((await askStatus(app, orderNumber)).json().statusCode, 400);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["card declined"]);
    assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
    assert.equal((await ledger(app)).length, 1);
    await assertLedgerAgrees(app);
  });
}

test("R34: the lost answer was that the bank asks nothing: the question finds it, and the money is taken once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await loseStart(app, orderNumber, {
    operation: "AUTHENTICATE_PAYER",
    fault: "drop_after_commit",
    number: cards.frictionless,
  });
  assert.equal((await askStatus(app, orderNumber)).json().statusCode, 200);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  await assertLedgerAgrees(app);
});

test("R34: the question that would take the money meets a newer start: the fence lets the newer one pay alone", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await loseStart(app, orderNumber, {
    operation: "AUTHENTICATE_PAYER",
    fault: "drop_after_commit",
    number: cards.frictionless,
  });
  app.clock.advance(6_000);
  const stop = app.outward.stop(question, "answer");
  const asking = checkDueAttempts(secondProcess(app));
  await stop.reached;
  const paid = await payWithCode(app, orderNumber, await sendCode(app, orderNumber));
  assert.equal(paid.statusCode, 200, paid.body);
  stop.letGo();
  await asking;
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card superseded", "stcpay captured"]);
  assert.equal(app.outward.passed.filter(isPay).length, 0);
  await assertLedgerAgrees(app);
});

for (const number of [cards.frictionless, cards.challenge]) {
  test(`R34: a start that answers after its lease, when another one has paid, charges nothing (card ${number.slice(-4)})`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    const stop = app.outward.stop({ body: /"apiOperation":"AUTHENTICATE_PAYER"/ }, "answer");
    const slow = payByCard(app, orderNumber, { number });
    await stop.reached;
    // As after a kill -9: within its lease it may still be alive, afterwards it is nobody's.
    assert.equal((await sendCode(app, orderNumber)).json().code, "payment_in_progress");
    app.outward.answerInstead(question, null);
    app.clock.advance(95_000);
    await checkDueAttempts(app.services);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
    const paid = await payWithCode(app, orderNumber, await sendCode(app, orderNumber));
    assert.equal(paid.statusCode, 200, paid.body);
    stop.letGo();
    assert.notEqual((await slow).statusCode, 200);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["card superseded", "stcpay captured"]);
    assert.equal(app.outward.passed.filter(isPay).length, 0);
    await assertLedgerAgrees(app);
  });
}

test("R34: a message about a payment that was put aside is followed up and charges nothing", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const stop = app.inward.stop({ path: /\/notify\/card\// }, "request");
  const visit = await visitBank(app, orderNumber);
  const message = await stop.reached;
  await approveAtBank(app, visit);
  assert.equal((await payWithCode(app, orderNumber, await sendCode(app, orderNumber))).statusCode, 200);
  assert.equal((await forward(app.url, message)).status, 200);
  assert.equal(await checkDueAttempts(app.services), 1);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card superseded", "stcpay captured"]);
  assert.equal(app.outward.passed.filter(isPay).length, 0);
  stop.letGo();
  await assertLedgerAgrees(app);
});

const others = {
  sadad: (app: GatedApp, orderNumber: string) => askForReference(app, "sadad", orderNumber),
  a2a: (app: GatedApp, orderNumber: string) => askForReference(app, "a2a", orderNumber),
  tabby: (app: GatedApp, orderNumber: string) => beginInstalments(app, "tabby", orderNumber),
  tamara: (app: GatedApp, orderNumber: string) => beginInstalments(app, "tamara", orderNumber),
} as const;

for (const [method, begin] of Object.entries(others)) {
  test(`R34: a lost start of ${method} holds no card off while its provider answers nothing more`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    // Not the access token: without one nothing is sent.
    const ofProvider = { path: /^(?!.*token).*(moyasar|viban|tabby|tamara)/ };
    app.outward.answerInstead(ofProvider, null, 50);
    assert.equal((await begin(app, orderNumber)).json().code, "outcome_unknown");
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} unknown`]);
    assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} superseded`, "card captured"]);
    assert.equal(await statusOf(app, orderNumber), "PAID");
    await assertLedgerAgrees(app);
  });
}

test("R34: the merchant may cancel an order whose start was lost, and what still comes of it charges nothing", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await loseStart(app, orderNumber, {
    operation: "AUTHENTICATE_PAYER",
    fault: "drop_after_commit",
    number: cards.frictionless,
  });
  const cancelled = await callOfMerchant(app, orderNumber, { path: "cancel" });
  assert.equal(cancelled.json().status, "CANCELLED", cancelled.body);
  app.clock.advance(60_000);
  await checkDueAttempts(app.services);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card superseded"]);
  assert.equal(app.outward.passed.filter(isPay).length, 0);
  assert.equal((await post(app, "/rest/pay/checkPaymentStatus", { orderNumber })).json().statusCode, 400);
  await assertLedgerAgrees(app);
});
