/** Races of refunds, with each other and with the payment that they give back; and of the keys that they carry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import {
  issueInvoice,
  ledger,
  payByCard,
  prepareSession,
  setFault,
  type TestApp,
} from "#test/app-harness.ts";
import {
  askStatus,
  attemptsOf,
  beginRedirect,
  callOfMerchant,
  leaveProviderPage,
  openGateway,
  statusOf,
} from "#test/buyers.ts";
import { forward } from "#test/gate.ts";
import { secondProcess, secondServer, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { lockOrderRow } from "#test/order-lock.ts";
import { lockOrder } from "../../orders/order-moves.ts";
import { loadOrder } from "../../orders/order-store.ts";
import { attemptsOfOrder } from "../attempt-store.ts";
import { insertRefund } from "../claim-refund.ts";
import { sendDueRefunds } from "../refund-jobs.ts";

/** A call to the gateway can hang for so long, with the question that comes before it. */
const gatewayTimeoutMs = timing.gatewaySessionTimeoutMs + timing.gatewayPaymentTimeoutMs + 11_000;
const atGateway = { body: /"apiOperation":"REFUND"/ };

const refund = (app: TestApp, orderNumber: string, amount?: string, key?: string) =>
  callOfMerchant(app, orderNumber, {
    path: "refunds",
    body: amount === undefined ? {} : { amount },
    ...(key !== undefined && { key }),
  });

/** What every call that books money as given back ends with, whatever else it asks. */
async function bookByHand({ services }: TestApp, orderNumber: string): Promise<void> {
  const stored = await loadOrder(services.db.pool, orderNumber);
  if (stored === null) throw new Error("no such order");
  await runInTransaction(services.db.kysely, async (trx) => {
    const order = await lockOrder(trx, stored.id);
    const [attempt] = await attemptsOfOrder(trx, order.id);
    if (attempt === undefined) throw new Error("never tried");
    await insertRefund(
      services,
      trx,
      { order, attempt },
      { amount: attempt.amount, reason: null, isByHand: true },
    );
  });
}

async function paidInvoice(app: TestApp): Promise<string> {
  const orderNumber = await issueInvoice(app);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  return orderNumber;
}

async function givenBack(app: TestApp): Promise<string[]> {
  return (await ledger(app)).filter(({ kind }) => kind === "refund").map(({ amount }) => amount);
}

/** The result of each reply: a state, or a refusal's code. */
function endsOf(replies: readonly { readonly json: () => { state?: string; code?: string } }[]): string[] {
  return replies.map((reply) => reply.json().state ?? reply.json().code ?? "").toSorted();
}

test("R20: two refunds of all that stand at the order together give it back once", async () => {
  await using app = await startGatedApp();
  const orderNumber = await paidInvoice(app);
  await using line = await lockOrderRow(app.db, orderNumber);
  const both = [refund(app, orderNumber), refund(app, orderNumber)];
  await line.untilWaiting(2);
  await line.letGo();
  const ends = endsOf(await Promise.all(both));
  assert.ok(ends.includes("refunded"), ends.join());
  assert.ok(ends.includes("refund_in_progress") || ends.includes("order_refunded"), ends.join());
  assert.deepEqual(await givenBack(app), ["115.00"]);
  await assertLedgerAgrees(app);
});

test("R20: twenty parts at once, in two processes, never give back more than was taken", async () => {
  await using app = await startGatedApp({ poolSize: 20 });
  const other = await secondServer(app);
  const orderNumber = await paidInvoice(app);
  for (let round = 0; round < 6; round += 1) {
    const calls = Array.from({ length: 20 }, (_, index) =>
      refund(index % 2 ? app : other, orderNumber, "20.00"),
    );
    await Promise.all(calls);
  }
  assert.deepEqual(await givenBack(app), Array(5).fill("20.00"));
  assert.deepEqual(endsOf([await refund(app, orderNumber, "15.01")]), ["refund_too_large"]);
  assert.deepEqual(endsOf([await refund(app, orderNumber)]), ["refunded"]);
  assert.equal(await statusOf(app, orderNumber), "REFUNDED");
  assert.deepEqual(endsOf([await refund(app, orderNumber, "0.01")]), ["order_refunded"]);
  await other.app.close();
  await assertLedgerAgrees(app);
});

test("R20: more than was taken is refused before anything is sent to the gateway", async () => {
  await using app = await startGatedApp();
  const orderNumber = await paidInvoice(app);
  const heard = app.outward.passed.length;
  assert.deepEqual(endsOf([await refund(app, orderNumber, "115.01")]), ["refund_too_large"]);
  assert.ok(!app.outward.passed.slice(heard).some(({ body }) => atGateway.body.test(body)));
  await assertLedgerAgrees(app);
});

test("R20: nothing is refunded of a payment whose end is unknown", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  await openGateway(app, orderNumber, sessionId);
  assert.deepEqual(endsOf([await refund(app, orderNumber)]), ["order_not_paid"]);
  await askStatus(app, orderNumber);
  assert.deepEqual(endsOf([await refund(app, orderNumber)]), ["refunded"]);
  await assertLedgerAgrees(app);
});

test("R20: nothing is refunded of approved money while its collection is under way", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await leaveProviderPage(await beginRedirect(app, "tamara", orderNumber), "approve");
  await askStatus(app, orderNumber);
  app.clock.advance(3_000);
  const stop = app.outward.stop({ path: /capture/ }, "answer");
  const collecting = askStatus(app, orderNumber);
  await stop.reached;
  assert.deepEqual(endsOf([await refund(app, orderNumber)]), ["payment_not_captured"]);
  await assert.rejects(bookByHand(app, orderNumber), { code: "payment_not_captured" });
  stop.letGo();
  await collecting;
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara captured"]);
  assert.deepEqual(endsOf([await refund(app, orderNumber)]), ["refunded"]);
  await assertLedgerAgrees(app);
});

test("R20: a refund without an answer blocks another one, is asked for again under its id, and is made once", async () => {
  await using app = await startGatedApp();
  const orderNumber = await paidInvoice(app);
  await setFault(app, { fault: "drop_after_commit", operation: "REFUND" });
  await setFault(app, { fault: "drop_before", operation: "RETRIEVE_TRANSACTION" });
  assert.deepEqual(endsOf([await refund(app, orderNumber, "50.00")]), ["unknown"]);
  assert.deepEqual(endsOf([await refund(app, orderNumber, "50.00")]), ["refund_in_progress"]);
  app.clock.advance(6_000);
  await sendDueRefunds(app.services);
  assert.deepEqual(await givenBack(app), ["50.00"]);
  await assertLedgerAgrees(app);
});

test("R20: a refund whose repetition the gateway refuses stays unknown while its first copy may be under way, and is made once", async () => {
  await using app = await startGatedApp();
  const orderNumber = await paidInvoice(app);
  await setFault(app, { fault: "drop_before", operation: "REFUND" });
  await setFault(app, { fault: "drop_before", operation: "RETRIEVE_TRANSACTION" });
  assert.deepEqual(endsOf([await refund(app, orderNumber, "50.00")]), ["unknown"]);
  const isRefund = ({ body }: { readonly body: string }) => /"apiOperation":"REFUND"/.test(body);
  app.outward.answerInstead(
    { body: /"apiOperation":"REFUND"/ },
    { status: 400, body: '{"result":"ERROR","error":{"cause":"INVALID_REQUEST"}}' },
  );
  app.clock.advance(6_000);
  await sendDueRefunds(app.services);
  assert.equal(app.outward.passed.filter(isRefund).length, 2, "it was sent again, and refused");
  assert.deepEqual(endsOf([await refund(app, orderNumber, "50.00")]), ["refund_in_progress"]);
  const [first] = app.outward.passed.filter(isRefund);
  assert.ok(first);
  assert.equal((await forward(app.simulatorUrl, first)).status, 201, "it was only slow");
  app.clock.advance(60_000);
  await sendDueRefunds(app.services);
  assert.deepEqual(await givenBack(app), ["50.00"]);
  await assertLedgerAgrees(app);
});

for (const [what, change] of [
  ["another currency", { currency: "AED" }],
  ["another amount", { amount: 49.99 }],
] as const) {
  test(`R20: a refund that the gateway states in ${what} is raised, not booked, and asked about again`, async () => {
    await using app = await startGatedApp();
    const orderNumber = await paidInvoice(app);
    app.outward.rewrite(atGateway, (body) => {
      const answer = JSON.parse(body);
      return JSON.stringify({ ...answer, transaction: { ...answer.transaction, ...change } });
    });
    assert.deepEqual(endsOf([await refund(app, orderNumber, "50.00")]), ["unknown"]);
    const books = () => app.db.pool.query("select refunded_total from orders").then(({ rows }) => rows);
    assert.deepEqual(await books(), [{ refunded_total: 0 }]);
    assert.equal(
      (await app.db.pool.query("select from tax_documents where kind = 'credit_note'")).rowCount,
      0,
    );
    assert.ok(app.logLines.some((line) => line.includes("refund of another amount")));
    // The gateway's own word, when it is asked again, is the right one.
    app.clock.advance(6_000);
    await sendDueRefunds(app.services);
    assert.deepEqual(await books(), [{ refunded_total: 5_000 }]);
    assert.deepEqual(await givenBack(app), ["50.00"]);
    await assertLedgerAgrees(app);
  });
}

test("R20: a refund that is answered to two processes at the same moment is booked once", async () => {
  await using app = await startGatedApp();
  const orderNumber = await paidInvoice(app);
  const stop = app.outward.stop(atGateway, "answer");
  const first = refund(app, orderNumber, "46.00");
  await stop.reached;
  app.clock.advance(timing.refundLeaseMs + 1_000);
  await using line = await lockOrderRow(app.db, orderNumber);
  const second = sendDueRefunds(secondProcess(app));
  stop.letGo();
  await line.untilWaiting(2);
  await line.letGo();
  assert.deepEqual(endsOf([await first]), ["refunded"]);
  assert.equal(await second, 1);
  const { rows } = await app.db.pool.query(
    "select refunded_total, (select count(*)::int from tax_documents where kind = 'credit_note') as notes from orders",
  );
  assert.deepEqual(rows, [{ refunded_total: 4_600, notes: 1 }]);
  assert.deepEqual(await givenBack(app), ["46.00"]);
  await assertLedgerAgrees(app);
});

test("R20: while the first of three due refunds hangs, another process finds none of them to send, and each is sent once", async () => {
  await using app = await startGatedApp();
  await setFault(app, { fault: "drop_before", operation: "REFUND", times: 3 });
  await setFault(app, { fault: "drop_before", operation: "RETRIEVE_TRANSACTION", times: 3 });
  for (let count = 0; count < 3; count += 1)
    assert.deepEqual(endsOf([await refund(app, await paidInvoice(app), "46.00")]), ["unknown"]);
  const sendings = () => app.outward.passed.filter(({ body }) => atGateway.body.test(body)).length;
  const before = sendings();
  app.clock.advance(6_000);
  const stop = app.outward.stop(atGateway, "request");
  const first = sendDueRefunds(app.services);
  await stop.reached;
  app.clock.advance(gatewayTimeoutMs);
  await sendDueRefunds(secondProcess(app));
  stop.letGo();
  await first;
  assert.equal(sendings() - before, 3);
  assert.deepEqual(await givenBack(app), ["46.00", "46.00", "46.00"]);
  await assertLedgerAgrees(app);
});

test("R28: the key of one refund with another amount is refused, whether the first has ended or is under way", async () => {
  await using app = await startGatedApp();
  const orderNumber = await paidInvoice(app);
  const stop = app.outward.stop(atGateway, "answer");
  const first = refund(app, orderNumber, "20.00", "one-key");
  await stop.reached;
  assert.deepEqual(endsOf([await refund(app, orderNumber, "30.00", "one-key")]), ["idempotency_key_reused"]);
  stop.letGo();
  assert.deepEqual(endsOf([await first]), ["refunded"]);
  assert.deepEqual(endsOf([await refund(app, orderNumber, "30.00", "one-key")]), ["idempotency_key_reused"]);
  const other = await paidInvoice(app);
  assert.deepEqual(endsOf([await refund(app, other, "20.00", "one-key")]), ["idempotency_key_reused"]);
  assert.deepEqual(await givenBack(app), ["20.00"]);
  await assertLedgerAgrees(app);
});

test("R29: the same refund again while the first is at the gateway gets that answer, and sends nothing", async () => {
  await using app = await startGatedApp();
  const orderNumber = await paidInvoice(app);
  const stop = app.outward.stop(atGateway, "request");
  const first = refund(app, orderNumber, "20.00", "one-key");
  await stop.reached;
  for (let repetition = 0; repetition < 3; repetition += 1)
    assert.deepEqual(endsOf([await refund(app, orderNumber, "20.00", "one-key")]), ["in_flight"]);
  stop.letGo();
  assert.deepEqual(endsOf([await first]), ["refunded"]);
  assert.deepEqual(endsOf([await refund(app, orderNumber, "20.00", "one-key")]), ["refunded"]);
  assert.deepEqual(await givenBack(app), ["20.00"]);
  await assertLedgerAgrees(app);
});

test("R29: of twenty equal requests under one key at the same moment one has an effect", async () => {
  await using app = await startGatedApp({ poolSize: 25 });
  const orderNumber = await paidInvoice(app);
  await using line = await lockOrderRow(app.db, orderNumber);
  const all = Array.from({ length: 20 }, () => refund(app, orderNumber, "20.00", "one-key"));
  // One holds the key and stands in line for the order; the others are sent away without waiting.
  await line.untilWaiting(1);
  await line.letGo();
  const ends = new Set(endsOf(await Promise.all(all)));
  for (const end of ends) assert.ok(["refunded", "in_flight", "idempotency_in_progress"].includes(end), end);
  assert.deepEqual(await givenBack(app), ["20.00"]);
  await assertLedgerAgrees(app);
});
