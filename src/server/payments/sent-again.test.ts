/** A one-time code that is sent again stays one try: for its buyer, for limits, and for what merchants receive. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { limits } from "#core/limits.ts";
import { checkDueAttempts } from "#server/schedule/jobs.ts";
import { issueInvoice, post, startTestApp, type TestApp } from "#test/app-harness.ts";
import { codeSession, payAtWallet, payWithCode, sendCode, stcPayBody } from "#test/buyers.ts";
import { callerOf, runJobs } from "#test/webhook-shop.ts";
import { askLateChecks } from "../reconciliation/late-checks.ts";
import { loadBegunPayment } from "./begun-payment.ts";
import { sendDueRefunds } from "./refund-jobs.ts";

const hourMs = 3_600_000;

async function start(t: TestContext) {
  // Limits count outside of the machine's own addresses.
  const app = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  t.after(() => app[Symbol.asyncDispose]());
  return { app, orderNumber: await issueInvoice(app), call: callerOf(app, app.apiKey) };
}

async function sendTo(app: TestApp, orderNumber: string, mobile: string) {
  return await post(app, "/rest/pay/stcpay/sendOtp", {
    ...(await stcPayBody(app, orderNumber)),
    stcPayMobile: mobile,
  });
}

/** Sends a code and three more, all to one mobile; gives the answers. */
async function sendFour(app: TestApp, orderNumber: string) {
  const sent = [];
  for (let time = 0; time < 4; time += 1) {
    const answer = await sendCode(app, orderNumber);
    assert.equal(answer.statusCode, 200, answer.body);
    sent.push(answer);
    app.clock.advance(31_000);
  }
  return sent;
}

/** The limit that held a code back stands in the operator's log alone. */
async function assertHeldBack(app: TestApp, call: ReturnType<typeof sendCode>, limit: string): Promise<void> {
  const refused = await call;
  assert.deepEqual([refused.statusCode, refused.json().code], [429, "too_many_attempts"], refused.body);
  assert.match(
    app.logLines.findLast((line) => line.includes("security.limit_reached")) ?? "",
    new RegExp(limit),
  );
}

type Told = { readonly id: string; readonly state: string; readonly createdAt: string };

async function attemptsOf(app: TestApp, orderNumber: string): Promise<readonly Told[]> {
  const reply = await callerOf(app, app.apiKey)("GET", `/invoices/${orderNumber}`);
  return (reply.json() as { attempts: Told[] }).attempts;
}

type ToldEvent = { type: string; data: { paymentId?: string; payments?: Told[] } };

async function eventsOf(app: TestApp): Promise<readonly ToldEvent[]> {
  await runJobs(app.services);
  const reply = await callerOf(app, app.apiKey)("GET", "/events?limit=100");
  return (reply.json() as { items: ToldEvent[] }).items;
}

const rowsOf = async (app: TestApp): Promise<{ id: string; state: string; resend_of: string | null }[]> =>
  (await app.db.pool.query("select id, state, resend_of from payment_attempts order by created_at")).rows;

test("a code that is sent again three times and then pays is one try in the invoice and in every event", async (t) => {
  const { app, orderNumber } = await start(t);
  const sent = await sendFour(app, orderNumber);
  const [waiting, ...none] = await attemptsOf(app, orderNumber);
  assert.deepEqual([waiting?.state, none], ["awaiting_buyer", []]);
  const [, , , last] = sent;
  assert.ok(last);
  assert.equal((await payWithCode(app, orderNumber, last)).statusCode, 200);

  const [told, ...others] = await attemptsOf(app, orderNumber);
  const [first] = await rowsOf(app);
  assert.deepEqual([told?.id, told?.state, others], [first?.id, "captured", []]);
  assert.equal(told?.id, waiting?.id);
  assert.equal(told?.createdAt, waiting?.createdAt, "the try began with its first code");
  const events = await eventsOf(app);
  assert.deepEqual(
    events.map(({ type }) => type).filter((type) => /^payment/.test(type)),
    ["payment.attempted"],
  );
  const ids = new Set(
    events.flatMap(({ data }) => [data.paymentId, ...(data.payments ?? []).map(({ id }) => id)]),
  );
  ids.delete(undefined);
  assert.deepEqual([...ids], [first?.id]);
  const facts = (await callerOf(app, app.apiKey)("GET", `/invoices/${orderNumber}`)).json() as {
    payments: { attemptId: string }[];
  };
  assert.deepEqual(
    facts.payments.map(({ attemptId }) => attemptId),
    [first?.id],
  );
});

test("codes that are sent again count once, for the order and for the mobile; they count as messages of the shop", async (t) => {
  const { app, orderNumber } = await start(t);
  await sendFour(app, orderNumber);
  // Two more tries to this mobile are left of three, and four to others of the order's five.
  for (let more = 1; more < limits.walletCodesPerMobilePerHour; more += 1)
    assert.equal((await sendCode(app, await issueInvoice(app))).statusCode, 200);
  await assertHeldBack(app, sendCode(app, await issueInvoice(app)), "codesOfMobile");
  for (let more = 1; more < limits.walletCodesPerOrderPerHour; more += 1)
    assert.equal((await sendTo(app, orderNumber, `51111111${more}`)).statusCode, 200);
  await assertHeldBack(app, sendTo(app, orderNumber, "511111119"), "codesOfOrder");
  const { rows } = await app.db.pool.query("select count(*)::int as messages from payment_tries");
  assert.equal(rows[0].messages, 4 + 2 + 4);
});

test("however often a code is sent again, one mobile gets six in an hour, and no more at the same moment", async (t) => {
  const { app, orderNumber } = await start(t);
  const most = limits.walletCodesPerMobilePerHour + limits.walletCodesAgainPerMobilePerHour;
  for (let code = 0; code < most; code += 1) assert.equal((await sendCode(app, orderNumber)).statusCode, 200);
  await assertHeldBack(app, sendCode(app, orderNumber), "codesOfMobile");
  const others = await Promise.all(Array.from({ length: 6 }, () => issueInvoice(app)));
  const sent = await Promise.all(others.map((number) => sendCode(app, number)));
  assert.ok(sent.every(({ statusCode }) => statusCode === 429));
  app.clock.advance(hourMs);
  assert.equal((await sendCode(app, orderNumber)).statusCode, 200);
});

test("a try that paid no longer counts, by whichever of its codes", async (t) => {
  const { app } = await start(t);
  for (let time = 0; time < limits.walletCodesPerMobilePerHour + 2; time += 1) {
    const orderNumber = await issueInvoice(app);
    await sendCode(app, orderNumber);
    const again = await sendCode(app, orderNumber);
    assert.equal(again.statusCode, 200, again.body);
    assert.equal((await payWithCode(app, orderNumber, again)).statusCode, 200);
  }
});

test("another mobile is another try, and who comes back is shown the number of the newest code", async (t) => {
  const { app, orderNumber } = await start(t);
  const shown = async () => {
    const begun = await loadBegunPayment(app.services, orderNumber, null);
    return begun?.kind === "code" ? [begun.mobileEnd, begun.session.paymentSessionId] : null;
  };
  for (const mobile of ["500000111", "500000222", "500000222", "500000333"]) {
    const sent = await sendTo(app, orderNumber, mobile);
    assert.deepEqual(await shown(), [mobile.slice(-3), sent.json().paymentSessionId]);
  }
  const attempts = await attemptsOf(app, orderNumber);
  assert.deepEqual(
    attempts.map(({ state }) => state),
    ["awaiting_buyer", "superseded", "superseded"],
  );
});

test("guesses are counted over all codes of a try: a new code brings no new guesses, a new try does", async (t) => {
  const { app, orderNumber } = await start(t);
  const guess = async (sent: Awaited<ReturnType<typeof sendCode>>) => {
    const body = { ...(await stcPayBody(app, orderNumber)), ...codeSession(sent), stcpayPaymentOTP: "4444" };
    return (await post(app, "/rest/pay/stcpay/processPayment", body)).json().code;
  };
  const first = await sendCode(app, orderNumber);
  for (let time = 0; time < 3; time += 1) assert.equal(await guess(first), "otp_wrong");
  const second = await sendCode(app, orderNumber);
  const begun = await loadBegunPayment(app.services, orderNumber, null);
  // The page says the number that the server counts: after another code, and to who comes back.
  const told = [first.json().triesLeft, second.json().triesLeft, begun?.kind === "code" && begun.triesLeft];
  assert.deepEqual(told, [5, 2, 2]);
  for (let time = 0; time < 2; time += 1) assert.equal(await guess(second), "otp_wrong");
  assert.equal(await guess(second), "otp_locked");
  const third = await sendCode(app, orderNumber);
  assert.equal(third.json().triesLeft, 5);
  assert.equal((await payWithCode(app, orderNumber, third)).statusCode, 200);
  assert.deepEqual(
    (await rowsOf(app)).map(({ resend_of }) => resend_of === null),
    [true, false, true],
  );
});

test("an earlier code pays nothing through us, and money that comes for it all the same is found and given back", async (t) => {
  const { app, orderNumber } = await start(t);
  const sent = await sendFour(app, orderNumber);
  const [early, , , last] = sent;
  assert.ok(early && last);
  assert.notEqual((await payWithCode(app, orderNumber, early)).statusCode, 200);
  assert.equal((await payWithCode(app, orderNumber, last)).statusCode, 200);
  const [first, second] = await rowsOf(app);
  assert.ok(first && second);
  // The second while the order is paid by the fourth; the first keeps its own id when money comes for it.
  for (const { id } of [second, first]) await payAtWallet(app, id);
  for (let round = 0; round < 40; round += 1) {
    await askLateChecks(app.services);
    await checkDueAttempts(app.services);
    await sendDueRefunds(app.services);
    app.clock.advance(hourMs);
  }
  const states = (await rowsOf(app)).map(({ state }) => state);
  assert.deepEqual(states, ["refunded", "refunded", "superseded", "captured"]);
  const told = await attemptsOf(app, orderNumber);
  assert.deepEqual(
    told.map(({ state }) => state),
    ["captured", "refunded", "refunded"],
  );
  assert.equal(new Set(told.map(({ id }) => id)).size, 3);
  const surplus = (await eventsOf(app)).filter(({ type }) => type === "payment.surplus");
  assert.deepEqual(surplus.map(({ data }) => data.paymentId).toSorted(), [first.id, second.id].toSorted());
  assert.equal((await eventsOf(app)).filter(({ type }) => type === "payment.failed").length, 0);
});

test("sending again at the same moment leaves one code that can pay, and one try", async (t) => {
  const { app, orderNumber } = await start(t);
  await sendCode(app, orderNumber);
  const again = await Promise.all([1, 2, 3].map(() => sendCode(app, orderNumber)));
  const sent = again.filter(({ statusCode }) => statusCode === 200);
  assert.ok(sent.length > 0, again.map(({ body }) => body).join());
  const live = (await rowsOf(app)).filter(({ state }) => state === "awaiting_buyer");
  assert.equal(live.length, 1);
  assert.equal((await attemptsOf(app, orderNumber)).length, 1);
  const own = sent.find((answer) => answer.json().paymentSessionId === live[0]?.id);
  assert.ok(own);
  assert.equal((await payWithCode(app, orderNumber, own)).statusCode, 200);
});

test("the database ties a code to a try of its own order, wallet and sum only, and lets none settle that was sent again", async (t) => {
  const { app, orderNumber } = await start(t);
  await sendCode(app, orderNumber);
  const other = await issueInvoice(app);
  await sendCode(app, other);
  const [first, stranger] = await rowsOf(app);
  const insert = (change: string, resendOf: string | undefined) =>
    app.db.pool.query(
      `insert into payment_attempts (id, order_id, method, provider, state, amount, currency, return_token, created_at, resend_of, provider_data)
       select $1, order_id, method, provider, 'in_flight', ${change}, currency, $1, now(), $2, '{}' from payment_attempts where id = $3`,
      ["forged", resendOf, first?.id],
    );
  await assert.rejects(insert("amount", stranger?.id), /is not of the try/);
  await assert.rejects(insert("amount + 1", first?.id), /is not of the try/);
  await assert.rejects(insert("amount", first?.id), /still has a code/);
  await sendCode(app, orderNumber);
  for (const change of ["is_resent = false", "resend_of = null", "settled_at = now()"])
    await assert.rejects(
      app.db.pool.query(`update payment_attempts set ${change} where is_resent or resend_of is not null`),
      /stays in its try|settles_nothing|agree/,
    );
});
