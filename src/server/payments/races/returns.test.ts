/** Races of the ways back to us: the buyer's return, the provider's messages, the pages' questions, in any order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, ledger, prepareSession, setFault } from "#test/app-harness.ts";
import {
  approveAtBank,
  askStatus,
  attemptsOf,
  beginRedirect,
  callOfMerchant,
  comeBack,
  leaveProviderPage,
  openGateway,
  statusOf,
  visitBank,
} from "#test/buyers.ts";
import { passChallenge } from "#test/card-gateway-driver.ts";
import { forward, type Passage } from "#test/gate.ts";
import { type GatedApp, secondProcess, secondServer, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { until } from "#test/until.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";

const fromTamara = { path: /^\/rest\/pay\/notify\/tamara\// };
const aboutPayment = { path: /\/notify\/card\//, body: /"type":"PAYMENT"/ };
const aboutRefund = { path: /\/notify\/card\//, body: /"type":"REFUND"/ };

/** The job, late enough for everything that is open by now. */
async function runJob(app: GatedApp): Promise<void> {
  app.clock.advance(61_000);
  await checkDueAttempts(app.services);
}

async function moved(app: GatedApp): Promise<string[]> {
  return (await ledger(app)).map(({ kind, amount }) => `${kind} ${amount}`);
}

/** A payment by Tamara up to the moment when the buyer has approved; its message waits at the gate. */
async function approveTamara(
  app: GatedApp,
  orderNumber: string,
): Promise<{ back: string; message: Passage }> {
  const started = await beginRedirect(app, "tamara", orderNumber);
  const stop = app.inward.stop(fromTamara, "request");
  const back = await leaveProviderPage(started, "approve");
  return { back, message: await stop.reached };
}

test("R4: the provider's message settles the order before the buyer is back, and the return changes nothing", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const back = await leaveProviderPage(await beginRedirect(app, "tamara", orderNumber), "approve");
  // The message has made the attempt due; a worker follows it up, long before its interval.
  await until(async () => (await checkDueAttempts(app.services)) > 0);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  assert.equal((await app.app.inject(back)).statusCode, 200);
  assert.equal((await askStatus(app, orderNumber)).json().statusCode, 200);
  await runJob(app);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara captured"]);
  assert.deepEqual(await moved(app), ["capture 115.00"]);
  await assertLedgerAgrees(app);
});

test("R4: a card's message that overtakes the answer to its own payment changes nothing", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  await setFault(app, { fault: "webhook_before_reply", operation: "PAY" });
  const reply = await openGateway(app, orderNumber, sessionId);
  assert.equal(reply.json().statusCode, 200, reply.body);
  assert.ok(app.inward.passed.some(({ body }) => aboutPayment.body.test(body)));
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  await assertLedgerAgrees(app);
});

test("R4: a message after 3-D Secure pays before the browser is back, and the browser learns it", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const stop = app.inward.stop({ path: /\/notify\/card\// }, "request");
  const visit = await visitBank(app, orderNumber);
  // A message about this attempt, whatever it says, is a reason to ask.
  const message = await stop.reached;
  await approveAtBank(app, visit);
  assert.equal((await forward(app.url, message)).status, 200);
  assert.equal(await checkDueAttempts(app.services), 1);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  assert.equal((await comeBack(app, visit)).json().statusCode, 200);
  stop.letGo();
  assert.deepEqual(await moved(app), ["capture 115.00"]);
  await assertLedgerAgrees(app);
});

test("R5: the buyer is back before the provider's message, which then changes nothing", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const { back, message } = await approveTamara(app, orderNumber);
  assert.equal((await app.app.inject(back)).statusCode, 200);
  assert.equal((await askStatus(app, orderNumber)).json().statusCode, 200);
  const before = await attemptsOf(app, orderNumber);
  assert.deepEqual(before, ["tamara authorised"]);
  assert.equal((await forward(app.url, message)).status, 200);
  await runJob(app);
  assert.equal((await forward(app.url, message)).status, 200);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara captured"]);
  assert.deepEqual(await moved(app), ["capture 115.00"]);
  await assertLedgerAgrees(app);
});

test("R6: message, return, status questions and the job at once, in two processes, settle once", async () => {
  await using app = await startGatedApp({ poolSize: 20 });
  const other = await secondServer(app);
  for (let round = 0; round < 4; round += 1) {
    const orderNumber = await issueInvoice(app);
    const { back, message } = await approveTamara(app, orderNumber);
    app.clock.advance(31_000);
    await Promise.all([
      forward(app.url, message),
      forward(app.url, message),
      app.app.inject(back),
      other.app.inject(back),
      ...[app, other, app, other, app, other].map((process) => askStatus(process, orderNumber)),
      checkDueAttempts(app.services),
      checkDueAttempts(other.services),
    ]);
    assert.equal(await statusOf(app, orderNumber), "PAID");
    await runJob(app);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara captured"]);
  }
  await other.app.close();
  await assertLedgerAgrees(app);
});

test("R6: a card's return, questions and job at once, in two processes, take the money once", async () => {
  await using app = await startGatedApp({ poolSize: 20 });
  const other = await secondServer(app);
  for (let round = 0; round < 4; round += 1) {
    const orderNumber = await issueInvoice(app);
    const visit = await visitBank(app, orderNumber);
    await approveAtBank(app, visit);
    app.clock.advance(31_000);
    await Promise.all([
      ...[app, other, app, other].map((process) => comeBack(process, visit)),
      ...[app, other, app, other].map((process) => askStatus(process, orderNumber)),
      checkDueAttempts(app.services),
      checkDueAttempts(secondProcess(app)),
    ]);
    assert.equal((await comeBack(app, visit)).json().statusCode, 200);
    const asked = app.outward.passed.filter(
      ({ path, body }) => path.includes(orderNumber) && /"apiOperation":"PAY"/.test(body),
    );
    assert.equal(asked.length, 1, "the fence lets one of them take the money");
  }
  await other.app.close();
  await assertLedgerAgrees(app);
});

test("R6: a return from the bank does not get an answer from before the bank said yes", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const visit = await visitBank(app, orderNumber);
  const stop = app.outward.stop({ method: "GET" }, "answer");
  const early = askStatus(app, orderNumber);
  await stop.reached;
  await approveAtBank(app, visit);
  const back = comeBack(app, visit);
  stop.letGo();
  assert.equal((await back).json().statusCode, 200);
  // What the early one receives depends on who is done first.
  await early;
  await assertLedgerAgrees(app);
});

test("R7: of several loads of the bank's page one gets it, the others lead to the result, and it pays once", async () => {
  await using app = await startGatedApp();
  const visit = await visitBank(app, await issueInvoice(app));
  const loads = await Promise.all([1, 2, 3, 4].map(() => app.app.inject(visit.page)));
  const [page, ...again] = loads.toSorted((one, two) => one.statusCode - two.statusCode);
  assert.equal(page?.statusCode, 200);
  for (const load of [...again, await app.app.inject(visit.page)]) {
    assert.equal(load.statusCode, 303);
    assert.match(String(load.headers.location), /\/pay\/process3DSecure\?msg=/);
  }
  await passChallenge(page?.body ?? "", "successful");
  await Promise.all([1, 2, 3].map(() => comeBack(app, visit)));
  assert.equal((await comeBack(app, visit)).json().statusCode, 200);
  assert.deepEqual(await moved(app), ["capture 115.00"]);
  await assertLedgerAgrees(app);
});

test("R13: a message that comes twenty times at once, in two processes, counts once", async () => {
  await using app = await startGatedApp({ poolSize: 20 });
  const other = await secondServer(app);
  const otherUrl = await other.app.listen({ host: "127.0.0.1", port: 0 });
  const orderNumber = await issueInvoice(app);
  const { message } = await approveTamara(app, orderNumber);
  const send = () =>
    Promise.all(Array.from({ length: 20 }, (_, index) => forward(index % 2 ? app.url : otherUrl, message)));
  for (const answer of await send()) assert.equal(answer.status, 200);
  await Promise.all([checkDueAttempts(app.services), checkDueAttempts(other.services)]);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  await runJob(app);
  for (const answer of await send()) assert.equal(answer.status, 200);
  await Promise.all([checkDueAttempts(app.services), checkDueAttempts(other.services)]);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara captured"]);
  await other.app.close();
  await assertLedgerAgrees(app);
});

test("R13: a card gateway that sends every message twice changes nothing by it", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  await setFault(app, { fault: "duplicate_webhook", operation: "PAY" });
  const stops = [1, 2].map(() => app.inward.stop(aboutPayment, "answer"));
  assert.equal((await openGateway(app, orderNumber, sessionId)).statusCode, 200);
  for (const stop of stops) {
    await stop.reached;
    stop.letGo();
  }
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  await assertLedgerAgrees(app);
});

test("R14: the refund's message before the payment's leaves the order refunded", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  const ofPayment = app.inward.stop(aboutPayment, "request");
  const ofRefund = app.inward.stop(aboutRefund, "request");
  await openGateway(app, orderNumber, sessionId);
  const payment = await ofPayment.reached;
  assert.equal((await callOfMerchant(app, orderNumber, { path: "refunds" })).json().state, "refunded");
  const refund = await ofRefund.reached;
  for (const message of [refund, payment, refund, payment]) {
    assert.equal((await forward(app.url, message)).status, 200);
    await checkDueAttempts(app.services);
  }
  assert.equal(await statusOf(app, orderNumber), "REFUNDED");
  assert.deepEqual(await moved(app), ["capture 115.00", "refund 115.00"]);
  await assertLedgerAgrees(app);
});

test("R14: the message of the collection before that of the approval leaves the order paid once", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const { back, message: approval } = await approveTamara(app, orderNumber);
  await app.app.inject(back);
  await askStatus(app, orderNumber);
  const stop = app.inward.stop({ ...fromTamara, body: /fully_captured/ }, "request");
  await runJob(app);
  const collection = await stop.reached;
  for (const message of [collection, approval]) {
    assert.equal((await forward(app.url, message)).status, 200);
    await checkDueAttempts(app.services);
  }
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara captured"]);
  await assertLedgerAgrees(app);
});
