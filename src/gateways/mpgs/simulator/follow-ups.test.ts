import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { at, control, type Merchant, startGateway } from "./test-merchant.ts";

async function start(t: TestContext) {
  const gateway = await startGateway();
  t.after(() => gateway.close());
  return gateway;
}

const money = (apiOperation: "CAPTURE" | "REFUND", amount: string, currency = "SAR") => ({
  apiOperation,
  transaction: { amount, currency, reference: "r" },
});
const refund = (cards: Merchant, orderId: string, amount: string, id = cards.unique("refund-")) =>
  cards.transaction(orderId, id, money("REFUND", amount));
const kinds = async (url: string) =>
  ((await control(url, "GET", "ledger"))["entries"] as { kind: string; amount: string }[]).map((each) => [
    each.kind,
    each.amount,
  ]);

test("refunds add up to what was captured and never beyond", async (t) => {
  const { cards, url } = await start(t);
  const { orderId } = await cards.payWith({});
  const part = await refund(cards, orderId, "40.00");
  assert.equal(at(part.body, "order.status"), "PARTIALLY_REFUNDED");
  assert.equal(at(part.body, "transaction.type"), "REFUND");
  const tooMuch = await refund(cards, orderId, "60.01");
  assert.equal(at(tooMuch.body, "error.field"), "transaction.amount");
  const rest = await refund(cards, orderId, "60.00");
  assert.equal(at(rest.body, "order.status"), "REFUNDED");
  assert.equal(at(rest.body, "order.totalRefundedAmount"), 100);
  assert.equal((await refund(cards, orderId, "0.01")).status, 400);
  assert.deepEqual(await kinds(url), [
    ["capture", "100.00"],
    ["refund", "40.00"],
    ["refund", "60.00"],
  ]);
});

test("a refund of an unknown, unpaid or differently priced order is refused", async (t) => {
  const { cards } = await start(t);
  assert.equal(at((await refund(cards, "nothing", "1.00")).body, "error.field"), "order.id");
  const declined = await cards.payWith({ month: "05", year: "39" });
  assert.equal(at((await refund(cards, declined.orderId, "1.00")).body, "error.field"), "transaction.amount");
  const paid = await cards.payWith({});
  const foreign = await cards.transaction(paid.orderId, "r", money("REFUND", "1.00", "USD"));
  assert.equal(at(foreign.body, "error.field"), "transaction.currency");
});

test("a declined refund changes nothing", async (t) => {
  const { cards, url } = await start(t);
  const { orderId } = await cards.payWith({}, { amount: "500.00" });
  const { body } = await refund(cards, orderId, "77.05");
  assert.equal(at(body, "result"), "FAILURE");
  assert.equal(at(body, "order.totalRefundedAmount"), 0);
  assert.equal((await kinds(url)).length, 1);
});

test("authorised money is captured in parts, up to what was authorised", async (t) => {
  const { cards, url } = await start(t);
  const { orderId, reply } = await cards.payWith({}, { operation: "AUTHORIZE" });
  assert.equal(at(reply.body, "order.status"), "AUTHORIZED");
  assert.equal(at(reply.body, "transaction.type"), "AUTHORIZATION");
  assert.deepEqual(await kinds(url), []);
  const part = await cards.transaction(orderId, "c1", money("CAPTURE", "30.00"));
  assert.equal(at(part.body, "order.status"), "PARTIALLY_CAPTURED");
  const rest = await cards.transaction(orderId, "c2", money("CAPTURE", "70.00"));
  assert.equal(at(rest.body, "order.status"), "CAPTURED");
  const more = await cards.transaction(orderId, "c3", money("CAPTURE", "0.01"));
  assert.equal(at(more.body, "error.field"), "transaction.amount");
  assert.deepEqual(await kinds(url), [
    ["capture", "30.00"],
    ["capture", "70.00"],
  ]);
});

test("a payment can be voided on its own day, once, and not after a refund", async (t) => {
  const { cards, url } = await start(t);
  const voidOf = (orderId: string, targetTransactionId: string, id: string) =>
    cards.transaction(orderId, id, { apiOperation: "VOID", transaction: { targetTransactionId } });
  const first = await cards.payWith({});
  const voided = await voidOf(first.orderId, first.transactionId, "v1");
  assert.equal(at(voided.body, "transaction.type"), "VOID_PAYMENT");
  assert.equal(at(voided.body, "order.status"), "CANCELLED");
  assert.equal((await voidOf(first.orderId, first.transactionId, "v2")).status, 400);
  const again = await cards.payWith({}, { orderId: first.orderId });
  assert.equal(at(again.reply.body, "error.field"), "order.id");

  const refunded = await cards.payWith({});
  await refund(cards, refunded.orderId, "1.00");
  assert.equal((await voidOf(refunded.orderId, refunded.transactionId, "v")).status, 400);

  const old = await cards.payWith({});
  await control(url, "POST", "clock", { advanceMs: 86_400_000 });
  assert.equal((await voidOf(old.orderId, old.transactionId, "v")).status, 400);
  assert.deepEqual((await kinds(url)).map(([kind]) => kind).sort(), [
    "capture",
    "capture",
    "capture",
    "refund",
    "void",
  ]);
});
