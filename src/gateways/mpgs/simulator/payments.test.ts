import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { defaultProfiles } from "./profiles.ts";
import {
  at,
  control,
  frictionlessCard,
  madaFrictionlessCard,
  merchant,
  startGateway,
} from "./test-merchant.ts";

async function start(t: TestContext) {
  const gateway = await startGateway();
  t.after(() => gateway.close());
  return gateway;
}

async function ledger(url: string): Promise<unknown[]> {
  return (await control(url, "GET", "ledger"))["entries"] as unknown[];
}

test("an approved payment is captured, shown by retrieval and in the ledger", async (t) => {
  const { cards, url } = await start(t);
  const paid = await cards.payWith({ number: frictionlessCard });
  assert.equal(paid.reply.status, 201);
  assert.equal(at(paid.reply.body, "result"), "SUCCESS");
  assert.equal(at(paid.reply.body, "response.gatewayCode"), "APPROVED");
  assert.equal(at(paid.reply.body, "order.status"), "CAPTURED");
  assert.equal(at(paid.reply.body, "order.totalCapturedAmount"), 100);
  assert.equal(at(paid.reply.body, "sourceOfFunds.provided.card.number"), "512345xxxxxx2346");
  const order = await cards.send("GET", `order/${paid.orderId}`);
  assert.equal(at(order.body, "status"), "CAPTURED");
  const types = (at(order.body, "transaction") as { transaction: { type: string } }[]).map(
    (each) => each.transaction.type,
  );
  assert.deepEqual(types, ["AUTHENTICATION", "PAYMENT"]);
  const [entry] = await ledger(url);
  assert.deepEqual(
    { ...(entry as object), at: 0 },
    {
      simulator: "mpgs",
      at: 0,
      kind: "capture",
      merchant: "TESTWASL",
      orderId: paid.orderId,
      transactionId: paid.transactionId,
      amount: "100.00",
      amountMinor: 10_000,
      currency: "SAR",
    },
  );
});

const byExpiry: readonly (readonly [string, string, string])[] = [
  ["01/39", "SUCCESS", "APPROVED"],
  ["05/39", "FAILURE", "DECLINED"],
  ["04/27", "FAILURE", "EXPIRED_CARD"],
  ["08/28", "FAILURE", "TIMED_OUT"],
  ["01/37", "FAILURE", "ACQUIRER_SYSTEM_ERROR"],
  ["02/37", "FAILURE", "UNSPECIFIED_FAILURE"],
  ["05/37", "UNKNOWN", "UNKNOWN"],
  ["12/20", "FAILURE", "EXPIRED_CARD"],
  ["11/38", "SUCCESS", "APPROVED"],
];
for (const [expiry, result, gatewayCode] of byExpiry) {
  test(`expiry ${expiry} gives ${gatewayCode}`, async (t) => {
    const { cards, url } = await start(t);
    const [month = "", year = ""] = expiry.split("/");
    const { reply } = await cards.payWith({ month, year });
    assert.equal(at(reply.body, "result"), result);
    assert.equal(at(reply.body, "response.gatewayCode"), gatewayCode);
    assert.equal((await ledger(url)).length, gatewayCode === "APPROVED" ? 1 : 0);
  });
}

for (const [securityCode, expected] of [
  ["100", "MATCH"],
  ["101", "NOT_PROCESSED"],
  ["102", "NO_MATCH"],
  ["737", "MATCH"],
] as const) {
  test(`security code ${securityCode} gives ${expected}`, async (t) => {
    const { cards } = await start(t);
    const { reply } = await cards.payWith({ securityCode });
    assert.equal(at(reply.body, "response.cardSecurityCode.gatewayCode"), expected);
  });
}

for (const [securityCode, expected] of [
  ["1000", "MATCH"],
  ["1010", "NOT_PROCESSED"],
  ["1020", "NO_MATCH"],
] as const) {
  test(`American Express security code ${securityCode} gives ${expected}`, async (t) => {
    const { url } = await start(t);
    const amex = merchant(url, "TESTWASLAMEX", "simulator-amex-password");
    const { reply } = await amex.payWith({ number: "371881887105009", securityCode });
    assert.equal(at(reply.body, "response.gatewayCode"), "APPROVED");
    assert.equal(at(reply.body, "response.cardSecurityCode.gatewayCode"), expected);
  });
}

const byAmount: readonly (readonly [string, string, string])[] = [
  ["77.05", "DECLINED", "DECLINED"],
  ["177.51", "INSUFFICIENT_FUNDS", "INSUFFICIENT_FUNDS"],
  ["77.82", "DECLINED_CSC", "DECLINED_CSC"],
  ["77.66", "PENDING", "APPROVED"],
  ["1077.68", "TIMED_OUT", "APPROVED"],
  ["77.69", "TIMED_OUT", "DECLINED"],
  ["77.99", "UNKNOWN", "APPROVED"],
  ["77.00", "APPROVED", "APPROVED"],
  ["78.05", "APPROVED", "APPROVED"],
];
for (const [amount, answered, retrieved] of byAmount) {
  test(`amount ${amount} is answered ${answered} and retrieved as ${retrieved}`, async (t) => {
    const { cards, url } = await start(t);
    const paid = await cards.payWith({}, { amount });
    assert.equal(at(paid.reply.body, "response.gatewayCode"), answered);
    if (answered !== "APPROVED") assert.equal(at(paid.reply.body, "order.totalCapturedAmount"), 0);
    const found = await cards.send("GET", `order/${paid.orderId}/transaction/${paid.transactionId}`);
    assert.equal(at(found.body, "response.gatewayCode"), retrieved);
    assert.equal(at(found.body, "order.status"), retrieved === "APPROVED" ? "CAPTURED" : "FAILED");
    assert.equal((await ledger(url)).length, retrieved === "APPROVED" ? 1 : 0);
  });
}

test("without an authentication the payment is blocked where 3-D Secure is demanded", async (t) => {
  const { cards, url } = await start(t);
  const sessionId = await cards.session();
  const { body } = await cards.transaction("o", "p", cards.payBody(sessionId));
  assert.equal(at(body, "result"), "FAILURE");
  assert.equal(at(body, "response.gatewayCode"), "BLOCKED");
  assert.equal(at(body, "order.authenticationStatus"), "AUTHENTICATION_NOT_IN_EFFECT");
  assert.equal(at(body, "risk.response.rule.0.name"), "MERCHANT_3D_SECURE");
  assert.deepEqual(await ledger(url), []);
});

test("without an authentication the payment goes through where 3-D Secure is optional", async (t) => {
  const profiles = defaultProfiles.map((profile) => ({ ...profile, requires3ds: false }));
  const gateway = await startGateway({ profiles });
  t.after(() => gateway.close());
  const sessionId = await gateway.cards.session();
  const { body } = await gateway.cards.transaction("o", "p", gateway.cards.payBody(sessionId));
  assert.equal(at(body, "response.gatewayCode"), "APPROVED");
});

test("an authentication of another order does not count", async (t) => {
  const { cards } = await start(t);
  const sessionId = await cards.session();
  await cards.initiate("cheap", "a", sessionId);
  await cards.authenticate("cheap", "a", sessionId);
  const { body } = await cards.transaction("dear", "p", cards.payBody(sessionId, { authenticationId: "a" }));
  assert.equal(at(body, "error.field"), "authentication.transactionId");
});

test("an amount other than the authenticated one is refused", async (t) => {
  const { cards } = await start(t);
  const sessionId = await cards.session();
  await cards.initiate("o", "a", sessionId);
  await cards.authenticate("o", "a", sessionId, "1.00");
  const { body } = await cards.transaction("o", "p", cards.payBody(sessionId, { authenticationId: "a" }));
  assert.equal(at(body, "error.field"), "order.amount");
});

test("a card other than the authenticated one fails", async (t) => {
  const { cards } = await start(t);
  const authenticated = await cards.session();
  await cards.initiate("o", "a", authenticated);
  await cards.authenticate("o", "a", authenticated);
  const other = await cards.session({ number: "4508750015741019" });
  const { body } = await cards.transaction("o", "p", cards.payBody(other, { authenticationId: "a" }));
  assert.equal(at(body, "response.gatewayCode"), "AUTHENTICATION_FAILED");
});

test("a payment erases the security code of its session, approved or declined", async (t) => {
  const { cards } = await start(t);
  const paid = await cards.payWith({ month: "05", year: "39" });
  const session = await cards.send("GET", `session/${paid.sessionId}`);
  assert.equal(at(session.body, "sourceOfFunds.provided.card.securityCode"), undefined);
  const again = await cards.transaction(paid.orderId, "again", paid.body);
  assert.equal(at(again.body, "error.field"), "sourceOfFunds.provided.card.securityCode");
  assert.equal(at(again.body, "error.validationType"), "MISSING");
});

test("authentication leaves the security code in the session", async (t) => {
  const { cards } = await start(t);
  const sessionId = await cards.session();
  await cards.initiate("o", "a", sessionId);
  await cards.authenticate("o", "a", sessionId);
  const { body } = await cards.send("GET", `session/${sessionId}`);
  assert.equal(at(body, "sourceOfFunds.provided.card.securityCode"), "xxx");
});

test("a session that changed since the named version is refused", async (t) => {
  const { cards } = await start(t);
  const sessionId = await cards.session();
  const version = at((await cards.send("GET", `session/${sessionId}`)).body, "session.version");
  await cards.send("PUT", `session/${sessionId}`, { customer: { firstName: "Sara" } });
  const { body } = await cards.transaction("o", "p", {
    ...cards.payBody(sessionId),
    session: { id: sessionId, version },
  });
  assert.equal(at(body, "error.cause"), "INVALID_REQUEST");
  assert.equal(at(body, "error.field"), "session.version");
});

test("a captured order cannot be paid again under another transaction id", async (t) => {
  const { cards, url } = await start(t);
  const first = await cards.payWith({});
  const second = await cards.payWith({}, { orderId: first.orderId });
  assert.equal(at(second.reply.body, "error.field"), "order.id");
  assert.equal((await ledger(url)).length, 1);
});

test("a declined order can be paid by a later transaction", async (t) => {
  const { cards, url } = await start(t);
  const declined = await cards.payWith({ month: "05", year: "39" });
  const paid = await cards.payWith({}, { orderId: declined.orderId });
  assert.equal(at(paid.reply.body, "order.status"), "CAPTURED");
  assert.equal((await ledger(url)).length, 1);
});

test("American Express is refused by the cards profile, and other cards by the American Express profile", async (t) => {
  const { cards, url } = await start(t);
  const amex = merchant(url, "TESTWASLAMEX", "simulator-amex-password");
  for (const [caller, number] of [
    [cards, "371881887105009"],
    [amex, frictionlessCard],
  ] as const) {
    const { body } = await caller.initiate("o", "a", await caller.session({ number }));
    assert.equal(at(body, "error.field"), "sourceOfFunds.provided.card.number");
    assert.equal(at(body, "error.validationType"), "UNSUPPORTED");
  }
});

test("mada is bought and refunded, but neither authorised, voided nor taken in another currency", async (t) => {
  const { cards } = await start(t);
  const paid = await cards.payWith({ number: madaFrictionlessCard });
  assert.equal(at(paid.reply.body, "sourceOfFunds.provided.card.localBrand"), "MADA");
  const voided = await cards.transaction(paid.orderId, "void", {
    apiOperation: "VOID",
    transaction: { targetTransactionId: paid.transactionId },
  });
  assert.equal(at(voided.body, "response.gatewayCode"), "NOT_SUPPORTED");
  assert.equal(at(voided.body, "order.status"), "CAPTURED");
  const authorized = await cards.payWith({ number: madaFrictionlessCard }, { operation: "AUTHORIZE" });
  assert.equal(at(authorized.reply.body, "response.gatewayCode"), "NOT_SUPPORTED");
});

test("mada is taken in riyals only", async (t) => {
  const { cards } = await start(t);
  const session = { id: await cards.session({ number: madaFrictionlessCard }) };
  const order = { amount: "10.00", currency: "USD" };
  const { body } = await cards.transaction("o", "p", { apiOperation: "PAY", order, session });
  assert.equal(at(body, "response.gatewayCode"), "NOT_SUPPORTED");
});

test("an order keeps its currency", async (t) => {
  const { cards } = await start(t);
  const declined = await cards.payWith({ month: "05", year: "39" });
  const session = { id: await cards.session() };
  const order = { amount: "10.00", currency: "USD" };
  const { body } = await cards.transaction(declined.orderId, "again", {
    apiOperation: "PAY",
    order,
    session,
  });
  assert.equal(at(body, "error.field"), "order.currency");
});

test("a session that nothing was put into cannot be used, even with the card in the request", async (t) => {
  const { cards } = await start(t);
  const id = at((await cards.send("POST", "session")).body, "session.id");
  const card = { number: frictionlessCard, expiry: { month: "01", year: "39" }, securityCode: "100" };
  const body = { ...cards.payBody(String(id)), sourceOfFunds: { type: "CARD", provided: { card } } };
  assert.equal(at((await cards.transaction("o", "p", body)).body, "error.field"), "session.id");
});

test("a security code of the wrong length for its card is refused", async (t) => {
  const { cards } = await start(t);
  const { reply } = await cards.payWith({ securityCode: "1000" });
  assert.equal(at(reply.body, "error.field"), "sourceOfFunds.provided.card.securityCode");
});
