/** How soon the truth is found after silence, whatever pages ask meanwhile and whatever else hangs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentIdOf } from "#methods/sadad/payment-id.ts";
import { issueInvoice, ledger, payByCard, prepareSession, setFault } from "#test/app-harness.ts";
import {
  askForReference,
  askStatus,
  attemptsOf,
  openGateway,
  payWithCode,
  sendCode,
  statusOf,
} from "#test/buyers.ts";
import { forward } from "#test/gate.ts";
import { type GatedApp, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { until } from "#test/until.ts";
import { checkDueAttempts, startJobs } from "../../schedule/jobs.ts";
import { askForNews } from "../attempt-news.ts";
import { applyOutcome } from "../settle.ts";

const question = { method: "GET", path: /\/transaction\/p-/ };

/** The job's tick every second until the order is paid; gives the seconds that it took, at most `limit`. */
async function secondsUntilPaid(app: GatedApp, orderNumber: string, limit: number): Promise<number> {
  for (let seconds = 0; seconds <= limit; seconds += 1) {
    await checkDueAttempts(app.services);
    if ((await statusOf(app, orderNumber)) === "PAID") return seconds;
    app.clock.advance(1_000);
  }
  throw new Error(`not paid after ${limit} s`);
}

/** A card that was charged without an answer. */
async function loseAnswer(app: GatedApp): Promise<string> {
  const orderNumber = await issueInvoice(app);
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  assert.equal((await payByCard(app, orderNumber)).json().code, "outcome_unknown");
  return orderNumber;
}

async function schedule(app: GatedApp) {
  return await app.db.kysely
    .selectFrom("payment_attempts")
    .select(["check_count", "next_check_at"])
    .executeTakeFirstOrThrow();
}

test("R35: seven questions of the result page while the gateway answers none put the job's next one off by nothing", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await loseAnswer(app);
  const comeBack = app.outward.answerInstead(question, null, 1_000);
  const polls = new Set([2, 4, 6, 8, 10, 15, 25]);
  for (let second = 1; second <= 25; second += 1) {
    app.clock.advance(1_000);
    await checkDueAttempts(app.services);
    if (!polls.has(second)) continue;
    const before = await schedule(app);
    assert.equal((await askStatus(app, orderNumber)).json().statusCode, 202);
    assert.deepEqual(await schedule(app), before, `the poll after ${second} s`);
  }
  // The gateway is back, and no page watches any more.
  comeBack();
  const seconds = await secondsUntilPaid(app, orderNumber, 60);
  assert.ok(seconds <= 15, `settled after ${seconds} s`);
  assert.equal((await ledger(app)).length, 1);
  await assertLedgerAgrees(app);
});

test("R35: a payment in doubt is asked about at least once a minute for a quarter of an hour, and settled within one of its gateway's return", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await loseAnswer(app);
  const comeBack = app.outward.answerInstead(question, null, 1_000);
  let last = app.clock.now();
  let asked = app.outward.passed.length;
  for (let second = 0; second < 15 * 60; second += 1) {
    app.clock.advance(1_000);
    await checkDueAttempts(app.services);
    if (app.outward.passed.length > asked) last = app.clock.now();
    asked = app.outward.passed.length;
    assert.ok(app.clock.now() - last <= 60_000, `no question for a minute after ${second} s`);
  }
  comeBack();
  await secondsUntilPaid(app, orderNumber, 60);
  await assertLedgerAgrees(app);
});

test("R36: 25 cards whose gateway hangs hold up no STC payment, neither one due with them nor one after", async () => {
  await using app = await startGatedApp({ messages: "lost", poolSize: 20 });
  for (let count = 0; count < 25; count += 1) await loseAnswer(app);
  const loseCode = async (): Promise<string> => {
    const orderNumber = await issueInvoice(app);
    const sent = await sendCode(app, orderNumber);
    await setFault(app, { simulator: "stcpay", fault: "drop_after_commit", operation: "CONFIRM" });
    // Nor are the questions that follow at once.
    for (let time = 0; time < 2; time += 1)
      await setFault(app, { simulator: "stcpay", fault: "drop_before", operation: "INQUIRY" });
    assert.equal((await payWithCode(app, orderNumber, sent)).json().code, "outcome_unknown");
    return orderNumber;
  };
  const together = await loseCode();
  const hanging = Array.from({ length: 5 }, () => app.outward.stop(question, "request"));
  app.clock.advance(6_000);
  const round = checkDueAttempts(app.services);
  await Promise.all(hanging.map(({ reached }) => reached));
  await until(async () => (await statusOf(app, together)) === "PAID");
  const after = await loseCode();
  app.clock.advance(6_000);
  await checkDueAttempts(app.services);
  assert.equal(await statusOf(app, after), "PAID");
  const asked = app.outward.passed.filter(
    ({ method, path }) => method === question.method && question.path.test(path),
  );
  assert.equal(asked.length, 5, "no more at a time to a gateway that hangs");
  for (const stop of hanging) stop.letGo();
  await round;
  await checkDueAttempts(app.services);
  await assertLedgerAgrees(app);
});

test("R36: a message is answered while its provider hangs, and wakes the worker of this process", async () => {
  await using app = await startGatedApp();
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  const told = app.inward.stop({ body: /"type":"PAYMENT"/ }, "request");
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  await openGateway(app, orderNumber, sessionId);
  const message = await told.reached;
  const hanging = app.outward.stop(question, "request");
  // The clock stands still: nothing is due but by the message, and no tick comes.
  const stopJobs = startJobs(app.services);
  assert.equal((await forward(app.url, message)).status, 200);
  await hanging.reached;
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
  assert.equal((await forward(app.url, message)).status, 200);
  hanging.letGo();
  await until(async () => (await statusOf(app, orderNumber)) === "PAID");
  told.letGo();
  await stopJobs();
  await assertLedgerAgrees(app);
});

test("R36: news of a payment whose older answer, a decline, comes after them are still followed up, and its money goes back", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await loseAnswer(app);
  const { id: attemptId, provider } = await app.db.kysely
    .selectFrom("payment_attempts")
    .select(["id", "provider"])
    .executeTakeFirstOrThrow();
  await askForNews(app.services, { provider, merchantId: null, attemptId });
  await applyOutcome(app.services, attemptId, { kind: "declined", reason: "other" }, "check");
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card declined"]);
  // The clock stands still: it is due at once, not when ended payments are looked through.
  await checkDueAttempts(app.services);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card refunded"]);
});

test("R36: a message that wants a call back is answered before that call, which a worker of its account makes", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const callBack = { method: "POST", path: /\/webhooks\/w1\/verify$/ };
  const hanging = app.outward.stop(callBack, "request");
  const told = await app.app.inject({
    method: "POST",
    url: "/rest/pay/notify/sadad",
    headers: { "content-type": "application/json" },
    payload: JSON.stringify({
      id: "m1",
      type: "webhook_verification",
      secret_token: "simulator-moyasar-webhook-secret",
      data: { webhook_id: "w1", verification_code: "123456" },
    }),
  });
  assert.equal(told.statusCode, 200, told.body);
  assert.deepEqual(app.outward.passed, [], "answered before anybody was called");
  const orderNumber = await loseAnswer(app);
  app.clock.advance(6_000);
  const round = checkDueAttempts(app.services);
  assert.match((await hanging.reached).body, /123456/);
  await until(async () => (await statusOf(app, orderNumber)) === "PAID");
  hanging.letGo();
  await round;
  const made = app.outward.passed.filter(({ path }) => callBack.path.test(path));
  assert.equal(made.length, 1);
  await assertLedgerAgrees(app);
});

test("R36: what is fresh is asked about before all that has waited for longer", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  for (let count = 0; count < 20; count += 1) await askForReference(app, "sadad", await issueInvoice(app));
  app.clock.advance(20 * 60_000);
  await askForReference(app, "sadad", await issueInvoice(app));
  const { id } = await app.db.kysely
    .selectFrom("payment_attempts")
    .select("id")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  app.clock.advance(61_000);
  const from = app.outward.passed.length;
  assert.equal(await checkDueAttempts(app.services), 21);
  const asked = app.outward.passed.slice(from).map(({ path }) => path);
  const place = asked.findIndex((path) => path.includes(paymentIdOf(id)));
  assert.ok(place >= 0 && place < 5, `asked as number ${place + 1} of ${asked.length}`);
});
