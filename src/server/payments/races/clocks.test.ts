/** Races with time itself: clocks that jump, days that are rare, a host whose clock is not the database's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, ledger, payByCard, post, prepareSession, setFault } from "#test/app-harness.ts";
import {
  approveAtBank,
  askStatus,
  attemptsOf,
  callOfMerchant,
  cardPayment,
  comeBack,
  openGateway,
  payWithCode,
  sendCode,
  statusOf,
  visitBank,
} from "#test/buyers.ts";
import { type GatedApp, secondProcess, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";
import { sendDueRefunds } from "../refund-jobs.ts";

const minuteMs = 60_000;
const jumps = [10 * minuteMs, -10 * minuteMs] as const;
const pay = { body: /"apiOperation":"PAY"/ };
const openPath = "/rest/pay/openGateway";

/** The job's rounds of the half hour after, wherever the clock has come to. */
async function runJobs(app: GatedApp): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    app.clock.advance(5 * minuteMs);
    await checkDueAttempts(app.services);
    await sendDueRefunds(app.services);
  }
}

for (const jumpMs of jumps) {
  const jump = `${jumpMs > 0 ? "+" : "-"}10 minutes`;

  test(`R26: a clock that jumps by ${jump} between the gateway's answer and ours changes nothing`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    const stop = app.outward.stop(pay, "answer");
    const paying = payByCard(app, orderNumber);
    await stop.reached;
    app.clock.advance(jumpMs);
    // The job of a process with the new time may take the attempt for one that a dead process left.
    await checkDueAttempts(secondProcess(app));
    stop.letGo();
    assert.equal((await paying).json().statusCode, 200);
    await runJobs(app);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
    await assertLedgerAgrees(app);
  });

  test(`R26: a clock that jumps by ${jump} while a code is on its way does not free the order for another payment`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    const sent = await sendCode(app, orderNumber);
    const body = await cardPayment(app, orderNumber);
    const stop = app.outward.stop({ path: /DirectPaymentConfirm/ }, "request");
    const paying = payWithCode(app, orderNumber, sent);
    await stop.reached;
    app.clock.advance(jumpMs);
    await checkDueAttempts(secondProcess(app));
    await askStatus(app, orderNumber);
    assert.equal((await post(app, openPath, body)).json().code, "payment_in_progress");
    stop.letGo();
    assert.equal((await paying).json().statusCode, 200);
    await runJobs(app);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay captured"]);
    await assertLedgerAgrees(app);
  });

  test(`R26: a lost answer is found after the clock jumped by ${jump}`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    const sessionId = await prepareSession(app, orderNumber);
    await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
    assert.equal((await openGateway(app, orderNumber, sessionId)).json().code, "outcome_unknown");
    app.clock.advance(jumpMs);
    await runJobs(app);
    assert.equal(await statusOf(app, orderNumber), "PAID");
    await assertLedgerAgrees(app);
  });

  test(`R26: a host ${jump} off the database's clock takes, refunds and tells as any other`, async () => {
    await using app = await startGatedApp();
    app.clock.advance(jumpMs);
    const expiresAt = new Date(app.clock.now() + 30 * minuteMs).toISOString();
    const orderNumber = await issueInvoice(app, { expiresAt });
    const visit = await visitBank(app, orderNumber);
    await approveAtBank(app, visit);
    assert.equal((await comeBack(app, visit)).json().statusCode, 200);
    assert.equal((await callOfMerchant(app, orderNumber, { path: "refunds" })).json().state, "refunded");
    assert.equal(await statusOf(app, orderNumber), "REFUNDED");
    await assertLedgerAgrees(app);
  });
}

/** Starts a card payment, moves the clock while it is on its way to the gateway, and lets it arrive. */
async function payWhileClockJumps(app: GatedApp, orderNumber: string, jumpMs: number) {
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop(pay, "request");
  const paying = post(app, openPath, body);
  await stop.reached;
  app.clock.advance(jumpMs);
  await checkDueAttempts(secondProcess(app));
  stop.letGo();
  return (await paying).json();
}

for (const minutes of [5, -5, -10]) {
  test(`R26: a clock that jumps by ${minutes} minutes while the payment is on its way does not charge twice`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    // Ahead, the job takes the attempt for a dead process's and sends the payment again, under its id.
    const reply = await payWhileClockJumps(app, orderNumber, minutes * minuteMs);
    assert.equal(reply.statusCode, 200);
    await runJobs(app);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
    await assertLedgerAgrees(app);
  });
}

test("R26: a clock that jumps past a payment's lifetime while it is on its way: what still arrives is refunded", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const reply = await payWhileClockJumps(app, orderNumber, 10 * minuteMs);
  assert.equal(reply.code, "outcome_unknown");
  await runJobs(app);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card refunded"]);
  assert.equal(await statusOf(app, orderNumber), "PENDING");
  assert.equal((await payWithCode(app, orderNumber, await sendCode(app, orderNumber))).statusCode, 200);
  await assertLedgerAgrees(app);
});

test("R26: the clock jumps ahead while the buyer is at the bank: too late is not charged, and the order can be paid", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const visit = await visitBank(app, orderNumber);
  await approveAtBank(app, visit);
  app.clock.advance(11 * minuteMs);
  assert.notEqual((await comeBack(app, visit)).json().statusCode, 200);
  assert.deepEqual(await ledger(app), []);
  assert.equal((await payByCard(app, orderNumber)).json().statusCode, 200);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card expired", "card captured"]);
  await assertLedgerAgrees(app);
});

test("R26: the clock jumps back while the buyer is at the bank: the return pays once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const visit = await visitBank(app, await issueInvoice(app));
  await approveAtBank(app, visit);
  app.clock.advance(-10 * minuteMs);
  assert.equal((await comeBack(app, visit)).json().statusCode, 200);
  app.clock.advance(10 * minuteMs);
  await runJobs(app);
  assert.equal((await ledger(app)).length, 1);
  await assertLedgerAgrees(app);
});

/** The last instant before something that only calendars know. */
const borders = {
  "the leap day in Riyadh": "2028-02-28T20:59:59.500Z",
  "the leap day": "2028-02-28T23:59:59.500Z",
  "the day after the leap day": "2028-02-29T20:59:59.500Z",
  "a year": "2026-12-31T20:59:59.500Z",
  "summer time in Europe": "2027-03-28T00:59:59.500Z",
  "winter time in Europe": "2027-10-31T00:59:59.500Z",
  "summer time in America": "2027-03-14T06:59:59.500Z",
};

for (const [what, instant] of Object.entries(borders)) {
  test(`R26: a payment across the beginning of ${what} is taken and given back once`, async () => {
    await using app = await startGatedApp();
    app.clock.advance(Date.parse(instant) - app.clock.now());
    const expiresAt = new Date(Date.parse(instant) + 24 * 60 * minuteMs).toISOString();
    const orderNumber = await issueInvoice(app, { expiresAt });
    const visit = await visitBank(app, orderNumber);
    await approveAtBank(app, visit);
    app.clock.advance(3_000);
    assert.equal((await comeBack(app, visit)).json().statusCode, 200);
    const part = { path: "refunds", body: { amount: "15.00" } } as const;
    assert.equal((await callOfMerchant(app, orderNumber, part)).json().state, "refunded");
    await runJobs(app);
    await assertLedgerAgrees(app);
    const late = await issueInvoice(app, { expiresAt: new Date(app.clock.now() + 1_000).toISOString() });
    app.clock.advance(1_000);
    const sessionless = await openGateway(app, late, "SESSION0000000000000000000000001");
    assert.equal(sessionless.json().code, "link_expired");
  });
}
