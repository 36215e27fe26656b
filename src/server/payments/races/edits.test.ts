/** An invoice is edited while its buyer pays: no buyer pays another amount than the one that was on the page. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import {
  gatewayBody,
  issueInvoice,
  ledger,
  loadModel,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
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
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { lockOrderRow } from "#test/order-lock.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(async () => await app[Symbol.asyncDispose]());
afterEach(async () => await assertLedgerAgrees(app));

const openPath = "/rest/pay/openGateway";

/** The merchant asks for three instead of one: 345 riyals instead of 115. */
const raise = (orderNumber: string) =>
  app.app.inject({
    method: "PATCH",
    url: `/api/v1/invoices/${orderNumber}`,
    headers: { authorization: `Bearer ${app.apiKey}`, "if-match": "*" },
    payload: { lines: [{ title: "تمر", quantity: 3, unitPrice: "100.00" }] },
  });

/** What was taken for an order, by the gateway's books. */
async function takenFor(orderNumber: string): Promise<unknown[]> {
  const { rows } = await app.db.pool.query<{ id: string }>(
    "select a.id from payment_attempts a join orders o on o.id = a.order_id where o.order_number = $1",
    [orderNumber],
  );
  const ids = new Set(rows.map(({ id }) => id));
  return (await ledger(app)).flatMap(({ amount, kind, ...entry }) =>
    Object.values(entry).some((value) => [...ids].some((id) => String(value).includes(id)))
      ? [`${kind} ${amount}`]
      : [],
  );
}

test("a page of the old content pays nothing, and the page of the new one pays the new amount", async () => {
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber);
  const seen = gatewayBody(await loadModel(app, orderNumber), sessionId);
  assert.equal((await raise(orderNumber)).json().total, "345.00");
  const refused = await post(app, openPath, seen);
  assert.deepEqual([refused.statusCode, refused.json().code], [409, "order_changed"]);
  assert.deepEqual(await takenFor(orderNumber), []);
  const body = await cardPayment(app, orderNumber);
  assert.equal((await loadModel(app, orderNumber)).total, 345);
  assert.equal((await post(app, openPath, body)).statusCode, 200);
  assert.deepEqual(await takenFor(orderNumber), ["capture 345.00"]);
  assert.equal((await raise(orderNumber)).json().code, "order_already_paid");
});

test("a yes that the bank gave for the old amount takes nothing", async () => {
  const orderNumber = await issueInvoice(app);
  const visit = await visitBank(app, orderNumber);
  await approveAtBank(app, visit);
  assert.equal((await raise(orderNumber)).statusCode, 200);
  assert.notEqual((await comeBack(app, visit)).json().statusCode, 200);
  assert.deepEqual(await takenFor(orderNumber), []);
  assert.equal(await statusOf(app, orderNumber), "PENDING");
});

test("an edit and a payment at the same moment: the edit was first in line, and the payment starts nothing", async () => {
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  await using line = await lockOrderRow(app.db, orderNumber);
  const edit = raise(orderNumber);
  await line.untilWaiting(1);
  const paying = post(app, openPath, body);
  await line.untilWaiting(2);
  await line.letGo();
  assert.equal((await edit).statusCode, 200);
  assert.equal((await paying).json().code, "order_changed");
  assert.deepEqual(await takenFor(orderNumber), []);
});

test("an invoice whose SADAD bill is out keeps what the bill asks for", async () => {
  const orderNumber = await issueInvoice(app);
  assert.equal((await askForReference(app, "sadad", orderNumber)).statusCode, 200);
  const refused = await raise(orderNumber);
  assert.deepEqual([refused.statusCode, refused.json().code], [409, "reference_open"]);
  assert.equal((await loadModel(app, orderNumber)).total, 115);
});

const reissue = (orderNumber: string) =>
  app.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${orderNumber}/reissue`,
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": `reissue-${orderNumber}` },
    payload: {},
  });

test("the first address of an invoice that was issued again pays nothing: page, bank and bill", async () => {
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  const visit = await visitBank(app, orderNumber);
  await approveAtBank(app, visit);
  const second = (await reissue(orderNumber)).json().orderNumber;
  assert.notEqual((await comeBack(app, visit)).json().statusCode, 200);
  assert.equal((await post(app, openPath, body)).json().code, "order_cancelled");
  assert.deepEqual([await statusOf(app, orderNumber), await takenFor(orderNumber)], ["CANCELLED", []]);
  assert.equal((await post(app, openPath, await cardPayment(app, second))).statusCode, 200);
  assert.deepEqual(await takenFor(second), ["capture 115.00"]);
});

test("money for the transfer of an invoice that was issued again is surplus, and the new one is still to be paid", async () => {
  const orderNumber = await issueInvoice(app);
  await askForReference(app, "a2a", orderNumber);
  const second = (await reissue(orderNumber)).json().orderNumber;
  await actAtBank(app, "a2a", "pay");
  app.clock.advance(61_000);
  await checkDueAttempts(app.services);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["a2a surplus"]);
  assert.deepEqual([await statusOf(app, orderNumber), await statusOf(app, second)], ["CANCELLED", "CREATED"]);
});
