/** Races of the clocked work with itself: several processes look for what is due, and one of them is very slow. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { payableInvoice, payableText } from "#methods/payable-amount.ts";
import { issueInvoice, ledger, payByCard, setFault } from "#test/app-harness.ts";
import {
  approveAtBank,
  approveOnPage,
  askForReference,
  askStatus,
  attemptsOf,
  beginRedirect,
  callOfMerchant,
  leaveProviderPage,
  statusOf,
  visitBank,
} from "#test/buyers.ts";
import { forward, type Stop, type Wanted } from "#test/gate.ts";
import { type GatedApp, secondProcess, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { takenByUs } from "#test/redirect-services.ts";
import { until } from "#test/until.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";
import type { Services } from "../../services.ts";
import { sendDueRefunds, startDueRefunds } from "../refund-jobs.ts";

/** Requests to providers since `from` that fit. */
function asked(app: GatedApp, from: number, path: RegExp): number {
  return app.outward.passed.slice(from).filter((passage) => path.test(passage.path)).length;
}

test("R24: eight janitors share what is due: each attempt is asked about once", async () => {
  await using app = await startGatedApp({ poolSize: 20, messages: "lost" });
  const count = 24;
  for (let index = 0; index < count; index += 1)
    assert.equal((await askForReference(app, "sadad", await issueInvoice(app))).statusCode, 200);
  app.clock.advance(61_000);
  const from = app.outward.passed.length;
  const janitors = Array.from({ length: 8 }, () => secondProcess(app));
  const taken = await Promise.all(janitors.map((services) => checkDueAttempts(services)));
  assert.equal(
    taken.reduce((sum, each) => sum + each, 0),
    count,
  );
  assert.equal(asked(app, from, /payments/), count);
  assert.ok(taken.filter((each) => each > 0).length > 1, "the work was shared");
  await assertLedgerAgrees(app);
});

test("R24: a janitor that gets the answer too late takes nothing, since another one has paid meanwhile", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await approveAtBank(app, await visitBank(app, orderNumber));
  app.clock.advance(31_000);
  const stop = app.outward.stop({ method: "GET", path: /\/transaction\/a-/ }, "answer");
  const slow = checkDueAttempts(app.services);
  await stop.reached;
  app.clock.advance(timing.attemptLeaseMs + 1_000);
  assert.equal(await checkDueAttempts(secondProcess(app)), 1);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  stop.letGo();
  await slow;
  const pays = app.outward.passed.filter(({ body }) => /"apiOperation":"PAY"/.test(body));
  assert.equal(pays.length, 1, "the fence held the slow one off");
  await assertLedgerAgrees(app);
});

test("R24: while one janitor waits half a minute for its answer, no other one asks", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  await visitBank(app, await issueInvoice(app));
  app.clock.advance(31_000);
  const from = app.outward.passed.length;
  const stop = app.outward.stop({ method: "GET", path: /\/transaction\/a-/ }, "answer");
  const slow = checkDueAttempts(app.services);
  await stop.reached;
  for (let passedMs = 0; passedMs < 30_000; passedMs += 5_000) {
    app.clock.advance(5_000);
    assert.equal(await checkDueAttempts(secondProcess(app)), 0);
  }
  stop.letGo();
  assert.equal(await slow, 1);
  assert.equal(asked(app, from, /./), 1);
  await assertLedgerAgrees(app);
});

test("R24: two janitors that know the buyer to be proven at the same time charge once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await approveAtBank(app, await visitBank(app, orderNumber));
  const question = { method: "GET", path: /\/transaction\/a-/ };
  const stops = [app.outward.stop(question, "answer"), app.outward.stop(question, "answer")];
  app.clock.advance(31_000);
  const first = checkDueAttempts(app.services);
  await stops[0]?.reached;
  app.clock.advance(timing.attemptLeaseMs + 1_000);
  const second = checkDueAttempts(secondProcess(app));
  await stops[1]?.reached;
  for (const stop of stops) stop.letGo();
  await Promise.all([first, second]);
  const pays = app.outward.passed.filter(({ body }) => /"apiOperation":"PAY"/.test(body));
  assert.equal(pays.length, 1);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  await assertLedgerAgrees(app);
});

for (const { method, path } of takenByUs) {
  test(`R24: two janitors take the money of one approval of ${method}: the provider takes it once`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app, payableInvoice);
    await approveOnPage(app, method, orderNumber);
    app.clock.advance(60_000);
    const stop = app.outward.stop({ method: "POST", path }, "request");
    const slow = checkDueAttempts(app.services);
    await stop.reached;
    app.clock.advance(timing.captureLeaseMs + 1_000);
    assert.equal(await checkDueAttempts(secondProcess(app)), 1);
    stop.letGo();
    await slow;
    assert.deepEqual(
      (await ledger(app)).map(({ amount }) => amount),
      [payableText],
    );
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`]);
    await assertLedgerAgrees(app);
  });
}

for (const method of ["card", "tabby"] as const) {
  test(`R24: two janitors send one refund of ${method}: the provider refunds once`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    if (method === "card") await payByCard(app, orderNumber);
    else await leaveProviderPage(await beginRedirect(app, method, orderNumber), "approve");
    await askStatus(app, orderNumber);
    app.clock.advance(3_000);
    await checkDueAttempts(app.services);
    const stop = app.outward.stop(
      { method: method === "card" ? "PUT" : "POST", path: /refund|\/r-/ },
      "request",
    );
    const slow = callOfMerchant(app, orderNumber, { path: "refunds", body: { amount: "15.00" } });
    await stop.reached;
    app.clock.advance(timing.refundLeaseMs + 1_000);
    assert.equal(await sendDueRefunds(secondProcess(app)), 1);
    stop.letGo();
    assert.equal((await slow).json().state, "refunded");
    const back = (await ledger(app)).filter(({ kind }) => kind === "refund");
    assert.deepEqual(
      back.map(({ amount }) => amount),
      ["15.00"],
    );
    await assertLedgerAgrees(app);
  });
}

/** An invoice whose approval was collected. */
async function paidByTamara(app: GatedApp): Promise<string> {
  const orderNumber = await issueInvoice(app);
  await leaveProviderPage(await beginRedirect(app, "tamara", orderNumber), "approve");
  await askStatus(app, orderNumber);
  app.clock.advance(3_000);
  await checkDueAttempts(app.services);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara captured"]);
  return orderNumber;
}

/** From now on every request that fits stands at the gate until it is let go. */
function holdAll(app: GatedApp, wanted: Wanted): Stop[] {
  const standing: Stop[] = [];
  const holdNext = (): void => {
    const stop = app.outward.stop(wanted, "request");
    const arrived = () => {
      standing.push(stop);
      holdNext();
    };
    stop.reached.then(arrived, () => {});
  };
  holdNext();
  return standing;
}

/** Processes that look for refunds again whenever they have none under way, at a provider that takes its time. */
async function sendSlowly(
  app: GatedApp,
  processes: readonly Services[],
  { standing, answerMs, rounds }: { standing: Stop[]; answerMs: number; rounds: number },
): Promise<void> {
  const busy = new Map<Services, Promise<unknown>>();
  for (let round = 0; round < rounds; round += 1) {
    for (const each of processes) {
      if (!busy.has(each))
        busy.set(
          each,
          sendDueRefunds(each).finally(() => busy.delete(each)),
        );
    }
    await until(async () => standing.length > 0 || busy.size === 0);
    const answered = standing.splice(0);
    app.clock.advance(answerMs);
    for (const stop of answered) stop.letGo();
  }
  const letGo = setInterval(() => {
    for (const stop of standing.splice(0)) stop.letGo();
  }, 10);
  await Promise.all(busy.values());
  clearInterval(letGo);
}

test("R24: eight refunds that Tamara first fails and then answers in 40 seconds are made once each by two processes", async () => {
  await using app = await startGatedApp({ poolSize: 20, messages: "lost" });
  await setFault(app, { simulator: "tamara", fault: "status_500", operation: "REFUND", times: 8 });
  const orders: string[] = [];
  for (let index = 0; index < 8; index += 1) orders.push(await paidByTamara(app));
  for (const orderNumber of orders) {
    const reply = await callOfMerchant(app, orderNumber, { path: "refunds", body: { amount: "46.00" } });
    assert.equal(reply.json().state, "unknown", reply.body);
  }
  app.clock.advance(11 * 60_000);
  const standing = holdAll(app, { path: /simplified-refund/ });
  await sendSlowly(app, [app.services, secondProcess(app)], { standing, answerMs: 40_000, rounds: 14 });
  const back = (await ledger(app)).filter(({ kind }) => kind === "refund");
  assert.deepEqual(
    back.map(({ orderId }) => orderId).toSorted(),
    orders.toSorted(),
    "one refund of each order in Tamara's books",
  );
  await assertLedgerAgrees(app);
});

for (const method of ["card", "tamara"] as const) {
  test(`R24: while the merchant's call has a refund of ${method} at the provider, no janitor takes it`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = method === "tamara" ? await paidByTamara(app) : await issueInvoice(app);
    if (method === "card") await payByCard(app, orderNumber);
    const refunding = method === "card" ? { method: "PUT", path: /\/r-/ } : { path: /simplified-refund/ };
    const stop = app.outward.stop(refunding, "request");
    const call = callOfMerchant(app, orderNumber, { path: "refunds", body: { amount: "15.00" } });
    await stop.reached;
    // A question, the refund itself and a question after it, each for as long as it may take.
    app.clock.advance(timing.gatewayPaymentTimeoutMs + 2 * timing.gatewaySessionTimeoutMs);
    assert.equal(await sendDueRefunds(secondProcess(app)), 0);
    stop.letGo();
    assert.equal((await call).json().state, "refunded");
    await assertLedgerAgrees(app);
  });
}

test("R24: a process that lost its lease between question and refund sends nothing", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await paidByTamara(app);
  const stop = app.outward.stop({ method: "GET", path: /\/orders\// }, "answer");
  const slow = callOfMerchant(app, orderNumber, { path: "refunds", body: { amount: "15.00" } });
  await stop.reached;
  app.clock.advance(timing.refundLeaseMs + 1_000);
  assert.equal(await sendDueRefunds(secondProcess(app)), 1);
  stop.letGo();
  assert.equal((await slow).json().state, "refunded", "as the other one has made it");
  assert.equal(asked(app, 0, /simplified-refund/), 1);
  await assertLedgerAgrees(app);
});

test("R24: a process that lost its lease sends nothing while the one that has it still asks", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await paidByTamara(app);
  const question = { method: "GET", path: /\/orders\// };
  const [first, second] = [app.outward.stop(question, "answer"), app.outward.stop(question, "answer")];
  const slow = callOfMerchant(app, orderNumber, { path: "refunds", body: { amount: "15.00" } });
  await first.reached;
  app.clock.advance(timing.refundLeaseMs + 1_000);
  const other = sendDueRefunds(secondProcess(app));
  await second.reached;
  first.letGo();
  assert.equal((await slow).json().state, "in_flight");
  assert.equal(asked(app, 0, /simplified-refund/), 0);
  second.letGo();
  await other;
  assert.equal(asked(app, 0, /simplified-refund/), 1);
  await assertLedgerAgrees(app);
});

test("R24: the answer of a process that lost its lease is written down, and what it did not prove changes nothing", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  const refunding = { method: "PUT", path: /\/r-/ };
  const [first, second] = [app.outward.stop(refunding, "request"), app.outward.stop(refunding, "answer")];
  const slow = callOfMerchant(app, orderNumber, { path: "refunds", body: { amount: "15.00" } });
  await first.reached;
  app.clock.advance(timing.refundLeaseMs + 1_000);
  const other = sendDueRefunds(secondProcess(app));
  await second.reached;
  app.outward.rewrite(refunding, (body) =>
    JSON.stringify({ ...JSON.parse(body), result: "FAILURE", response: { gatewayCode: "DECLINED" } }),
  );
  first.letGo();
  assert.equal((await slow).json().state, "in_flight", "the refusal is not this process's to believe");
  second.letGo();
  await other;
  const { rows } = await app.db.pool.query(
    "select r.state, array_agg(t.outcome order by t.sequence) as tries from refunds r join refund_tries t on t.refund_id = r.id group by 1",
  );
  assert.deepEqual(rows, [{ state: "refunded", tries: ["declined", "refunded"] }]);
  await assertLedgerAgrees(app);
});

test("R24: a provider that hangs holds up no refund at another one", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const slow: string[] = [];
  for (let index = 0; index < 6; index += 1) slow.push(await paidByTamara(app));
  const card = await issueInvoice(app);
  await payByCard(app, card);
  await setFault(app, { simulator: "tamara", fault: "status_500", operation: "REFUND", times: 6 });
  await setFault(app, { fault: "drop_before", operation: "REFUND" });
  await setFault(app, { fault: "drop_before", operation: "RETRIEVE_TRANSACTION" });
  for (const orderNumber of [...slow, card]) {
    const reply = await callOfMerchant(app, orderNumber, { path: "refunds" });
    assert.equal(reply.json().state, "unknown", reply.body);
  }
  const standing = holdAll(app, { path: /simplified-refund/ });
  app.clock.advance(timing.refundResendAfterMs + 1_000);
  await startDueRefunds(app.services);
  await until(async () => standing.length > 0 && (await statusOf(app, card)) === "REFUNDED");
  // What falls due later at the other provider is not held up by the hanging one either.
  const later = await issueInvoice(app);
  await payByCard(app, later);
  await setFault(app, { fault: "drop_before", operation: "REFUND" });
  await setFault(app, { fault: "drop_before", operation: "RETRIEVE_TRANSACTION" });
  await callOfMerchant(app, later, { path: "refunds" });
  app.clock.advance(6_000);
  await startDueRefunds(app.services);
  await until(async () => (await statusOf(app, later)) === "REFUNDED");
  assert.ok(standing.length <= 4, "no more at once than a lane is wide");
  const sending = sendDueRefunds(app.services);
  await until(async () => {
    for (const stop of standing.splice(0)) stop.letGo();
    return (await Promise.all(slow.map((each) => statusOf(app, each)))).every(
      (status) => status === "REFUNDED",
    );
  });
  await sending;
  await assertLedgerAgrees(app);
});

test("R24: a refund that never reached Tamara is sent again at the moment at which it may be", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await paidByTamara(app);
  await setFault(app, { simulator: "tamara", fault: "drop_before", operation: "REFUND" });
  await callOfMerchant(app, orderNumber, { path: "refunds", body: { amount: "46.00" } });
  for (let passedMs = 0; passedMs < timing.refundResendAfterMs; passedMs += 20_000) {
    app.clock.advance(20_000);
    await sendDueRefunds(app.services);
  }
  const { rows } = await app.db.pool.query("select state from refunds");
  assert.deepEqual(rows, [{ state: "refunded" }]);
  assert.equal(asked(app, 0, /simplified-refund/), 2);
  await assertLedgerAgrees(app);
});

test("R24: a refund that Tamara did not answer is only asked about for ten minutes, and found when it is carried out late", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await paidByTamara(app);
  await setFault(app, { simulator: "tamara", fault: "drop_before", operation: "REFUND" });
  const reply = await callOfMerchant(app, orderNumber, { path: "refunds", body: { amount: "46.00" } });
  assert.equal(reply.json().state, "unknown");
  for (let minute = 0; minute < 9; minute += 1) {
    app.clock.advance(60_000);
    await sendDueRefunds(app.services);
    await sendDueRefunds(secondProcess(app));
  }
  const sent = app.outward.passed.filter(({ path }) => /simplified-refund/.test(path));
  assert.equal(sent.length, 1);
  // It was only held up on its way.
  for (const request of sent) await forward(app.simulatorUrl, request);
  app.clock.advance(60 * 60_000);
  await sendDueRefunds(app.services);
  assert.equal(asked(app, 0, /simplified-refund/), 1);
  await assertLedgerAgrees(app);
});
