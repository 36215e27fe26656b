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
  assert.deepEqual(await eventsOf(api, orderNumber), ["invoice.created", "invoice.cancelled"]);
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
  // A bill that is out is taken back by the job, at its provider.
  ["offered", "offered"],
  ["declined", "declined"],
  // It is owed back all the same.
  ["surplus", "surplus"],
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
      const isDue = rows[0]?.next_check_at !== null && rows[0]?.next_check_at <= new Date(api.clock.now());
      if (after === "superseded" || after === "offered") assert.ok(isDue, `${state}: its provider is told`);
    } else {
      assert.equal(answer.statusCode, 409, state);
      assert.equal(answer.json().code, after, state);
      assert.deepEqual(await read(api, orderNumber), before, state);
    }
  }
});

test("a start without an answer has taken nothing and does not hold cancelling off", async () => {
  await using api = await startMerchantApi();
  const { orderNumber } = await api.issue();
  const id = await api.addAttempt(orderNumber, "unknown");
  await api.db.kysely.updateTable("payment_attempts").set({ step: "start" }).where("id", "=", id).execute();
  const answer = await cancel(api, orderNumber);
  assert.equal(answer.json().status, "CANCELLED", answer.body);
  assert.equal(answer.json().attempts[0].state, "superseded");
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
