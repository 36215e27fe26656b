/** UR Pay on the bank's page (decision K18) through the whole server: what its end means for the order. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import {
  advanceSimulators,
  issueInvoice,
  ledger,
  loadModel,
  payByCard,
  post,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { askForBankPage, openBankPage, pressAtBank } from "#test/bank-page.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";
import { sendDueRefunds } from "./refund-jobs.ts";

const startPage = (env: Readonly<Record<string, string>> = {}) =>
  startTestApp({ env: { URPAY_DRIVER: "arb", ...env } });

const status = async (app: TestApp, orderNumber: string) =>
  (await post(app, "/rest/pay/checkPaymentStatus", { orderNumber })).json();

async function halfAMinute(app: TestApp): Promise<void> {
  app.clock.advance(31_000);
  await advanceSimulators(app, 31_000);
}

test("no buyer is sent to a page that is not the bank's, and another method may pay", async () => {
  await using app = await startPage({ URPAY_ARB_PAGE_ORIGINS: "https://elsewhere.example" });
  const orderNumber = await issueInvoice(app);
  assert.equal((await askForBankPage(app, orderNumber)).json().code, "gateway_refused");
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
});

test("a code that the gateway is still working on is being checked, and nothing else may be started", async () => {
  await using app = await startPage();
  const orderNumber = await issueInvoice(app);
  await pressAtBank(await openBankPage(app, orderNumber), { action: "pay", otp: "666666" });
  assert.equal((await status(app, orderNumber)).statusCode, 202);
  assert.equal((await payByCard(app, orderNumber)).json().code, "payment_in_progress");
  await halfAMinute(app);
  assert.equal((await status(app, orderNumber)).statusCode, 200);
  assert.deepEqual(
    (await ledger(app)).map(({ kind, amount }) => [kind, amount]),
    [["capture", "115.00"]],
  );
});

test("a payment on the bank's page of which the gateway says nothing yet is being checked, not called unpaid", async () => {
  await using app = await startPage();
  const orderNumber = await issueInvoice(app);
  await pressAtBank(await openBankPage(app, orderNumber), { action: "pay", otp: "123456" });
  await setFault(app, { simulator: "arb", fault: "unlisted_status", operation: "INQUIRY" });
  assert.equal((await status(app, orderNumber)).statusCode, 202);
  await halfAMinute(app);
  assert.equal((await status(app, orderNumber)).statusCode, 200);
});

test("a page that was left is called unpaid, not declined, and another method may pay", async () => {
  await using app = await startPage();
  const orderNumber = await issueInvoice(app);
  await pressAtBank(await openBankPage(app, orderNumber), { action: "cancel" });
  const { statusCode, msg } = await status(app, orderNumber);
  assert.equal(statusCode, 400);
  assert.match(msg, /لم يتم دفع الطلب/);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
});

test("a page that is paid after a card took its place is found, though no call can close it, and its money goes back", async () => {
  await using app = await startPage();
  const orderNumber = await issueInvoice(app);
  const page = await openBankPage(app, orderNumber);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  await pressAtBank(page, { action: "pay", otp: "123456" });
  for (let hour = 0; hour < 3; hour += 1) {
    app.clock.advance(60 * 60_000);
    await checkDueAttempts(app.services);
    await sendDueRefunds(app.services);
  }
  const moved = (await ledger(app)).map(({ kind, amount }) => `${kind} ${amount}`);
  assert.deepEqual(moved, ["capture 115.00", "capture 115.00", "refund 115.00"]);
});

test("a refund that the gateway is still working on is not made yet: no credit note before the gateway says so", async () => {
  await using app = await startPage();
  const orderNumber = await issueInvoice(app);
  await pressAtBank(await openBankPage(app, orderNumber), { action: "pay", otp: "123456" });
  assert.equal((await status(app, orderNumber)).statusCode, 200);
  const headers = { authorization: `Bearer ${app.apiKey}` };
  const url = `/api/v1/invoices/${orderNumber}`;
  await setFault(app, { simulator: "arb", fault: "unlisted_status", operation: "REFUND" });
  const asked = await app.app.inject({
    method: "POST",
    url: `${url}/refunds`,
    headers: { ...headers, "idempotency-key": randomUUID() },
    payload: {},
  });
  assert.equal(asked.json().state, "pending", asked.body);
  const standing = async () => {
    const [refund] = (await app.app.inject({ url: `${url}/refunds`, headers })).json().items;
    const { order } = await loadModel(app, orderNumber);
    const notes = app.db.kysely.selectFrom("tax_documents").select("kind").where("kind", "=", "credit_note");
    return [refund.state, order.orderStatus, (await notes.execute()).length];
  };
  assert.deepEqual(await standing(), ["pending", "PAID", 0]);
  app.clock.advance(61_000);
  await sendDueRefunds(app.services);
  assert.deepEqual(await standing(), ["refunded", "REFUNDED", 1]);
  const moved = await ledger(app);
  assert.deepEqual(
    moved.map(({ kind, amount }) => [kind, amount]),
    [
      ["capture", "115.00"],
      ["refund", "115.00"],
    ],
  );
});
