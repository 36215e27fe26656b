/** A shop's number stands for one invoice at a time: a retry makes none, and what was paid is not asked for again. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { lockOut } from "#test/order-lock.ts";
import {
  laravelOrder,
  newNumber,
  ownNumberOf,
  type PaylinkShop,
  startPaylinkShop,
} from "#test/paylink-shop.ts";

let shop: PaylinkShop;
let token = "";
before(async () => {
  shop = await startPaylinkShop();
  token = await shop.tokenOf();
});
after(async () => {
  await shop[Symbol.asyncDispose]();
});

const add = async (orderNumber: string, overrides: object = {}) =>
  await shop.send("/api/addInvoice", laravelOrder({ orderNumber, ...overrides }), token);

const statusOf = async (own: string): Promise<string> =>
  (await shop.api.call("GET", `/api/v1/invoices/${own}`)).json().status;

test("the same request again gets the same invoice, also after it was paid", async () => {
  const number = newNumber();
  const first = await add(number);
  const again = await add(number);
  assert.equal(again.body, first.body);
  await shop.api.addAttempt(ownNumberOf(first), "captured");
  const paid = await add(number);
  assert.deepEqual(
    [paid.json().transactionNo, paid.json().orderStatus],
    [first.json().transactionNo, "Paid"],
  );
});

test("two of one request at the same moment get one invoice", async () => {
  const number = newNumber();
  // Each has looked for an invoice of the number, or waits to, before the first can write one.
  await using line = await lockOut(shop.api.db, "orders");
  const adding = [add(number), add(number), add(number)];
  await line.untilWaiting(adding.length);
  await line.letGo();
  const answers = await Promise.all(adding);
  assert.equal(new Set(answers.map(ownNumberOf)).size, 1);
  const { rows } = await shop.api.db.pool.query(
    "select count(*)::int as count from orders where external_order_number = $1",
    [number],
  );
  assert.deepEqual(rows, [{ count: 1 }]);
});

test("another request for an unpaid number cancels the invoice before it", async () => {
  const number = newNumber();
  const first = await add(number);
  const second = await add(number, { clientName: "Sara" });
  assert.notEqual(second.json().transactionNo, first.json().transactionNo);
  assert.deepEqual(
    [await statusOf(ownNumberOf(first)), await statusOf(ownNumberOf(second))],
    ["CANCELLED", "CREATED"],
  );
  assert.equal((await shop.get(first.json().transactionNo, token)).json().orderStatus, "Canceled");
});

test("another request for a paid number is refused, and one while a payment is under way", async () => {
  for (const [state, code] of [
    ["captured", "order_already_paid"],
    ["in_flight", "payment_in_progress"],
    ["unknown", "payment_in_progress"],
  ] as const) {
    const number = newNumber();
    const first = await add(number);
    await shop.api.addAttempt(ownNumberOf(first), state);
    const other = await add(number, { clientName: "Sara" });
    assert.deepEqual([other.statusCode, other.json().code], [400, code], state);
    assert.equal(ownNumberOf(await add(number)), ownNumberOf(first));
  }
});

test("a number whose invoice was cancelled is free for the same request", async () => {
  const number = newNumber();
  const first = await add(number);
  await shop.send("/api/cancelInvoice", { transactionNo: first.json().transactionNo }, token);
  const second = await add(number);
  assert.notEqual(ownNumberOf(second), ownNumberOf(first));
  assert.equal(await statusOf(ownNumberOf(second)), "CREATED");
});

test("an invoice that the merchant issues again at another address keeps its numbers", async () => {
  const number = newNumber();
  const first = await add(number);
  const { transactionNo } = first.json();
  const reissued = await shop.api.call("POST", `/api/v1/invoices/${ownNumberOf(first)}/reissue`, {
    body: {},
  });
  assert.equal(reissued.statusCode, 201, reissued.body);
  const copy = await shop.get(transactionNo, token);
  assert.deepEqual([ownNumberOf(copy), copy.json().orderStatus], [reissued.json().orderNumber, "Pending"]);
  assert.equal(ownNumberOf(await add(number)), reissued.json().orderNumber);
});

test("a refused request leaves the invoice before it as it was", async () => {
  const number = newNumber();
  const first = await add(number);
  assert.equal((await add(number, { amount: 171 })).statusCode, 400);
  assert.equal(await statusOf(ownNumberOf(first)), "CREATED");
  assert.equal(ownNumberOf(await add(number)), ownNumberOf(first));
});

test("the database lets no open invoice give way, and no number stand for two", async () => {
  const number = newNumber();
  ownNumberOf(await add(number));
  const { pool } = shop.api.db;
  await assert.rejects(
    pool.query("update paylink_invoices set is_current = false where shop_number = $1", [number]),
    /is not closed unpaid/,
  );
  const { orderNumber } = await shop.api.issue();
  await assert.rejects(
    pool.query(
      `insert into paylink_invoices (merchant_id, transaction_no, order_id, shop_number, request_hash)
       select merchant_id, '1999999999999', id, $1, sha256('x') from orders where order_number = $2`,
      [number, orderNumber],
    ),
    /one_current_paylink_invoice/,
  );
});
