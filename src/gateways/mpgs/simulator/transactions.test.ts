import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { at, control, frictionlessCard, type Merchant, startGateway } from "./test-merchant.ts";

async function start(t: TestContext) {
  const gateway = await startGateway();
  t.after(() => gateway.close());
  const arm = (fault: object) => control(gateway.url, "POST", "faults", { simulator: "mpgs", ...fault });
  const ledger = async () => (await control(gateway.url, "GET", "ledger"))["entries"] as { amount: string }[];
  return { ...gateway, arm, ledger };
}

/** An authenticated session, ready for a payment under order "o". */
async function ready(cards: Merchant, amount = "100.00", orderId = "o") {
  const sessionId = await cards.session();
  await cards.initiate(orderId, "a", sessionId);
  await cards.authenticate(orderId, "a", sessionId, amount);
  const body = cards.payBody(sessionId, { authenticationId: "a", amount });
  return { body, pay: (id = "p") => cards.transaction(orderId, id, body) };
}

test("the identical request again gets the identical answer and moves nothing", async (t) => {
  const { cards, ledger } = await start(t);
  const { pay } = await ready(cards);
  const first = await pay();
  await cards.transaction("o", "r", {
    apiOperation: "REFUND",
    transaction: { amount: "1.00", currency: "SAR" },
  });
  const second = await pay();
  assert.equal(second.status, 200);
  assert.deepEqual(second.body, first.body);
  assert.equal((await ledger()).length, 2);
});

test("the order of fields and the correlation id do not make a request different", async (t) => {
  const { cards } = await start(t);
  const { body, pay } = await ready(cards);
  await pay();
  const reordered = Object.fromEntries(Object.entries(body).reverse());
  const again = await cards.transaction("o", "p", { ...reordered, correlationId: "second try" });
  assert.equal(at(again.body, "result"), "SUCCESS");
  assert.equal(at(again.body, "correlationId"), "second try");
});

test("a declined request again stays declined", async (t) => {
  const { cards } = await start(t);
  const { pay } = await ready(cards, "77.05");
  const first = await pay();
  assert.deepEqual((await pay()).body, first.body);
});

test("another body under a used transaction id is refused", async (t) => {
  const { cards, ledger } = await start(t);
  const { body, pay } = await ready(cards);
  await pay();
  const changed = await cards.transaction("o", "p", {
    ...body,
    order: { amount: "100.01", currency: "SAR" },
  });
  assert.equal(at(changed.body, "error.cause"), "INVALID_REQUEST");
  assert.equal(at(changed.body, "error.field"), "transaction.id");
  const otherOperation = await cards.transaction("o", "a", body);
  assert.equal(at(otherOperation.body, "error.field"), "transaction.id");
  assert.equal((await ledger()).length, 1);
});

test("an operation that is missing or unknown is refused", async (t) => {
  const { cards } = await start(t);
  for (const body of [{}, { apiOperation: "VERIFY" }]) {
    const reply = await cards.transaction("o", "p", body);
    assert.equal(reply.status, 400);
    assert.equal(at(reply.body, "error.field"), "apiOperation");
  }
});

test("orders and transactions that never arrived are not found", async (t) => {
  const { cards } = await start(t);
  assert.equal((await cards.send("GET", "order/nothing")).status, 404);
  assert.equal((await cards.send("GET", "order/nothing/transaction/p")).status, 404);
  await ready(cards);
  assert.equal((await cards.send("GET", "order/o/transaction/p")).status, 404);
});

test("a payment whose answer was lost is found by retrieval and by the identical request", async (t) => {
  const { cards, arm, ledger } = await start(t);
  const { pay } = await ready(cards);
  await arm({ fault: "drop_after_commit", operation: "PAY" });
  await assert.rejects(pay());
  const found = await cards.send("GET", "order/o/transaction/p");
  assert.equal(at(found.body, "result"), "SUCCESS");
  assert.equal(at((await pay()).body, "result"), "SUCCESS");
  assert.equal((await ledger()).length, 1);
});

test("a payment that was cut off before the work never arrived", async (t) => {
  const { cards, arm, ledger } = await start(t);
  const { pay } = await ready(cards);
  await arm({ fault: "drop_before", operation: "PAY" });
  await assert.rejects(pay());
  assert.equal((await cards.send("GET", "order/o/transaction/p")).status, 404);
  assert.deepEqual(await ledger(), []);
});

for (const [fault, cause, charged] of [
  ["status_500", "SERVER_FAILED", 0],
  ["500_after_commit", "SERVER_FAILED", 1],
  ["status_503", "SERVER_BUSY", 0],
] as const) {
  test(`${fault} is ${cause} with ${charged} charged`, async (t) => {
    const { cards, arm, ledger } = await start(t);
    const { pay } = await ready(cards);
    await arm({ fault, operation: "PAY" });
    assert.equal(at((await pay()).body, "error.cause"), cause);
    assert.equal((await ledger()).length, charged);
  });
}

test("timed_out_then_captured: TIMED_OUT is answered and replayed, retrieval shows SUCCESS", async (t) => {
  const { cards, arm, ledger } = await start(t);
  const { pay } = await ready(cards);
  await arm({ fault: "timed_out_then_captured" });
  for (const reply of [await pay(), await pay()]) {
    assert.equal(at(reply.body, "response.gatewayCode"), "TIMED_OUT");
    assert.equal(at(reply.body, "order.status"), "FAILED");
  }
  const found = await cards.send("GET", "order/o");
  assert.equal(at(found.body, "status"), "CAPTURED");
  assert.equal((await ledger()).length, 1);
});

test("amount_mismatch: another amount is really taken, and every answer says which", async (t) => {
  const { cards, arm, ledger } = await start(t);
  const { pay } = await ready(cards);
  await arm({ fault: "amount_mismatch" });
  assert.equal(at((await pay()).body, "order.amount"), 99);
  assert.equal(at((await cards.send("GET", "order/o")).body, "totalCapturedAmount"), 99);
  assert.equal((await ledger())[0]?.amount, "99.00");
});

test("unlisted_status: the answer has words of no document, retrieval has the truth", async (t) => {
  const { cards, arm } = await start(t);
  const { pay } = await ready(cards);
  await arm({ fault: "unlisted_status" });
  const { body } = await pay();
  assert.equal(at(body, "result"), "UNDER_REVIEW");
  assert.equal(at(body, "response.gatewayCode"), "HELD_FOR_REVIEW");
  assert.equal(at((await cards.send("GET", "order/o/transaction/p")).body, "result"), "SUCCESS");
});

const amountFaults: readonly (readonly [string, number])[] = [
  ["77.20", 0],
  ["77.21", 1],
];
for (const [amount, charged] of amountFaults) {
  test(`amount ${amount} cuts the connection with ${charged} charged, once`, async (t) => {
    const { cards, ledger } = await start(t);
    const { pay } = await ready(cards, amount);
    await assert.rejects(pay());
    assert.equal((await ledger()).length, charged);
    if (charged === 1) assert.equal(at((await pay()).body, "result"), "SUCCESS");
  });
}

test("while an operation is under way its order is locked, and the same request waits for the same answer", async (t) => {
  const { cards, arm, ledger } = await start(t);
  const { body, pay } = await ready(cards);
  await arm({ fault: "delay_ms", delayMs: 250, operation: "PAY" });
  const slow = pay("p");
  const isLocked = async () =>
    at((await cards.transaction("o", "other", body)).body, "response.gatewayCode") === "LOCK_FAILURE";
  while (!(await isLocked())) await new Promise((resolve) => setImmediate(resolve));
  const changed = await cards.transaction("o", "p", { ...body, transaction: { reference: "different" } });
  assert.equal(at(changed.body, "error.field"), "transaction.id");
  const [first, same] = await Promise.all([slow, pay("p")]);
  assert.deepEqual(same.body, first.body);
  assert.equal((await ledger()).length, 1);
  assert.equal((await cards.send("GET", "order/o/transaction/other")).status, 404);
});

test("a notification carries the transaction, the secret and a stable id", async (t) => {
  const received = Promise.withResolvers<{ headers: Record<string, unknown>; body: string }>();
  const seen: unknown[] = [];
  const receiver = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      response.end();
      seen.push(at(JSON.parse(body), "transaction.type"));
      received.resolve({ headers: request.headers, body });
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  t.after(() => receiver.close());
  const address = receiver.address();
  const notificationUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/hook`;
  const { cards } = await start(t);
  const { body } = await ready(cards);
  const withAddress = { ...body, order: { ...body.order, notificationUrl } };
  await cards.transaction("o", "p", withAddress);
  const { headers, body: sent } = await received.promise;
  assert.equal(headers["x-notification-secret"], "simulator-webhook-secret-cards-1");
  assert.match(String(headers["x-notification-id"]), /^[0-9a-f]{32}$/);
  assert.equal(headers["x-notification-attempt"], "1");
  assert.deepEqual(JSON.parse(sent), (await cards.send("GET", "order/o/transaction/p")).body);
  // A repetition is answered, but nothing happened: no second notification.
  await cards.transaction("o", "p", withAddress);
  await cards.transaction("o", "r", {
    apiOperation: "REFUND",
    transaction: { amount: "1.00", currency: "SAR" },
  });
  while (seen.length < 2) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(seen, ["PAYMENT", "REFUND"]);
});

test("orders survive a restart, sessions do not, and no card number is on disk", async (t) => {
  const stateDir = mkdtempSync(join(tmpdir(), "mpgs-state-"));
  t.after(() => rmSync(stateDir, { recursive: true }));
  const before = await startGateway({ stateDir });
  const paid = await before.cards.payWith({ number: frictionlessCard, securityCode: "739" });
  await before.close();
  const disk = readFileSync(join(stateDir, "mpgs.json"), "utf8");
  assert.equal(disk.includes(frictionlessCard), false);
  assert.equal(/securityCode|"739"/.test(disk), false);
  const after = await startGateway({ stateDir });
  t.after(() => after.close());
  const found = await after.cards.send("GET", `order/${paid.orderId}/transaction/${paid.transactionId}`);
  assert.deepEqual(at(found.body, "transaction"), at(paid.reply.body, "transaction"));
  const replayed = await after.cards.transaction(paid.orderId, paid.transactionId, paid.body);
  assert.deepEqual(replayed.body, paid.reply.body);
  assert.equal((await after.cards.send("GET", `session/${paid.sessionId}`)).status, 400);
  assert.equal(((await control(after.url, "GET", "ledger"))["entries"] as unknown[]).length, 1);
});

test("the gateway says that it operates", async (t) => {
  const { url } = await start(t);
  const body = await (await fetch(`${url}/mpgs/api/rest/version/100/information`)).json();
  assert.equal(body.status, "OPERATING");
});
