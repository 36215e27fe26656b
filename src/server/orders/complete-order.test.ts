import assert from "node:assert/strict";
import { test } from "node:test";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";

const path = "/api/v1/invoices";

const cancel = (api: MerchantApi, orderNumber: string) => api.call("POST", `${path}/${orderNumber}/cancel`);

async function countCompleted(api: MerchantApi): Promise<number> {
  const { rows } = await api.db.pool.query(
    "select count(*) as events from events where type = 'order.completed'",
  );
  return rows[0].events;
}

test("a paid invoice is marked as fulfilled once, by its own word or by where it came from", async () => {
  await using api = await startMerchantApi();
  const complete = async (orderNumber: string, body?: object) =>
    await api.call("POST", `${path}/${orderNumber}/complete`, { body });
  const paid = async () => {
    const { orderNumber } = await api.issue();
    await api.addAttempt(orderNumber, "captured");
    return orderNumber;
  };
  const first = await paid();
  for (const body of [undefined, {}, { as: "COMPLETED_INVOICE" }]) {
    const answer = await complete(first, body);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.json().status, "COMPLETED_INVOICE");
  }
  assert.equal((await complete(first, { as: "COMPLETED_ORDER" })).statusCode, 422);
  assert.equal(await countCompleted(api), 1);

  const second = await paid();
  assert.equal((await complete(second, { as: "COMPLETED_ORDER" })).json().status, "COMPLETED_ORDER");
  assert.equal((await complete(second)).json().status, "COMPLETED_ORDER");

  const fromLink = await api.issue();
  await api.addAttempt(fromLink.orderNumber, "captured");
  await api.db.pool.query("alter table orders disable trigger order_moves");
  await api.db.pool.query("update orders set source = 'link', status = 'PAID_LINK' where order_number = $1", [
    fromLink.orderNumber,
  ]);
  await api.db.pool.query("alter table orders enable trigger order_moves");
  assert.equal((await complete(fromLink.orderNumber, { as: "COMPLETED_INVOICE" })).statusCode, 422);
  assert.equal((await complete(fromLink.orderNumber)).json().status, "COMPLETED_ORDER");
});

test("only a paid invoice can be fulfilled, and the answer says why not", async () => {
  await using api = await startMerchantApi();
  const code = async (orderNumber: string) =>
    (await api.call("POST", `${path}/${orderNumber}/complete`)).json().code;
  const { orderNumber } = await api.issue();
  assert.equal(await code(orderNumber), "order_not_paid");
  await cancel(api, orderNumber);
  assert.equal(await code(orderNumber), "order_cancelled");
  const refunded = await api.issue();
  const attemptId = await api.addAttempt(refunded.orderNumber, "captured");
  await api.db.kysely.transaction().execute(async (trx) => {
    await trx
      .updateTable("payment_attempts")
      .set({ state: "refunded" })
      .where("id", "=", attemptId)
      .execute();
    await trx
      .updateTable("orders")
      .set({ status: "REFUNDED" })
      .where("order_number", "=", refunded.orderNumber)
      .execute();
  });
  assert.equal(await code(refunded.orderNumber), "order_refunded");
  assert.equal((await cancel(api, refunded.orderNumber)).json().code, "order_refunded");
});

test("goods of an invoice whose whole money goes back are not marked as handed over; beside a part that goes back they are", async () => {
  await using api = await startMerchantApi();
  const complete = async (orderNumber: string) => await api.call("POST", `${path}/${orderNumber}/complete`);
  const { orderNumber } = await api.issue();
  const attemptId = await api.addAttempt(orderNumber, "captured");
  const refund = async (id: string, part: string) =>
    await api.db.pool.query(
      `insert into refunds (merchant_id, id, order_id, attempt_id, amount, currency, state)
       select merchant_id, $2, order_id, id, ${part}, currency, 'unknown' from payment_attempts where id = $1`,
      [attemptId, id],
    );
  await refund("refundofall0000001", "amount");
  const refused = await complete(orderNumber);
  assert.deepEqual([refused.statusCode, refused.json().code], [409, "refund_in_progress"]);
  assert.equal(await countCompleted(api), 0);

  await api.db.pool.query("update refunds set state = 'declined'");
  await refund("refundofpart000002", "amount / 2");
  assert.equal((await complete(orderNumber)).json().status, "COMPLETED_INVOICE");
});
