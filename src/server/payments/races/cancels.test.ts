/** Races of the merchant with the buyer: an order is cancelled or edited while it is being paid. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { referenceMethods } from "#methods/allowed.ts";
import { payableInvoice } from "#methods/payable-amount.ts";
import { issueInvoice, ledger, post, prepareSession, setFault } from "#test/app-harness.ts";
import {
  actAtBank,
  approveAtBank,
  askForReference,
  askStatus,
  attemptsOf,
  beginRedirect,
  callOfMerchant,
  cardPayment,
  comeBack,
  leaveProviderPage,
  openGateway,
  payWithCode,
  sendCode,
  statusOf,
  visitBank,
} from "#test/buyers.ts";
import { type GatedApp, startGatedApp } from "#test/gated-app.ts";
import { endSurplus, isGivenUpAtProvider } from "#test/given-back.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { lockOrderRow } from "#test/order-lock.ts";
import { takenByPage, takenByUs } from "#test/redirect-services.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";
import { sendDueRefunds } from "../refund-jobs.ts";

const openPath = "/rest/pay/openGateway";
const pay = { body: /"apiOperation":"PAY"/ };
const raiseTotal =
  "update orders set sub_total = sub_total + 10000, total = total + 10000, version = version + 1 where order_number = $1";

const cancel = (app: GatedApp, orderNumber: string) => callOfMerchant(app, orderNumber, { path: "cancel" });

async function runJob(app: GatedApp): Promise<void> {
  app.clock.advance(61_000);
  await checkDueAttempts(app.services);
}

test("R15: a card whose bank says yes after the merchant cancelled is not charged", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const visit = await visitBank(app, orderNumber);
  assert.equal((await cancel(app, orderNumber)).statusCode, 200);
  await approveAtBank(app, visit).catch(() => undefined);
  assert.notEqual((await comeBack(app, visit)).json().statusCode, 200);
  await runJob(app);
  assert.equal(await statusOf(app, orderNumber), "CANCELLED");
  assert.deepEqual(await ledger(app), []);
  await assertLedgerAgrees(app);
});

test("R15: the bank's yes is known, and the merchant cancels before the buyer is back: nothing is charged", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const visit = await visitBank(app, orderNumber);
  await approveAtBank(app, visit);
  // The return has got "ready" from the gateway and now wants the order, behind the merchant.
  const answer = app.outward.stop({ method: "GET", path: /\/transaction\/a-/ }, "answer");
  const back = comeBack(app, visit);
  await answer.reached;
  assert.equal((await cancel(app, orderNumber)).statusCode, 200);
  answer.letGo();
  assert.notEqual((await back).json().statusCode, 200);
  assert.deepEqual(await ledger(app), []);
  assert.equal(await statusOf(app, orderNumber), "CANCELLED");
  await assertLedgerAgrees(app);
});

test("R15: a code for a cancelled order charges nothing", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const sent = await sendCode(app, orderNumber);
  await cancel(app, orderNumber);
  assert.equal((await payWithCode(app, orderNumber, sent)).json().code, "order_cancelled");
  assert.deepEqual(await ledger(app), []);
  await assertLedgerAgrees(app);
});

for (const method of takenByPage) {
  test(`R15: money that the page of ${method} took of an order that is cancelled is surplus and does not open it again`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app, payableInvoice);
    await leaveProviderPage(await beginRedirect(app, method, orderNumber), "approve");
    assert.equal((await cancel(app, orderNumber)).statusCode, 200);
    await runJob(app);
    assert.equal(await statusOf(app, orderNumber), "CANCELLED");
    const standing = await endSurplus(app, method);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} ${standing}`]);
    await assertLedgerAgrees(app);
  });
}

for (const { method } of takenByUs) {
  test(`R15: ${method} approves for a cancelled order: nothing is collected and the approval is given up`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app, payableInvoice);
    const back = await leaveProviderPage(await beginRedirect(app, method, orderNumber), "approve");
    assert.equal((await cancel(app, orderNumber)).statusCode, 200);
    await Promise.all([app.app.inject(back), askStatus(app, orderNumber)]);
    for (let round = 0; round < 3; round += 1) await runJob(app);
    assert.equal(await statusOf(app, orderNumber), "CANCELLED");
    const end = isGivenUpAtProvider(app, method) ? "cancelled" : "superseded";
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} ${end}`]);
    assert.deepEqual(await ledger(app), []);
    await assertLedgerAgrees(app);
  });
}

for (const method of referenceMethods) {
  test(`R15: money by ${method} for a cancelled order is surplus and does not open it again`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    await Promise.all([cancel(app, orderNumber), actAtBank(app, method, "pay")]);
    await runJob(app);
    assert.equal(await statusOf(app, orderNumber), "CANCELLED");
    const standing = await endSurplus(app, method);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} ${standing}`]);
    await assertLedgerAgrees(app);
  });
}

test("R16: while the card is with its gateway cancelling is refused, and the order is paid", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop(pay, "request");
  const paying = post(app, openPath, body);
  await stop.reached;
  const refused = await cancel(app, orderNumber);
  assert.deepEqual([refused.statusCode, refused.json().code], [409, "payment_in_progress"]);
  stop.letGo();
  assert.equal((await paying).json().statusCode, 200);
  assert.equal((await cancel(app, orderNumber)).json().code, "order_already_paid");
  await assertLedgerAgrees(app);
});

test("R16: while the end of a payment is unknown cancelling is refused", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  await openGateway(app, orderNumber, sessionId);
  assert.equal((await cancel(app, orderNumber)).json().code, "payment_in_progress");
  await askStatus(app, orderNumber);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  await assertLedgerAgrees(app);
});

for (const first of ["merchant", "buyer"] as const) {
  test(`R16: cancel and payment at the same moment: the ${first} was first in line, and there is one truth`, async () => {
    await using app = await startGatedApp();
    const orderNumber = await issueInvoice(app);
    const body = await cardPayment(app, orderNumber);
    await using line = await lockOrderRow(app.db, orderNumber);
    const ways = [() => cancel(app, orderNumber), () => post(app, openPath, body)];
    const replies: ReturnType<typeof post>[] = [];
    for (const way of first === "merchant" ? ways : ways.toReversed()) {
      replies.push(way());
      await line.untilWaiting(replies.length);
    }
    await line.letGo();
    const [winner, loser] = await Promise.all(replies);
    assert.equal(winner?.statusCode, 200);
    assert.notEqual(loser?.statusCode, 200);
    assert.equal(await statusOf(app, orderNumber), first === "merchant" ? "CANCELLED" : "PAID");
    assert.equal((await ledger(app)).length, first === "merchant" ? 0 : 1);
    await assertLedgerAgrees(app);
  });
}

// What the call that edits does is in edits.test.ts; these hold for a person at the database, too.
test("R17: who paid for the old content is asked to look again, when the edit was first in line", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  await using line = await lockOrderRow(app.db, orderNumber);
  const paying = post(app, openPath, body);
  await line.untilWaiting(1);
  await line.query(raiseTotal, [orderNumber]);
  await line.letGo();
  assert.equal((await paying).json().code, "order_changed");
  assert.equal((await post(app, openPath, body)).json().code, "order_changed", "and by its old signature");
  assert.deepEqual(await ledger(app), []);
  assert.equal((await openGateway(app, orderNumber, await prepareSession(app, orderNumber))).statusCode, 200);
  assert.equal((await ledger(app))[0]?.amount, "215.00");
  await assertLedgerAgrees(app);
});

test("R17: an amount edited while the old one is at the gateway is not paid by it; the old sum goes back", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop(pay, "request");
  const paying = post(app, openPath, body);
  await stop.reached;
  // Past the rule that refuses it.
  await app.db.pool.query("alter table orders disable trigger content_stays");
  await app.db.pool.query(raiseTotal, [orderNumber]);
  stop.letGo();
  assert.equal((await paying).json().code, "outcome_unknown");
  assert.equal(await statusOf(app, orderNumber), "PENDING");
  await runJob(app);
  await sendDueRefunds(app.services);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card refunded"]);
  const moved = (await ledger(app)).map(({ kind, amount }) => `${kind} ${amount}`);
  assert.deepEqual(moved, ["capture 115.00", "refund 115.00"]);
  // The order itself is open at its new amount.
  assert.equal((await payWithCode(app, orderNumber, await sendCode(app, orderNumber))).statusCode, 200);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  await assertLedgerAgrees(app);
});
