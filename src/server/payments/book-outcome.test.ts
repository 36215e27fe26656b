/** What a provider said is written down, also when the database fails in the moment in which it is said. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startSimulators } from "#sim/server.ts";
import { issueInvoice, ledger, payByCard, post, setFault } from "#test/app-harness.ts";
import {
  askForReference,
  attemptsOf,
  beginRedirect,
  cardPayment,
  leaveProviderPage,
  payWithCode,
  sendCode,
  statusOf,
} from "#test/buyers.ts";
import { firstKey, issue, payment, statusSeen } from "#test/embedded-shop.ts";
import { freezeDatabase } from "#test/frozen-database.ts";
import { startGate } from "#test/gate.ts";
import { type GatedApp, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { type ServerProcess, sendTo, startEmbeddedProcess } from "#test/server-process.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";
import { loadBegunPayment } from "./begun-payment.ts";
import { bookUnbooked } from "./book-outcome.ts";
import { loadOpenReferences } from "./open-references.ts";

const openPath = "/rest/pay/openGateway";
const pay = { body: /"apiOperation":"PAY"/ };

/** A disk on which a claim still finds room, and what has to follow it does not. */
async function fillDisk(app: GatedApp): Promise<void> {
  await app.db.pool.query(`
    create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before update on payment_attempts for each row
      when (new.state in ('captured', 'declined')) execute function no_room()`);
}

async function makeRoom(app: GatedApp): Promise<void> {
  await app.db.pool.query("drop function no_room cascade");
}

test("money that is taken while the disk is full is written down as soon as there is room, without asking again", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await fillDisk(app);
  const told = await post(app, openPath, await cardPayment(app, orderNumber));
  assert.deepEqual([told.statusCode, told.json().code], [504, "outcome_unknown"]);
  assert.equal(told.headers["retry-after"], "2");
  assert.equal(await bookUnbooked(app.services), 0);
  assert.equal(await statusOf(app, orderNumber), "PENDING");
  await makeRoom(app);
  const heard = app.outward.passed.length;
  assert.equal(await bookUnbooked(app.services), 1);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  assert.equal(app.outward.passed.length, heard, "no provider is asked");
  assert.equal(await bookUnbooked(app.services), 0, "once");
  await assertLedgerAgrees(app);
});

test("while an outcome cannot be written down no payment begins and no proven buyer is charged", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const [first, second, third] = [await issueInvoice(app), await issueInvoice(app), await issueInvoice(app)];
  const sent = await sendCode(app, third);
  const body = await cardPayment(app, second);
  await fillDisk(app);
  assert.equal((await payByCard(app, first)).statusCode, 504);
  assert.equal((await app.app.inject("/readyz")).statusCode, 503);
  const heard = app.outward.passed.length;
  for (const reply of [await post(app, openPath, body), await payWithCode(app, third, sent)]) {
    assert.deepEqual([reply.statusCode, reply.json().code], [503, "service_unavailable"]);
    assert.equal(reply.headers["retry-after"], "5");
  }
  assert.deepEqual(await attemptsOf(app, second), [], "not even a claim");
  assert.equal(app.outward.passed.length, heard);
  assert.equal((await ledger(app)).length, 1);
  await makeRoom(app);
  await bookUnbooked(app.services);
  assert.equal((await app.app.inject("/readyz")).statusCode, 204);
  assert.equal((await post(app, openPath, body)).json().statusCode, 200);
  assert.equal((await payWithCode(app, third, sent)).json().statusCode, 200);
  await assertLedgerAgrees(app);
});

for (const { when, waitMs, written } of [
  { when: "within its lease is written down", waitMs: 60_000, written: ["card declined"] },
  { when: "after it is left to the question of the job", waitMs: 75_000, written: ["card in_flight"] },
]) {
  test(`a decline that could not be written down and finds room ${when}`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await fillDisk(app);
    assert.equal((await payByCard(app, orderNumber, { expiry: "05/39" })).statusCode, 504);
    await makeRoom(app);
    app.clock.advance(waitMs);
    await bookUnbooked(app.services);
    assert.deepEqual(await attemptsOf(app, orderNumber), written);
    assert.equal((await app.app.inject("/readyz")).statusCode, 204);
    app.clock.advance(95_000);
    await checkDueAttempts(app.services);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["card declined"]);
    assert.deepEqual(await ledger(app), []);
  });
}

test("a cancel on the way back that finds the money taken is written down when the disk has room again", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const page = await beginRedirect(app, "tamara", orderNumber);
  const back = await leaveProviderPage(page, "cancel");
  // The page says that the buyer left; what Tamara then finds is an order that it has collected meanwhile.
  app.outward.rewrite({ method: "GET", path: /\/orders\// }, (body) =>
    JSON.stringify({ ...JSON.parse(body), status: "new" }),
  );
  app.outward.rewrite({ method: "GET", path: /\/orders\// }, (body) => {
    const order = JSON.parse(body);
    return JSON.stringify({ ...order, status: "fully_captured", captured_amount: order.total_amount });
  });
  await fillDisk(app);
  const told = await app.app.inject(back);
  assert.deepEqual([told.statusCode, told.json().code], [504, "outcome_unknown"], told.body);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara awaiting_buyer"]);
  await makeRoom(app);
  assert.equal(await bookUnbooked(app.services), 1);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["tamara captured"]);
  assert.equal(await statusOf(app, orderNumber), "PAID");
});

/** Another order's card is charged, and that cannot be written down. */
async function failBooking(app: GatedApp): Promise<void> {
  const orderNumber = await issueInvoice(app);
  await fillDisk(app);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 504);
}

test("a code that may have paid is never answered with: try again, when another outcome cannot be written down meanwhile", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const sent = await sendCode(app, orderNumber);
  await setFault(app, { simulator: "stcpay", fault: "drop_before", operation: "CONFIRM" });
  const stop = app.outward.stop({ path: /confirm/i }, "request");
  const paying = payWithCode(app, orderNumber, sent);
  await stop.reached;
  await failBooking(app);
  stop.letGo();
  const told = await paying;
  assert.deepEqual([told.statusCode, told.json().code], [504, "outcome_unknown"]);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay unknown"]);
});

test("a start that has passed the bank is in doubt, too: the job may still find the buyer proven", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop({ body: /"apiOperation":"AUTHENTICATE_PAYER"/ }, "answer");
  const paying = post(app, openPath, body);
  await stop.reached;
  await failBooking(app);
  stop.letGo();
  const told = await paying;
  assert.deepEqual([told.statusCode, told.json().code], [504, "outcome_unknown"]);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card in_flight"]);
});

test("a code or a bill whose start could not be written down is there when there is room, however long after, and pays once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const [code, bill] = [await issueInvoice(app), await issueInvoice(app)];
  const full = (state: string) =>
    app.db.pool.query(`create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger no_room before update on payment_attempts for each row
        when (new.state = '${state}') execute function no_room()`);
  for (const [orderNumber, state, begin] of [
    [code, "awaiting_buyer", () => sendCode(app, code)],
    [bill, "offered", () => askForReference(app, "sadad", bill)],
  ] as const) {
    await full(state);
    const told = await begin();
    assert.deepEqual([told.statusCode, told.json().code], [504, "outcome_unknown"], told.body);
    // Longer than the lease of a start.
    app.clock.advance(60_000);
    assert.equal(await bookUnbooked(app.services), 0);
    await makeRoom(app);
    assert.equal(await bookUnbooked(app.services), 1);
    assert.match((await attemptsOf(app, orderNumber)).join(), new RegExp(`${state}$`));
  }
  const begun = await loadBegunPayment(app.services, code, null);
  assert.ok(begun?.kind === "code");
  const paid = await payWithCode(app, code, { json: () => begun.session } as never);
  assert.equal(paid.statusCode, 200, paid.body);
  assert.equal(await statusOf(app, code), "PAID");
  assert.equal((await loadOpenReferences(app.services, bill)).length, 1);
});

test("the answer to a start that another one has superseded meanwhile changes nothing", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await fillDisk(app);
  await app.db.pool.query(`drop trigger no_room on payment_attempts; create trigger no_room before update on payment_attempts
    for each row when (new.state = 'awaiting_buyer') execute function no_room()`);
  assert.equal((await sendCode(app, orderNumber)).statusCode, 504);
  for (const state of ["unknown", "superseded"])
    await app.db.pool.query(`update payment_attempts set state = '${state}'`);
  await makeRoom(app);
  await bookUnbooked(app.services);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay superseded"]);
  assert.equal((await sendCode(app, orderNumber)).statusCode, 200);
});

/** The demo's world in a process of its own, with a gate before its providers. */
async function startShop(directory: string) {
  await using parts = new AsyncDisposableStack();
  const simulators = await startSimulators({ port: 0, host: "127.0.0.1" });
  parts.defer(simulators.close);
  const gate = parts.use(await startGate());
  gate.leadTo(simulators.url);
  const place = { dataDir: directory, simulatorUrl: gate.url };
  const key = await firstKey(place);
  const server: ServerProcess = parts.use(await startEmbeddedProcess(place));
  const opened = parts.move();
  return { key, server, gate, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

test("a gateway's answer that comes while the database is frozen: 504 within seconds, and PAID within seconds of its return", async () => {
  using directory = temporaryDirectory();
  await using shop = await startShop(directory.path);
  const { server, key, gate } = shop;
  const orderNumber = await issue(server, key);
  const body = await payment(server, orderNumber);
  const stop = gate.stop(pay, "answer");
  const paying = sendTo(server, openPath, body);
  await stop.reached;
  const thaw = freezeDatabase(directory.path);
  try {
    const began = performance.now();
    stop.letGo();
    const told = await paying;
    assert.deepEqual([told?.status, told?.body["code"]], [504, "outcome_unknown"]);
    const tookMs = performance.now() - began;
    assert.ok(tookMs < 20_000, `took ${tookMs} ms`);
    assert.equal((await fetch(`${server.url}/healthz`)).status, 204, "the process lives");
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503, "and cannot work");
  } finally {
    thaw();
  }
  const returnedAt = performance.now();
  await until(async () => (await statusSeen(server, key, orderNumber)) === "PAID");
  const lateMs = performance.now() - returnedAt;
  assert.ok(lateMs < 15_000, `PAID ${lateMs} ms after the database's return`);
  await until(async () => (await fetch(`${server.url}/readyz`)).status === 204);
});
