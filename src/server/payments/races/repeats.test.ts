/**
 * A payment that is sent again after silence, while its first copy is still on its way. That the second one was not
 * taken says nothing about the first: only the gateway's own word on the payment ends the doubt.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allowedMethodNames, type WalletMethod } from "#methods/allowed.ts";
import { cards, issueInvoice, ledger, loadModel, payByCard, post, setFault } from "#test/app-harness.ts";
import { approveAtBank, askStatus, attemptsOf, sendCode, statusOf, visitBank } from "#test/buyers.ts";
import { forward } from "#test/gate.ts";
import { type GatedApp, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { walletMethods, walletServices } from "#test/wallet-services.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";

const minuteMs = 60_000;
const isPay = (passage: { readonly body: string }) => /"apiOperation":"PAY"/.test(passage.body);

/** A wallet's payment, as its page sends it. */
async function payByWallet(app: GatedApp, orderNumber: string, wallet: WalletMethod) {
  const { transactionId, signature, total } = await loadModel(app, orderNumber);
  const client = { clientName: "نورة العتيبي", clientMobile: "0551234567", clientCountryCode: "sa" };
  const paymentPacket = { orderNumber, transactionId, signature, emailSignature: null, ...client };
  const { path, token } = walletServices[wallet];
  return await post(app, path, { paymentPacket, paymentToken: token(), total });
}

/** Everything that is paid by one request which may be sent again. */
const methods = ["card", "amex", ...walletMethods] as const;
type Method = (typeof methods)[number];

async function pay(app: GatedApp, orderNumber: string, method: Method) {
  if (method === "card") return await payByCard(app, orderNumber);
  if (method === "amex")
    return await payByCard(app, orderNumber, {
      number: cards.amexFrictionless,
      cardType: "amex",
      cvv: "1000",
    });
  return await payByWallet(app, orderNumber, method);
}

/** The job, so much later. */
async function runJobAfter(app: GatedApp, ms: number): Promise<void> {
  app.clock.advance(ms);
  await checkDueAttempts(app.services);
}

/** The job's rounds while the buyer does nothing. */
async function runJobFor(app: GatedApp, ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 10_000) await runJobAfter(app, 10_000);
}

/** How a gateway answers that took nothing; null: by its own fault. */
const refusals = {
  busy: null,
  "wrong password": { status: 401, body: "{}" },
  "session over": {
    status: 400,
    body: '{"result":"ERROR","error":{"cause":"INVALID_REQUEST","field":"session.id","validationType":"INVALID"}}',
  },
} as const;
type Refusal = keyof typeof refusals;

/** The first PAY is swallowed by the network, and its repetition meets a gateway that refuses it so. */
async function loseThenRefuse(app: GatedApp, method: Method, refusal: Refusal): Promise<string> {
  const orderNumber = await issueInvoice(app, { allowedMethods: allowedMethodNames });
  await setFault(app, { fault: "drop_before", operation: "PAY" });
  const reply = await pay(app, orderNumber, method);
  assert.deepEqual([reply.statusCode, reply.json().code], [504, "outcome_unknown"], reply.body);
  const answer = refusals[refusal];
  if (answer === null) await setFault(app, { fault: "status_503", operation: "PAY" });
  else app.outward.answerInstead({ body: /"apiOperation":"PAY"/ }, answer);
  await runJobAfter(app, 81_000);
  assert.equal(app.outward.passed.filter(isPay).length, 2, "the job has sent it again");
  return orderNumber;
}

for (const method of methods) {
  for (const refusal of Object.keys(refusals) as Refusal[]) {
    test(`R33: a ${method} payment whose repetition is refused (${refusal}) stays unknown, and its late first copy is the only charge`, async () => {
      await using app = await startGatedApp({ messages: "lost" });
      const orderNumber = await loseThenRefuse(app, method, refusal);
      assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} unknown`]);
      assert.ok((await loadModel(app, orderNumber)).isPaymentInProgress, "nobody says: try again");
      const [first] = app.outward.passed.filter(isPay);
      assert.ok(first);
      assert.equal((await forward(app.simulatorUrl, first)).status, 201, "it was only slow");
      assert.equal((await sendCode(app, orderNumber)).json().code, "payment_in_progress");
      await runJobFor(app, minuteMs);
      assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`]);
      assert.equal(await statusOf(app, orderNumber), "PAID");
      assert.equal((await ledger(app)).length, 1);
      await assertLedgerAgrees(app);
    });
  }

  test(`R33: an outage longer than the grace loses no proven ${method} buyer: the payment is sent until it is taken`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await loseThenRefuse(app, method, "busy");
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} unknown`]);
    // Nothing of the refused copy can be on its way, so nothing has to be waited for again.
    await runJobFor(app, minuteMs);
    assert.equal(await statusOf(app, orderNumber), "PAID");
    const bodies = new Set(app.outward.passed.filter(isPay).map(({ body }) => body));
    assert.equal(bodies.size, 1, "the same payment to the byte");
    assert.equal((await ledger(app)).length, 1);
    await assertLedgerAgrees(app);
  });
}

test("R33: with the gateway's message lost, the late first copy is found by the job alone", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await loseThenRefuse(app, "card", "busy");
  const [first] = app.outward.passed.filter(isPay);
  assert.ok(first);
  await forward(app.simulatorUrl, first);
  await runJobFor(app, minuteMs);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  await assertLedgerAgrees(app);
});

test("R33: the caller whose lease ran out learns that its own copy was not taken, while the repetition is under way", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const first = app.outward.stop({ body: /"apiOperation":"PAY"/ }, "request");
  const paying = payByCard(app, orderNumber);
  await first.reached;
  app.clock.advance(95_000);
  const second = app.outward.stop({ body: /"apiOperation":"PAY"/ }, "answer");
  const repeating = checkDueAttempts(app.services);
  await second.reached;
  // The first copy comes to a gateway that is too busy for it; the second one was taken.
  await setFault(app, { fault: "status_503", operation: "PAY" });
  first.letGo();
  assert.equal((await paying).json().code, "outcome_unknown");
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
  second.letGo();
  await repeating;
  assert.equal(await statusOf(app, orderNumber), "PAID");
  await assertLedgerAgrees(app);
});

test("R33: the repetition of a payment after the bank's page is not declined by a busy gateway either", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await approveAtBank(app, await visitBank(app, orderNumber));
  await setFault(app, { fault: "drop_before", operation: "PAY" });
  await askStatus(app, orderNumber);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
  await setFault(app, { fault: "status_503", operation: "PAY" });
  await runJobAfter(app, 81_000);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
  await runJobFor(app, minuteMs);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  await assertLedgerAgrees(app);
});

test("R33: a payment that was sent once and not taken is a decline, and the order is free at once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await setFault(app, { fault: "status_503", operation: "PAY" });
  assert.equal((await payByCard(app, orderNumber)).json().code, "gateway_unavailable");
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card declined"]);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  await assertLedgerAgrees(app);
});
