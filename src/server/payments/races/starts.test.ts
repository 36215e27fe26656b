/** Races of several starts of one order: the same click twice, several tabs, several methods. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { redirectMethods, referenceMethods } from "#methods/allowed.ts";
import { payableInvoice } from "#methods/payable-amount.ts";
import { issueInvoice, payByCard, post, prepareSession, type TestApp } from "#test/app-harness.ts";
import {
  askForReference,
  askStatus,
  attemptsOf,
  beginRedirect,
  cardPayment,
  leaveProviderPage,
  openGateway,
  payWithCode,
  sendCode,
} from "#test/buyers.ts";
import { type GatedApp, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { lockOrderRow } from "#test/order-lock.ts";
import { redirectServices } from "#test/redirect-services.ts";
import { referenceServices } from "#test/reference-services.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";

const openPath = "/rest/pay/openGateway";
const pay = { body: /"apiOperation":"PAY"/ };
const confirm = { path: /DirectPaymentConfirm/i };

/** Requests that reached the card gateway and would take money. */
function payRequests(app: GatedApp): number {
  return app.outward.passed.filter(({ body }) => pay.body.test(body)).length;
}

/** Codes of the replies, each once. */
function codesOf(
  replies: readonly { readonly statusCode: number; readonly json: () => { code?: string } }[],
) {
  return [...new Set(replies.map((reply) => reply.json().code ?? String(reply.statusCode)))].toSorted();
}

for (const method of redirectMethods) {
  test(`R8: approved at ${method} without coming back, and a card is started: it is refused, and nothing goes out`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app, payableInvoice);
    await leaveProviderPage(await beginRedirect(app, method, orderNumber), "approve");
    const reply = await payByCard(app, orderNumber);
    if (redirectServices[method].guarantees) {
      assert.equal(reply.json().code, "order_already_paid", reply.body);
      assert.equal(payRequests(app), 0);
      app.clock.advance(2_000);
      await checkDueAttempts(app.services);
      assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`]);
    } else {
      // It is given up for the card.
      assert.equal(reply.statusCode, 200, reply.body);
      await checkDueAttempts(app.services);
      assert.deepEqual((await attemptsOf(app, orderNumber)).at(-1), "card captured");
    }
    await assertLedgerAgrees(app);
  });
}

test("R1: a double click on the card button charges once, although both clicks were let in", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  await using line = await lockOrderRow(app.db, orderNumber);
  const clicks = [post(app, openPath, body), post(app, openPath, body)];
  // Both have passed the guards and every look without a lock; now they meet.
  await line.untilWaiting(2);
  await line.letGo();
  assert.deepEqual(codesOf(await Promise.all(clicks)), ["200", "payment_in_progress"]);
  assert.equal(payRequests(app), 1);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  await assertLedgerAgrees(app);
});

test("R1: a double click with a one-time code charges once", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const sent = await sendCode(app, orderNumber);
  await using line = await lockOrderRow(app.db, orderNumber);
  const clicks = [payWithCode(app, orderNumber, sent), payWithCode(app, orderNumber, sent)];
  await line.untilWaiting(2);
  await line.letGo();
  const replies = await Promise.all(clicks);
  assert.ok(codesOf(replies).includes("200"), codesOf(replies).join());
  assert.equal(app.outward.passed.filter(({ path }) => confirm.path.test(path)).length, 1);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay captured"]);
  await assertLedgerAgrees(app);
});

for (const method of redirectMethods) {
  test(`R1: a double click for ${method} begins one payment`, async () => {
    await using app = await startGatedApp();
    const orderNumber = await issueInvoice(app, payableInvoice);
    await using line = await lockOrderRow(app.db, orderNumber);
    const clicks = [1, 2].map(() => beginRedirect(app, method, orderNumber));
    await line.untilWaiting(2);
    await line.letGo();
    const codes = codesOf(await Promise.all(clicks));
    assert.ok(codes.includes("200"), codes.join());
    const states = await attemptsOf(app, orderNumber);
    assert.equal(states.filter((state) => state === `${method} awaiting_buyer`).length, 1, states.join());
    await assertLedgerAgrees(app);
  });
}

for (const method of referenceMethods) {
  test(`R1: a double click for ${method} leaves one open reference`, async () => {
    await using app = await startGatedApp();
    const orderNumber = await issueInvoice(app);
    await using line = await lockOrderRow(app.db, orderNumber);
    const clicks = [1, 2].map(() => askForReference(app, method, orderNumber));
    await line.untilWaiting(2);
    // The provider answers after the other click has looked: a reference that is offered by then would be replaced.
    const atProvider = app.outward.stop(
      { method: "POST", path: referenceServices[method].issuing.path },
      "answer",
    );
    await line.letGo();
    await atProvider.reached;
    assert.equal((await Promise.race(clicks)).json().code, "payment_in_progress");
    atProvider.letGo();
    assert.deepEqual(codesOf(await Promise.all(clicks)), ["200", "payment_in_progress"]);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} offered`]);
    await assertLedgerAgrees(app);
  });
}

test("R2: fifty openGateway calls of twenty-five tabs at once give one capture", async () => {
  await using app = await startGatedApp({ poolSize: 20 });
  const orderNumber = await issueInvoice(app);
  const bodies: object[] = [];
  for (let index = 0; index < 25; index += 1) bodies.push(await cardPayment(app, orderNumber));
  // Twenty-five sessions, each sent twice: tabs and double clicks at once.
  const replies = await Promise.all([...bodies, ...bodies].map((body) => post(app, openPath, body)));
  const codes = codesOf(replies);
  assert.ok(codes.includes("200"), codes.join());
  const expected = ["200", "order_already_paid", "outcome_unknown", "payment_in_progress"];
  assert.deepEqual(
    codes.filter((code) => !expected.includes(code)),
    [],
  );
  assert.equal(payRequests(app), 1);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  await assertLedgerAgrees(app);
});

test("R2: of two tabs that stand at the order together, one pays and the other must wait", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const tabs = [await cardPayment(app, orderNumber), await cardPayment(app, orderNumber)];
  await using line = await lockOrderRow(app.db, orderNumber);
  const replies = tabs.map((body) => post(app, openPath, body));
  await line.untilWaiting(2);
  await line.letGo();
  assert.deepEqual(codesOf(await Promise.all(replies)), ["200", "payment_in_progress"]);
  assert.equal(payRequests(app), 1);
  await assertLedgerAgrees(app);
});

test("R3: while a card is with its gateway, the code of another tab's wallet charges nothing", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const sent = await sendCode(app, orderNumber);
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop(pay, "request");
  const byCard = post(app, openPath, body);
  await stop.reached;
  assert.notEqual((await payWithCode(app, orderNumber, sent)).statusCode, 200);
  stop.letGo();
  assert.equal((await byCard).statusCode, 200);
  assert.equal((await payWithCode(app, orderNumber, sent)).json().code, "order_already_paid");
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay superseded", "card captured"]);
  await assertLedgerAgrees(app);
});

test("R3: while a wallet is with its provider, the card of another tab is not even looked at", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const sent = await sendCode(app, orderNumber);
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop(confirm, "request");
  const byWallet = payWithCode(app, orderNumber, sent);
  await stop.reached;
  assert.equal((await post(app, openPath, body)).json().code, "payment_in_progress");
  stop.letGo();
  assert.equal((await byWallet).statusCode, 200);
  assert.equal(payRequests(app), 0);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay captured"]);
  await assertLedgerAgrees(app);
});

for (const first of ["card", "stcpay"]) {
  test(`R3: card and wallet at the same moment charge once, and ${first} pays when it is first in line`, async () => {
    await using app = await startGatedApp();
    const orderNumber = await issueInvoice(app);
    const sent = await sendCode(app, orderNumber);
    const body = await cardPayment(app, orderNumber);
    // The wallet is asked about now, so that the card's start does not ask again and goes straight to the line.
    app.clock.advance(60_000);
    await askStatus(app, orderNumber);
    app.clock.advance(-60_000);
    await using line = await lockOrderRow(app.db, orderNumber);
    const ways = [() => post(app, openPath, body), () => payWithCode(app, orderNumber, sent)];
    const replies: ReturnType<typeof post>[] = [];
    for (const way of first === "card" ? ways : ways.toReversed()) {
      replies.push(way());
      await line.untilWaiting(replies.length);
    }
    await line.letGo();
    const [winner] = await Promise.all(replies);
    assert.equal(winner?.statusCode, 200);
    const captured = (await attemptsOf(app, orderNumber)).filter((state) => state.endsWith(" captured"));
    assert.deepEqual(captured, [`${first} captured`]);
    await assertLedgerAgrees(app);
  });
}

/** Pays with everything that a page may still hold after a success. */
async function payAgain(app: TestApp, orderNumber: string, used: object, unused: object): Promise<string[]> {
  const replies = await Promise.all([
    post(app, openPath, used),
    post(app, openPath, unused),
    sendCode(app, orderNumber),
    beginRedirect(app, "tamara", orderNumber),
    askForReference(app, "sadad", orderNumber),
  ]);
  return codesOf(replies);
}

test("R8: who goes back after a success and pays again, by whatever method, reads that it is paid", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const unused = await cardPayment(app, orderNumber);
  const used = await cardPayment(app, orderNumber);
  assert.equal((await post(app, openPath, used)).json().statusCode, 200);
  assert.deepEqual(await payAgain(app, orderNumber, used, unused), ["order_already_paid"]);
  await assert.rejects(prepareSession(app, orderNumber), /order_already_paid/);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  await assertLedgerAgrees(app);
});

test("R8: the session that paid one order pays no other", async () => {
  await using app = await startGatedApp();
  const [first, second] = [await issueInvoice(app), await issueInvoice(app)];
  const session = await prepareSession(app, first);
  assert.equal((await openGateway(app, first, session)).statusCode, 200);
  assert.equal((await openGateway(app, second, session)).json().code, "session_invalid");
  assert.equal((await payByCard(app, second)).statusCode, 200);
  await assertLedgerAgrees(app);
});
