/**
 * Decision 0003: whichever request brings the news that money may be taken, one of them takes it. Two processes read
 * the same row, get the same answer from the gateway and stand at the fence together.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, ledger, post } from "#test/app-harness.ts";
import { approveAtBank, askStatus, attemptsOf, cardPayment, visitBank } from "#test/buyers.ts";
import { type GatedApp, secondServer, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { lockOrderRow } from "#test/order-lock.ts";

const pay = { body: /"apiOperation":"PAY"/ };

/** Requests that reached the card gateway and would take money. */
function payRequests(app: GatedApp): number {
  return app.outward.passed.filter(({ body }) => pay.body.test(body)).length;
}

/** Asks in two processes at once; both have their answer from the gateway before either may continue. */
async function askInTwoProcesses(app: GatedApp, orderNumber: string): Promise<void> {
  const other = await secondServer(app);
  await using line = await lockOrderRow(app.db, orderNumber);
  const replies = [app, other].map((process) => askStatus(process, orderNumber));
  await line.untilWaiting(2);
  await line.letGo();
  await Promise.all(replies);
  await other.app.close();
}

test("two processes that learn at the same time that a waiting buyer is proven take the money once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await approveAtBank(app, await visitBank(app, orderNumber));
  await askInTwoProcesses(app, orderNumber);
  assert.equal(payRequests(app), 1);
  assert.equal((await ledger(app)).length, 1);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  await assertLedgerAgrees(app);
});

test("two processes that learn at the same time that a payment never arrived send it again, not twice", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop(pay, "request");
  const paying = post(app, "/rest/pay/openGateway", body);
  await stop.reached;
  // Its lease has run out: from now on the attempt, still in flight, may be taken by any process.
  app.clock.advance(95_000);
  await askInTwoProcesses(app, orderNumber);
  assert.equal(payRequests(app), 2, "the one that did not arrive, and the one in its place");
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  stop.letGo();
  assert.equal((await paying).json().statusCode, 200, "it was only slow, and is the same payment");
  assert.equal((await ledger(app)).length, 1);
  await assertLedgerAgrees(app);
});

test("an order that is closed while a proven buyer's payment stands at the fence is not charged", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await approveAtBank(app, await visitBank(app, orderNumber));
  await using line = await lockOrderRow(app.db, orderNumber);
  const reply = askStatus(app, orderNumber);
  await line.untilWaiting(1);
  // By whatever way an order is closed: nothing of its attempt says so.
  await line.query("update orders set status = 'CANCELLED' where order_number = $1", [orderNumber]);
  await line.letGo();
  assert.notEqual((await reply).json().statusCode, 200);
  assert.equal(payRequests(app), 0);
  assert.deepEqual(await ledger(app), []);
});
