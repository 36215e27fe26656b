/** Payments that ended without money are asked about twice more; what is found goes back to the buyer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cards, issueInvoice, ledger, payByCard, prepareSession, type TestApp } from "#test/app-harness.ts";
import { attemptsOf, openGateway, sendCode } from "#test/buyers.ts";
import { type GatedApp, secondProcess, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { sendDueRefunds } from "../payments/refund-jobs.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";
import { askLateChecks } from "./late-checks.ts";

const hourMs = 60 * 60_000;
const pay = { body: /"apiOperation":"PAY"/ };

/** The job of the hours after, up to the questions of the next day. */
async function laterThatDay(app: TestApp): Promise<number[]> {
  const asked = [await askLateChecks(app.services)];
  for (const hours of [2, 2, 20, 2, 48]) {
    app.clock.advance(hours * hourMs);
    asked.push(await askLateChecks(app.services));
  }
  return asked;
}

/** Questions about a payment's own transaction that reached the gateway. */
function questions(app: GatedApp): number {
  return app.outward.passed.filter(({ method, path }) => method === "GET" && /\/transaction\/p-/.test(path))
    .length;
}

test("a payment that was declined is asked about after some hours and on the next day, then never again", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber, { expiry: "05/39" });
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card declined"]);
  const before = questions(app);
  const events = async () => (await app.db.pool.query("select from events")).rowCount;
  const told = await events();
  assert.deepEqual(await laterThatDay(app), [0, 0, 1, 0, 1, 0]);
  assert.equal(questions(app) - before, 2);
  assert.equal(await events(), told, "nothing new is nothing to tell");
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card declined"]);
});

test("a payment that was sent, given up and carried out after all is found and given back", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  const stop = app.outward.stop(pay, "request");
  const paying = openGateway(app, orderNumber, sessionId);
  await stop.reached;
  // What reaches us is a decline, and the gateway takes the money all the same.
  app.outward.rewrite(pay, (body) =>
    JSON.stringify({ ...JSON.parse(body), result: "FAILURE", response: { gatewayCode: "DECLINED" } }),
  );
  stop.letGo();
  await paying;
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card declined"]);
  assert.equal((await ledger(app)).length, 1, "the gateway has taken the money");
  await askLateChecks(app.services);
  app.clock.advance(4 * hourMs);
  assert.equal(await askLateChecks(app.services), 1);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card surplus"]);
  assert.ok(app.logLines.some((line) => line.includes("late money")));
  app.clock.advance(1_000);
  await checkDueAttempts(app.services);
  await sendDueRefunds(app.services);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card refunded"]);
  await assertLedgerAgrees(app);
});

test("a gateway that does not answer is asked every hour until it does", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber, { expiry: "05/39" });
  await fetch(`${app.simulatorUrl}/_control/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      simulator: "mpgs",
      fault: "drop_before",
      operation: "RETRIEVE_TRANSACTION",
      times: 2,
    }),
  });
  await askLateChecks(app.services);
  app.clock.advance(4 * hourMs);
  const row = async () =>
    (await app.db.pool.query("select answers, tries, is_over from late_checks")).rows[0];
  for (const answers of [0, 0, 1]) {
    assert.equal(await askLateChecks(app.services), 1);
    assert.equal((await row()).answers, answers);
    app.clock.advance(61 * 60_000);
  }
  app.clock.advance(24 * hourMs);
  await askLateChecks(app.services);
  assert.deepEqual(await row(), { answers: 2, tries: 4, is_over: true });
});

test("a payment whose money step was never sent is not asked about", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await sendCode(app, orderNumber);
  await payByCard(app, orderNumber, { number: cards.rejected });
  const from = app.outward.passed.length;
  await laterThatDay(app);
  const asked = app.outward.passed.slice(from).filter(({ path }) => /Inquiry|\/transaction\//.test(path));
  assert.deepEqual(asked, []);
});

test("two processes ask about a late payment once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber, { expiry: "05/39" });
  await askLateChecks(app.services);
  app.clock.advance(4 * hourMs);
  const counts = await Promise.all([askLateChecks(app.services), askLateChecks(secondProcess(app))]);
  assert.deepEqual(counts.toSorted(), [0, 1]);
});
