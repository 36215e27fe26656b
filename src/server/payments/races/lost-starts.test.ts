/**
 * A start whose answer is lost. It has taken no money and cannot be continued, so it blocks no other payment: the
 * next start supersedes it, and whatever still results from it charges nothing.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CodeOutcome } from "#core/outcome.ts";
import * as timing from "#core/timing.ts";
import {
  cards,
  issueInvoice,
  ledger,
  loadModel,
  payByCard,
  post,
  setFault,
  type TestApp,
} from "#test/app-harness.ts";
import {
  approveAtBank,
  askForReference,
  askStatus,
  attemptsOf,
  bankVisitOf,
  beginRedirect,
  callOfMerchant,
  comeBack,
  payWithCode,
  sendCode,
  statusOf,
  visitBank,
} from "#test/buyers.ts";
import { forward } from "#test/gate.ts";
import { type GatedApp, secondProcess, secondServer, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { until } from "#test/until.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";

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
    // As after a kill -9: within its lease it may still be alive, afterwards it has no owner.
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

/** A start that stands at the gateway, as if its process had been killed there: its lease is no longer renewed. */
async function leaveStart(app: GatedApp, orderNumber: string, number: string = cards.frictionless) {
  const stop = app.outward.stop({ body: /"apiOperation":"AUTHENTICATE_PAYER"/ }, "answer");
  const dead = payByCard(app, orderNumber, { number });
  await stop.reached;
  return { dead, stop };
}

test("R34: ten seconds after a kill during a start the next press pays, in another process, without a question", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const other = await secondServer(app);
  const orderNumber = await issueInvoice(app);
  const { dead, stop } = await leaveStart(app, orderNumber);
  app.clock.advance(timing.startLeaseMs - 1_000);
  assert.equal((await loadModel(other, orderNumber)).isPaymentInProgress, true);
  assert.equal((await sendCode(other, orderNumber)).json().code, "payment_in_progress");
  app.clock.advance(1_100);
  assert.equal((await loadModel(other, orderNumber)).isPaymentInProgress, false);
  const asked = () => app.outward.passed.filter(({ path }) => question.path.test(path)).length;
  const before = asked();
  const paid = await payWithCode(other, orderNumber, await sendCode(other, orderNumber));
  assert.equal(paid.statusCode, 200, paid.body);
  assert.equal(asked(), before);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card superseded", "stcpay captured"]);
  // Should it not have been dead after all, its answer meets the fence.
  stop.letGo();
  assert.notEqual((await dead).statusCode, 200);
  assert.equal(app.outward.passed.filter(isPay).length, 0);
  await assertLedgerAgrees(app);
});

test("R34: while the job's question about a start that was left behind hangs, the next press pays all the same", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const { dead, stop } = await leaveStart(app, orderNumber);
  app.clock.advance(timing.startLeaseMs + 1_000);
  const hanging = app.outward.stop(question, "request");
  const asking = checkDueAttempts(secondProcess(app));
  await hanging.reached;
  const paid = await payWithCode(app, orderNumber, await sendCode(app, orderNumber));
  assert.equal(paid.statusCode, 200, paid.body);
  hanging.letGo();
  await asking;
  stop.letGo();
  await dead;
  const [older, newer] = await attemptsOf(app, orderNumber);
  assert.match(older ?? "", /^card (superseded|expired)$/);
  assert.equal(newer, "stcpay captured");
  assert.equal(app.outward.passed.filter(isPay).length, 0);
  await assertLedgerAgrees(app);
});

test("R34: the bank's page that comes while the question about a start left behind is answered stays open, and pays", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const { dead, stop } = await leaveStart(app, orderNumber, cards.challenge);
  app.clock.advance(timing.startLeaseMs + 1_000);
  const hanging = app.outward.stop(question, "answer");
  const asking = checkDueAttempts(secondProcess(app));
  await hanging.reached;
  stop.letGo();
  const visit = await bankVisitOf(app, orderNumber, await dead);
  hanging.letGo();
  await asking;
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card awaiting_buyer"]);
  await approveAtBank(app, visit);
  assert.equal((await comeBack(app, visit)).json().statusCode, 200);
  await assertLedgerAgrees(app);
});

test("R34: a start that is slow and alive holds its order however long it takes, and pays", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const pauses: (() => void)[] = [];
  const clock = { ...app.clock, sleep: () => new Promise<void>((resolve) => pauses.push(resolve)) };
  const slow = await secondServer({ ...app, services: { ...app.services, clock } });
  const { dead: paying, stop } = await leaveStart(slow as GatedApp, orderNumber);
  const leaseEnd = async () =>
    (await app.db.pool.query("select next_check_at from payment_attempts")).rows[0];
  for (let passedMs = 0; passedMs < 40_000; passedMs += timing.startRenewalMs) {
    const before = await leaseEnd();
    app.clock.advance(timing.startRenewalMs);
    pauses.shift()?.();
    await until(async () => (await leaseEnd()).next_check_at > before.next_check_at);
    assert.equal((await sendCode(app, orderNumber)).json().code, "payment_in_progress");
    assert.equal(await checkDueAttempts(secondProcess(app)), 0);
  }
  stop.letGo();
  assert.equal((await paying).statusCode, 200);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  await assertLedgerAgrees(app);
});

test("R34: two presses at the moment at which a start is left behind begin one payment", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const { dead, stop } = await leaveStart(app, orderNumber);
  app.clock.advance(timing.startLeaseMs + 1_000);
  const other = await secondServer(app);
  const presses = await Promise.all([sendCode(app, orderNumber), sendCode(other, orderNumber)]);
  const codes = presses.map((reply) => (reply.statusCode === 200 ? "sent" : reply.json().code));
  assert.ok(codes.includes("sent"), codes.join());
  stop.letGo();
  await dead;
  const live = (await attemptsOf(app, orderNumber)).filter((each) => each === "stcpay awaiting_buyer");
  assert.equal(live.length, 1);
  assert.equal(app.outward.passed.filter(isPay).length, 0);
  await assertLedgerAgrees(app);
});

test("R34: a message about a payment that was superseded is followed up and charges nothing", async () => {
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
  tabby: (app: GatedApp, orderNumber: string) => beginRedirect(app, "tabby", orderNumber),
  tamara: (app: GatedApp, orderNumber: string) => beginRedirect(app, "tamara", orderNumber),
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

test("R34: the merchant may cancel an order whose start was lost, and what still results from it charges nothing", async () => {
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

/** The same system whose Tabby answers every question so. */
async function withAnswer(app: GatedApp, answer: CodeOutcome): Promise<TestApp> {
  const { providers } = app.services;
  const of: typeof providers.of = async (method, merchantId) => {
    const provider = await providers.of(method, merchantId);
    return provider && { ...provider, check: async () => answer };
  };
  return await secondServer({ ...app, services: { ...app.services, providers: { ...providers, of } } });
}

for (const kind of ["pending", "not_found"] as const) {
  test(`R34: a page whose address was lost is given up at the first question, though it is ${kind} at its provider`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await setFault(app, { simulator: "tabby", fault: "drop_after_commit", operation: "CHECKOUT" });
    assert.equal((await beginRedirect(app, "tabby", orderNumber)).json().code, "outcome_unknown");
    assert.deepEqual(await attemptsOf(app, orderNumber), ["tabby unknown"]);
    const other = await withAnswer(app, { kind });
    assert.equal((await askStatus(other, orderNumber)).json().statusCode, 400);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["tabby declined"]);
    assert.equal((await beginRedirect(app, "tabby", orderNumber)).statusCode, 200);
    await other.app.close();
    await assertLedgerAgrees(app);
  });
}

test("R34: a page whose address its buyer has is never given up for an answer that decides nothing", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  assert.equal((await beginRedirect(app, "tabby", orderNumber)).statusCode, 200);
  const answers: readonly (readonly [CodeOutcome, string])[] = [
    [{ kind: "pending" }, "tabby awaiting_buyer"],
    [{ kind: "unknown", why: "in review", isUnderWay: true }, "tabby unknown"],
    [{ kind: "pending" }, "tabby unknown"],
  ];
  for (const [answer, state] of answers) {
    const other = await withAnswer(app, answer);
    app.clock.advance(3_000);
    assert.equal((await askStatus(other, orderNumber)).json().statusCode, 202);
    assert.deepEqual(await attemptsOf(app, orderNumber), [state]);
    await other.app.close();
  }
});
