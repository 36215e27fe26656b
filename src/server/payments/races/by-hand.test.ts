/** A shop records that it was paid without a provider, while buyers pay by one: no payment is doubled unnoticed. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { referenceMethods } from "#methods/allowed.ts";
import { issueInvoice, ledger, post, setFault, type TestApp } from "#test/app-harness.ts";
import {
  actAtBank,
  approveAtBank,
  askForReference,
  attemptsOf,
  cardPayment,
  comeBack,
  statusOf,
  visitBank,
} from "#test/buyers.ts";
import { startGatedApp } from "#test/gated-app.ts";
import { endSurplus } from "#test/given-back.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { lockOrderRow } from "#test/order-lock.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";

const openPath = "/rest/pay/openGateway";
const pay = { body: /"apiOperation":"PAY"/ };

const record = (app: TestApp, orderNumber: string) =>
  app.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${orderNumber}/payments`,
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": randomUUID() },
    payload: { amount: "115.00", way: "cash" },
  });

const codeOf = (reply: { readonly statusCode: number; readonly json: () => { code?: string } }) =>
  reply.json().code ?? String(reply.statusCode);

test("R39: while a card is with its gateway, and while its answer is missing, no cash is recorded", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const stop = app.outward.stop(pay, "answer");
  const byCard = post(app, openPath, await cardPayment(app, orderNumber));
  await stop.reached;
  assert.equal(codeOf(await record(app, orderNumber)), "payment_in_progress");
  stop.letGo();
  assert.equal((await byCard).statusCode, 200);
  assert.equal(codeOf(await record(app, orderNumber)), "order_already_paid");
  const unanswered = await issueInvoice(app);
  const body = await cardPayment(app, unanswered);
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  await post(app, openPath, body);
  assert.deepEqual(await attemptsOf(app, unanswered), ["card unknown"]);
  assert.equal(codeOf(await record(app, unanswered)), "payment_in_progress");
  app.clock.advance(120_000);
  await checkDueAttempts(app.services);
  assert.deepEqual(await attemptsOf(app, unanswered), ["card captured"]);
  assert.equal(codeOf(await record(app, unanswered)), "order_already_paid");
  await assertLedgerAgrees(app);
});

test("R39: a buyer who said yes at the bank has paid nothing yet: cash is recorded, and that yes takes nothing", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const visit = await visitBank(app, orderNumber);
  await approveAtBank(app, visit);
  assert.equal((await record(app, orderNumber)).statusCode, 201);
  await comeBack(app, visit);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card superseded", "cash captured"]);
  assert.deepEqual(await ledger(app), []);
  await assertLedgerAgrees(app);
});

for (const method of referenceMethods)
  test(`R39: an open ${method} that is paid after the cash is surplus`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    assert.equal((await record(app, orderNumber)).statusCode, 201);
    await actAtBank(app, method, "pay");
    app.clock.advance(61_000);
    await checkDueAttempts(app.services);
    const standing = await endSurplus(app, method);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} ${standing}`, "cash captured"]);
    assert.equal(await statusOf(app, orderNumber), "PAID");
    await assertLedgerAgrees(app);
  });

test("R39: two people record it, or one does while a card is started: the first in line pays, the other is refused", async () => {
  await using app = await startGatedApp();
  const twice = await issueInvoice(app);
  const both = await Promise.all([record(app, twice), record(app, twice)]);
  assert.deepEqual(both.map(codeOf).toSorted(), ["201", "order_already_paid"]);
  assert.deepEqual(await attemptsOf(app, twice), ["cash captured"]);
  for (const first of ["cash", "card"] as const) {
    const orderNumber = await issueInvoice(app);
    const body = await cardPayment(app, orderNumber);
    await using line = await lockOrderRow(app.db, orderNumber);
    const acts = { cash: () => record(app, orderNumber), card: () => post(app, openPath, body) };
    const [one, other] = first === "cash" ? [acts.cash, acts.card] : [acts.card, acts.cash];
    const ahead = one();
    await line.untilWaiting(1);
    const behind = other();
    await line.untilWaiting(2);
    await line.letGo();
    assert.ok([200, 201].includes((await ahead).statusCode), (await ahead).body);
    assert.match(codeOf(await behind), /^(order_already_paid|payment_in_progress)$/);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${first} captured`]);
  }
  await assertLedgerAgrees(app);
});
