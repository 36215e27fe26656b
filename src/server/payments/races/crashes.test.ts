/** Races with the end of a process: killed at the worst moment, or drained by a deploy, with another one beside it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type RedirectMethod, redirectMethods } from "#methods/allowed.ts";
import { payableInvoice, payableText } from "#methods/payable-amount.ts";
import { issueInvoice, ledger, payByCard, type TestApp } from "#test/app-harness.ts";
import {
  approveAtBank,
  approveOnPage,
  askStatus,
  attemptsOf,
  beginRedirect,
  callOfMerchant,
  cardPayment,
  codePayment,
  comeBack,
  leaveProviderPage,
  openGateway,
  sendCode,
  statusOf,
  visitBank,
} from "#test/buyers.ts";
import { startGatedApp } from "#test/gated-app.ts";
import { endRefunds } from "#test/given-back.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { redirectServices, takenByUs } from "#test/redirect-services.ts";
import { sendTo, startServerProcess } from "#test/server-process.ts";
import { databaseTarget, startTripwire, throughTripwire } from "#test/tripwire.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";
import { sendDueRefunds } from "../refund-jobs.ts";

const openPath = "/rest/pay/openGateway";
const pay = { body: /"apiOperation":"PAY"/ };
const refund = { body: /"apiOperation":"REFUND"/ };

/** What the next process's job does in the minutes after: the lease of the dead one has run out. */
async function runNextProcess(app: TestApp): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    app.clock.advance(95_000);
    await checkDueAttempts(app.services);
    await sendDueRefunds(app.services);
  }
}

test("R11: killed after the gateway took the money and before we wrote it down, the next process finds it", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  await using dying = await startServerProcess(app, { simulatorUrl: app.outward.url });
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop(pay, "answer");
  const lost = sendTo(dying, openPath, body);
  await stop.reached;
  await dying.kill();
  assert.equal(await lost, null);
  assert.equal((await ledger(app)).length, 1, "the gateway has the money");
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card in_flight"]);
  const early = await openGateway(app, orderNumber, "SESSION0000000000000000000000001");
  assert.equal(early.json().code, "payment_in_progress");
  assert.equal(await checkDueAttempts(app.services), 0, "it might still be alive");
  await runNextProcess(app);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  await assertLedgerAgrees(app);
});

test("R11: killed before the payment reached the gateway, the next process finishes it once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  await using dying = await startServerProcess(app, { simulatorUrl: app.outward.url });
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop(pay, "request");
  const lost = sendTo(dying, openPath, body);
  await stop.reached;
  await dying.kill();
  await lost;
  await runNextProcess(app);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  // The dead process's own request was only slow: it arrives now, and is the same payment.
  const late = app.outward.stop(pay, "answer");
  stop.letGo();
  await late.reached;
  assert.equal((await ledger(app)).length, 1);
  await assertLedgerAgrees(app);
});

test("R11: what the next process could not settle at once is asked about whenever the buyer asks", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  await using dying = await startServerProcess(app, { simulatorUrl: app.outward.url });
  const orderNumber = await issueInvoice(app);
  const sent = await sendCode(app, orderNumber);
  const stop = app.outward.stop({ path: /DirectPaymentConfirm/ }, "request");
  const body = await codePayment(app, orderNumber, sent);
  const lost = sendTo(dying, "/rest/pay/stcpay/processPayment", body);
  await stop.reached;
  await dying.kill();
  await lost;
  app.clock.advance(95_000);
  assert.equal(await checkDueAttempts(app.services), 1);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay unknown"], "nobody waits for it any more");
  // The dead process's request was only slow; the job's next question is not due yet.
  const late = app.outward.stop({ path: /DirectPaymentConfirm/ }, "answer");
  stop.letGo();
  await late.reached;
  app.clock.advance(3_000);
  assert.equal((await askStatus(app, orderNumber)).json().statusCode, 200);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay captured"]);
  await assertLedgerAgrees(app);
});

test("R12: killed after we wrote it down and before we answered, the buyer who asks again reads that it is paid", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  let isTaken = false;
  let kill = async (): Promise<void> => {};
  await using databaseWire = await startTripwire({
    target: databaseTarget(app.db.databaseUrl),
    matches: (bytes) => isTaken && /commit/i.test(bytes.toString("latin1")),
    // The commit is done; no answer was sent.
    onPass: (moment) => {
      if (moment === "answered") void kill();
    },
  });
  await using dying = await startServerProcess(app, {
    simulatorUrl: app.outward.url,
    databaseUrl: throughTripwire(app.db.databaseUrl, databaseWire),
  });
  kill = dying.kill;
  const stop = app.outward.stop(pay, "answer");
  const lost = sendTo(dying, openPath, body);
  await stop.reached;
  isTaken = true;
  stop.letGo();
  assert.equal(await lost, null);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  const again = await openGateway(app, orderNumber, "SESSION0000000000000000000000001");
  assert.equal(again.json().code, "order_already_paid");
  assert.equal((await askStatus(app, orderNumber)).json().statusCode, 200);
  await runNextProcess(app);
  await assertLedgerAgrees(app);
});

test("R25: a deploy in the middle of a payment: the old process finishes it, the new one answers meanwhile", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  await using old = await startServerProcess(app, { simulatorUrl: app.outward.url });
  const orderNumber = await issueInvoice(app);
  const [body, another] = [await cardPayment(app, orderNumber), await cardPayment(app, orderNumber)];
  const stop = app.outward.stop(pay, "answer");
  const paying = sendTo(old, openPath, body);
  await stop.reached;
  const drained = old.drain();
  await using next = await startServerProcess(app, { simulatorUrl: app.outward.url });
  const asked = await sendTo(next, "/rest/pay/checkPaymentStatus", { orderNumber });
  assert.equal(asked?.body["statusCode"], 202, "it is being checked, neither paid nor declined");
  assert.equal((await sendTo(next, openPath, another))?.body["code"], "payment_in_progress");
  stop.letGo();
  const paid = await paying;
  assert.deepEqual([paid?.status, paid?.body["statusCode"]], [200, 200]);
  assert.ok(paid?.isLast, "the old process does not wait for the browser to let go of its connection");
  assert.equal(await drained, 0);
  assert.equal((await sendTo(next, openPath, another))?.body["code"], "order_already_paid");
  await assertLedgerAgrees(app);
});

test("R25: a buyer who went to the bank from the old process comes back to the new one", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const visit = await visitBank(app, orderNumber);
  await approveAtBank(app, visit);
  await using next = await startServerProcess(app);
  const { paymentSessionId } = visit;
  const back = await sendTo(next, "/rest/pay/process3dSecure", { orderNumber, paymentSessionId });
  assert.equal(back?.body["statusCode"], 200);
  assert.equal((await comeBack(app, visit)).json().statusCode, 200);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  await assertLedgerAgrees(app);
});

for (const { method, by, path } of takenByUs) {
  test(`R31: ${method}'s money was taken and the process died before it was marked: the job marks it, and takes it once`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app, payableInvoice);
    await approveOnPage(app, method, orderNumber);
    const stop = app.outward.stop({ method: "POST", path }, "answer");
    await using dying = await startServerProcess(app, { simulatorUrl: app.outward.url });
    // Its job takes what is approved as soon as it runs; where an approval is not known yet, this question does.
    const asked = sendTo(dying, "/rest/pay/checkPaymentStatus", { orderNumber });
    await stop.reached;
    await dying.kill();
    await asked;
    assert.equal((await ledger(app)).length, 1, "the provider has taken it");
    const state = by === "capture" ? "authorised" : "in_flight";
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} ${state}`]);
    await runNextProcess(app);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`]);
    await assertLedgerAgrees(app);
  });
}

for (const method of ["card", ...redirectMethods] as const) {
  test(`R31: a refund by ${method} was sent and the process died before it was marked: it is marked, and made once`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app, payableInvoice);
    await payFor(app, orderNumber, method);
    const stop = app.outward.stop(
      method === "card" ? refund : { path: redirectServices[method].refundPath },
      "answer",
    );
    await using dying = await startServerProcess(app, { simulatorUrl: app.outward.url });
    const call = { authorization: `Bearer ${app.apiKey}`, "idempotency-key": "once" };
    const lost = sendTo(dying, `/api/v1/invoices/${orderNumber}/refunds`, { amount: "15.00" }, call);
    await stop.reached;
    await dying.kill();
    assert.equal(await lost, null);
    // The merchant tries again under the same key and gets its state; nothing is sent.
    const again = await callOfMerchant(app, orderNumber, {
      path: "refunds",
      body: { amount: "15.00" },
      key: "once",
    });
    assert.equal(again.json().state, "in_flight", again.body);
    await runNextProcess(app);
    await endRefunds(app);
    assert.deepEqual(
      (await ledger(app)).map(({ kind, amount }) => `${kind} ${amount}`),
      [`capture ${payableText}`, "refund 15.00"],
    );
    await assertLedgerAgrees(app);
  });
}

async function payFor(app: TestApp, orderNumber: string, method: "card" | RedirectMethod): Promise<void> {
  if (method === "card") {
    assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
    return;
  }
  await leaveProviderPage(await beginRedirect(app, method, orderNumber), "approve");
  await askStatus(app, orderNumber);
  await runNextProcess(app);
  assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`]);
}
