/** Races of the clocked work with itself: several processes look for what is due, and one of them is very slow. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { issueInvoice, ledger, payByCard } from "#test/app-harness.ts";
import {
  approveAtBank,
  askForReference,
  askStatus,
  attemptsOf,
  beginInstalments,
  callOfMerchant,
  instalmentMethods,
  leaveInstalmentPage,
  visitBank,
} from "#test/buyers.ts";
import { type GatedApp, secondProcess, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { checkDueAttempts, sendDueRefunds } from "../../jobs.ts";

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

test("R24: a janitor that hears the answer too late takes nothing, since another one has paid meanwhile", async () => {
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

for (const method of instalmentMethods) {
  test(`R24: two janitors collect one approval of ${method}: the provider collects once`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await leaveInstalmentPage(await beginInstalments(app, method, orderNumber), "approve");
    await askStatus(app, orderNumber);
    app.clock.advance(1_000);
    const stop = app.outward.stop({ method: "POST", path: /capture/ }, "request");
    const slow = checkDueAttempts(app.services);
    await stop.reached;
    app.clock.advance(timing.attemptLeaseMs + 1_000);
    assert.equal(await checkDueAttempts(secondProcess(app)), 1);
    stop.letGo();
    await slow;
    assert.deepEqual(
      (await ledger(app)).map(({ amount }) => amount),
      ["115.00"],
    );
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`]);
    await assertLedgerAgrees(app);
  });
}

for (const method of ["card", "tabby"] as const) {
  test(`R24: two janitors send one refund of ${method}: the provider gives back once`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    if (method === "card") await payByCard(app, orderNumber);
    else await leaveInstalmentPage(await beginInstalments(app, method, orderNumber), "approve");
    await askStatus(app, orderNumber);
    app.clock.advance(3_000);
    await checkDueAttempts(app.services);
    const stop = app.outward.stop(
      { method: method === "card" ? "PUT" : "POST", path: /refund|\/r-/ },
      "request",
    );
    const slow = callOfMerchant(app, orderNumber, { path: "refunds", body: { amount: "15.00" } });
    await stop.reached;
    app.clock.advance(timing.attemptLeaseMs + 1_000);
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
