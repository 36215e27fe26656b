/** Two requests for one row of the database, of which one holds it for longer than the other may wait. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, ledger, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { bookUnbooked } from "../payments/book-outcome.ts";

/** Locks are waited for three eighths of it. */
const statementTimeoutMs = 2_400;

/** Holds rows on a connection of its own; gives what lets them go. */
async function hold({ db }: TestApp, sql: string, values: readonly unknown[]): Promise<() => Promise<void>> {
  const holder = await db.pool.connect();
  await holder.query("begin");
  await holder.query(sql, [...values]);
  return async () => {
    await holder.query("rollback");
    holder.release();
  };
}

test("a call that waits for another's lock too long is refused for now, has done nothing, and succeeds later", async () => {
  await using app = await startTestApp({ statementTimeoutMs });
  const orderNumber = await issueInvoice(app);
  const cancel = () =>
    app.app.inject({
      method: "POST",
      url: `/api/v1/invoices/${orderNumber}/cancel`,
      headers: { authorization: `Bearer ${app.apiKey}` },
    });
  const letGo = await hold(app, "select from orders where order_number = $1 for update", [orderNumber]);
  const refused = await cancel();
  assert.deepEqual([refused.statusCode, refused.json().code], [503, "service_unavailable"]);
  assert.equal(refused.headers["retry-after"], "5");
  await letGo();
  const { rows } = await app.db.pool.query("select status from orders where order_number = $1", [
    orderNumber,
  ]);
  assert.deepEqual(rows, [{ status: "CREATED" }]);
  assert.equal((await cancel()).statusCode, 200);
});

test("a payment whose tax invoice waits too long for its number is in doubt at first, and booked once", async () => {
  await using app = await startTestApp({ statementTimeoutMs });
  assert.equal((await payByCard(app, await issueInvoice(app))).statusCode, 200);
  const orderNumber = await issueInvoice(app);
  const letGo = await hold(app, "select from document_counters where merchant_id = $1 for update", [
    app.merchantId,
  ]);
  const doubted = await payByCard(app, orderNumber);
  assert.deepEqual([doubted.statusCode, doubted.json().code], [504, "outcome_unknown"]);
  assert.equal(await bookUnbooked(app.services), 0, "still held");
  assert.equal((await app.app.inject("/readyz")).statusCode, 204, "no other payment has to wait");
  await letGo();
  assert.equal(await bookUnbooked(app.services), 1);
  const { rows } = await app.db.pool.query("select status from orders where order_number = $1", [
    orderNumber,
  ]);
  assert.deepEqual(rows, [{ status: "PAID" }]);
  assert.equal((await ledger(app)).filter(({ kind }) => kind === "capture").length, 2, "one capture each");
});
