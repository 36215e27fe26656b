/**
 * Races with the end of the database's timeouts: it loses its connections or takes no writes in the middle of a
 * payment.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { issueInvoice, ledger, post } from "#test/app-harness.ts";
import {
  askStatus,
  attemptsOf,
  callOfMerchant,
  cardPayment,
  payWithCode,
  sendCode,
  statusOf,
} from "#test/buyers.ts";
import { type GatedApp, secondProcess, secondServer, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { lockOrderRow } from "#test/order-lock.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";
import { sendDueRefunds } from "../refund-jobs.ts";

const openPath = "/rest/pay/openGateway";
const pay = { body: /"apiOperation":"PAY"/ };
const everybodyElse = "datname = current_database() and pid <> pg_backend_pid()";

/** Runs a statement on a connection of its own, which writes even where others may not. */
async function asOperator(app: GatedApp, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: app.db.databaseUrl });
  await client.connect();
  try {
    await client.query("set default_transaction_read_only = off");
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** As a failover does: every connection ends. */
async function endConnections(app: GatedApp, which = "true"): Promise<void> {
  await asOperator(
    app,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where ${everybodyElse} and ${which}`,
  );
}

/** As a standby is that was not promoted yet: it answers questions and takes no writes. */
async function setReadOnly(app: GatedApp, isReadOnly: boolean): Promise<void> {
  const name = new URL(app.db.databaseUrl).pathname.slice(1);
  const change = isReadOnly
    ? "set default_transaction_read_only = on"
    : "reset default_transaction_read_only";
  await asOperator(app, `alter database ${name} ${change}`);
  await endConnections(app);
}

async function runJobs(app: GatedApp): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    app.clock.advance(95_000);
    await checkDueAttempts(app.services);
    await sendDueRefunds(app.services);
  }
}

test("R30: a database that takes no writes lets no payment begin, and no provider is called", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  await setReadOnly(app, true);
  const heard = app.outward.passed.length;
  const refused = await post(app, openPath, body);
  assert.deepEqual([refused.statusCode, refused.json().code], [503, "service_unavailable"]);
  assert.equal(refused.headers["retry-after"], "5");
  assert.equal((await sendCode(app, orderNumber)).json().code, "service_unavailable");
  assert.equal(app.outward.passed.length, heard);
  await setReadOnly(app, false);
  assert.equal((await post(app, openPath, body)).statusCode, 200);
  await assertLedgerAgrees(app);
});

test("R30: a database that stops taking writes while the card is charged: never a decline, never a second charge, found later", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const [body, another] = [await cardPayment(app, orderNumber), await cardPayment(app, orderNumber)];
  const secondary = { ...app, ...(await secondServer(app)) };
  const stop = app.outward.stop(pay, "answer");
  const paying = post(app, openPath, body);
  await stop.reached;
  await setReadOnly(app, true);
  stop.letGo();
  const told = await paying;
  assert.deepEqual([told.statusCode, told.json().code], [504, "outcome_unknown"]);
  assert.equal((await askStatus(app, orderNumber)).json().statusCode, 202);
  assert.equal((await post(secondary, openPath, another)).json().code, "payment_in_progress");
  await setReadOnly(app, false);
  assert.equal((await post(secondary, openPath, another)).json().code, "payment_in_progress");
  // The process that learned of the money is gone.
  await runJobs(secondary);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card captured"]);
  await assertLedgerAgrees(app);
});

test("R30: a failover while the card is charged is not noticed: the next connection writes it down", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop(pay, "answer");
  const paying = post(app, openPath, body);
  await stop.reached;
  await endConnections(app);
  stop.letGo();
  assert.equal((await paying).json().statusCode, 200);
  await assertLedgerAgrees(app);
});

test("R30: a failover in the middle of the claim leaves nothing, and the same press again pays once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  await using line = await lockOrderRow(app.db, orderNumber);
  const paying = post(app, openPath, body);
  await line.untilWaiting(1);
  await endConnections(app, "wait_event_type = 'Lock'");
  assert.equal((await paying).json().code, "service_unavailable");
  await line.letGo();
  assert.deepEqual(await attemptsOf(app, orderNumber), []);
  assert.equal((await post(app, openPath, body)).json().statusCode, 200);
  await assertLedgerAgrees(app);
});

test("R30: a failover in the middle of settling leaves the attempt in flight, and the job settles it once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop(pay, "answer");
  const paying = post(app, openPath, body);
  await stop.reached;
  await using line = await lockOrderRow(app.db, orderNumber);
  stop.letGo();
  await line.untilWaiting(1);
  await endConnections(app, "wait_event_type = 'Lock'");
  assert.equal((await paying).json().code, "outcome_unknown");
  await line.letGo();
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card in_flight"]);
  assert.equal((await ledger(app)).length, 1);
  await runJobs({ ...app, services: secondProcess(app) });
  assert.equal(await statusOf(app, orderNumber), "PAID");
  await assertLedgerAgrees(app);
});

test("R30: a wallet that was charged while nothing could be written is found by its own name", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const sent = await sendCode(app, orderNumber);
  const stop = app.outward.stop({ path: /DirectPaymentConfirm/ }, "answer");
  const paying = payWithCode(app, orderNumber, sent);
  await stop.reached;
  await setReadOnly(app, true);
  stop.letGo();
  assert.equal((await paying).json().code, "outcome_unknown");
  await setReadOnly(app, false);
  await runJobs(app);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["stcpay captured"]);
  await assertLedgerAgrees(app);
});

test("R30: a refund that was made while nothing could be written is made once", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await post(app, openPath, await cardPayment(app, orderNumber));
  const stop = app.outward.stop({ body: /"apiOperation":"REFUND"/ }, "answer");
  const refunding = callOfMerchant(app, orderNumber, { path: "refunds" });
  await stop.reached;
  await setReadOnly(app, true);
  stop.letGo();
  assert.equal((await refunding).statusCode, 504);
  await setReadOnly(app, false);
  await runJobs(app);
  assert.equal(await statusOf(app, orderNumber), "REFUNDED");
  await assertLedgerAgrees(app);
});

test("R30: while the database takes no writes the job continues trying, and does its work when it is back", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const stop = app.outward.stop(pay, "answer");
  const paying = post(app, openPath, await cardPayment(app, orderNumber));
  await stop.reached;
  await setReadOnly(app, true);
  stop.letGo();
  await paying;
  app.clock.advance(95_000);
  await assert.rejects(checkDueAttempts(app.services), /read-only/);
  assert.equal((await askStatus(app, orderNumber)).statusCode, 504, "nobody is told that it is declined");
  await setReadOnly(app, false);
  await runJobs(app);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  await assertLedgerAgrees(app);
});
