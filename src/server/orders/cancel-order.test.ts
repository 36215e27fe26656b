import assert from "node:assert/strict";
import { test } from "node:test";
import { type AddedState, type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";

const path = "/api/v1/invoices";

const cancel = (api: MerchantApi, orderNumber: string) => api.call("POST", `${path}/${orderNumber}/cancel`);
const read = async (api: MerchantApi, orderNumber: string) =>
  (await api.call("GET", `${path}/${orderNumber}`)).json();

async function eventsOf(api: MerchantApi, orderNumber: string): Promise<string[]> {
  const { rows } = await api.db.pool.query(
    "select e.type from events e join orders o on o.id = e.order_id where o.order_number = $1 order by e.id",
    [orderNumber],
  );
  return rows.map((row: { type: string }) => row.type);
}

test("an unpaid invoice is cancelled once, however often it is asked for", async () => {
  await using api = await startMerchantApi();
  const { orderNumber } = await api.issue();
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(api, orderNumber)));
  for (const answer of answers) {
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.json().status, "CANCELLED");
    assert.equal(answer.json().cancelledAt, answers[0]?.json().cancelledAt);
  }
  assert.deepEqual(await eventsOf(api, orderNumber), ["order.created", "order.cancelled"]);
});

test("cancelling takes an empty body, no body and no idempotency key", async () => {
  await using api = await startMerchantApi();
  const ways = [{ body: {} }, { body: "" }, { idempotencyKey: null }, { body: {}, idempotencyKey: null }];
  for (const way of ways) {
    const { orderNumber } = await api.issue();
    const answer = await api.call("POST", `${path}/${orderNumber}/cancel`, way);
    assert.equal(answer.statusCode, 200, JSON.stringify(way));
  }
  const { orderNumber } = await api.issue();
  const wrong = await api.call("POST", `${path}/${orderNumber}/cancel`, { body: { reason: "x" } });
  assert.equal(wrong.statusCode, 422);
});

/** What cancelling makes of an attempt in each state, or the refusal. */
const attempts: readonly (readonly [state: AddedState, after: string])[] = [
  ["in_flight", "payment_in_progress"],
  ["unknown", "payment_in_progress"],
  ["authorised", "order_already_paid"],
  ["captured", "order_already_paid"],
  ["awaiting_buyer", "superseded"],
  ["offered", "cancelled"],
  ["declined", "declined"],
];

test("cancelling is refused while a payment is under way, and closes softer attempts with it", async () => {
  await using api = await startMerchantApi();
  for (const [state, after] of attempts) {
    const { orderNumber } = await api.issue();
    await api.addAttempt(orderNumber, state);
    const before = await read(api, orderNumber);
    const answer = await cancel(api, orderNumber);
    if (answer.statusCode === 200) {
      assert.equal(answer.json().status, "CANCELLED", state);
      assert.equal(answer.json().attempts[0].state, after, state);
      const { rows } = await api.db.pool.query(
        "select a.next_check_at from payment_attempts a join orders o on o.id = a.order_id where o.order_number = $1",
        [orderNumber],
      );
      if (after !== state) assert.deepEqual(rows, [{ next_check_at: null }], state);
    } else {
      assert.equal(answer.statusCode, 409, state);
      assert.equal(answer.json().code, after, state);
      assert.deepEqual(await read(api, orderNumber), before, state);
    }
  }
});

test("an approval that came without its order being paid still holds cancelling off", async () => {
  await using api = await startMerchantApi();
  const { orderNumber } = await api.issue();
  await api.addAttempt(orderNumber, "offered", "sadad");
  await api.addAttempt(orderNumber, "unknown");
  const answer = await cancel(api, orderNumber);
  assert.equal(answer.json().code, "payment_in_progress");
  assert.equal(answer.headers["retry-after"], "2");
  // All or nothing: the open bill was not closed by the refused cancel.
  const states = (await read(api, orderNumber)).attempts.map((attempt: { state: string }) => attempt.state);
  assert.deepEqual(states.toSorted(), ["offered", "unknown"]);
});

test("cancel and a payment's end at the same time: one of them wins, and the order never is both", async () => {
  await using api = await startMerchantApi();
  for (let round = 0; round < 10; round += 1) {
    const { orderNumber } = await api.issue();
    const [answer, paid] = await Promise.all([
      cancel(api, orderNumber),
      api.addAttempt(orderNumber, "captured").then(
        () => true,
        () => false,
      ),
    ]);
    const { status } = await read(api, orderNumber);
    assert.equal(status, answer.statusCode === 200 ? "CANCELLED" : "PAID");
    assert.equal(paid, status === "PAID");
  }
});

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
  const events = await eventsOf(api, first);
  assert.equal(events.filter((type) => type === "order.completed").length, 1);

  const second = await paid();
  assert.equal((await complete(second, { as: "COMPLETED_ORDER" })).json().status, "COMPLETED_ORDER");
  assert.equal((await complete(second)).json().status, "COMPLETED_ORDER");

  const fromLink = await api.issue();
  await api.db.pool.query("update orders set source = 'link' where order_number = $1", [
    fromLink.orderNumber,
  ]);
  await api.addAttempt(fromLink.orderNumber, "captured");
  await api.db.pool.query("alter table orders disable trigger order_moves");
  await api.db.pool.query("update orders set status = 'PAID_LINK' where order_number = $1", [
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
  await api.db.pool.query("update payment_attempts set state = 'refunded' where id = $1", [attemptId]);
  await api.db.pool.query("update orders set status = 'REFUNDED' where order_number = $1", [
    refunded.orderNumber,
  ]);
  assert.equal(await code(refunded.orderNumber), "order_refunded");
  assert.equal((await cancel(api, refunded.orderNumber)).json().code, "order_refunded");
});

test("an invoice shows its attempts, newest first, with the reason and the card", async () => {
  await using api = await startMerchantApi();
  const { orderNumber } = await api.issue();
  const declined = await api.addAttempt(orderNumber, "declined");
  const captured = await api.addAttempt(orderNumber, "captured");
  const shown = await read(api, orderNumber);
  assert.equal(shown.status, "PAID");
  assert.equal(shown.paidTotal, "115.00");
  assert.ok(Math.abs(Date.parse(shown.paidAt) - Date.now()) < 60_000);
  const [last, first] = shown.attempts;
  assert.deepEqual(
    [last.id, last.state, last.reason, last.card],
    [captured, "captured", null, { brand: "mada", lastFour: "1234" }],
  );
  assert.deepEqual(
    [first.id, first.state, first.reason, first.amount],
    [declined, "declined", "insufficient_funds", "115.00"],
  );
  assert.equal(new Date(first.createdAt).toISOString(), first.createdAt);
});
