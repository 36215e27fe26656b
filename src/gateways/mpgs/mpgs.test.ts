/** The client against documented answers: what is read, what is sent, and what each failure proves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import type { HttpResult } from "#core/ports.ts";
import { Secret } from "#core/secret/secret.ts";
import {
  authenticatedAnswer,
  challengeAnswer,
  challengePage,
  createSessionAnswer,
  declinedPay,
  fieldError,
  initiateAnswer,
  notFoundError,
  orderId,
  payAnswer,
  sessionId,
  updateSessionAnswer,
} from "./documented-examples.ts";
import { createTestGateway, json } from "./test-gateway.ts";
import { orderAnswer, sessionAnswer, transactionAnswer } from "./wire.ts";

const ids = { orderId, transactionId: payAnswer.transaction.id };

test("every documented transaction is read", () => {
  for (const answer of [payAnswer, declinedPay, initiateAnswer, challengeAnswer, authenticatedAnswer]) {
    const read = transactionAnswer.parse(answer);
    assert.deepEqual(
      [read.order.id, read.transaction.id, read.result],
      [orderId, answer.transaction.id, answer.result],
    );
  }
});

test("the bank's page is read under its old and its new name", () => {
  assert.equal(transactionAnswer.parse(challengeAnswer).authentication?.redirect?.html, challengePage);
  const old = {
    ...challengeAnswer,
    authentication: { redirectHtml: challengePage, redirect: { customized: { "3DS": {} } } },
  };
  assert.equal(transactionAnswer.parse(old).authentication?.redirectHtml, challengePage);
});

test("every documented session is read, and its encryption key is not", () => {
  const created = sessionAnswer.parse(createSessionAnswer);
  assert.deepEqual(created.session, { id: sessionId, version: "4302083301", updateStatus: "NO_UPDATE" });
  const updated = sessionAnswer.parse(updateSessionAnswer);
  assert.deepEqual(updated.sourceOfFunds?.provided?.card, {
    brand: "MASTERCARD",
    number: "512345xxxxxx0008",
    securityCode: "xxx",
  });
});

test("an order is read with its totals and transactions", async () => {
  const { transaction: _, ...order } = payAnswer;
  const body = { ...order.order, result: "SUCCESS", transaction: [authenticatedAnswer, payAnswer] };
  assert.deepEqual(
    orderAnswer.parse(body).transaction.map((each) => each.transaction.type),
    ["AUTHENTICATION", "PAYMENT"],
  );
  const { client } = createTestGateway([json(body)]);
  const result = await client.retrieveOrder(orderId);
  assert.deepEqual(result.kind === "answer" && [result.value.status, result.value.totalCapturedAmount], [
    "CAPTURED",
    "100",
  ]);
});

test("each call goes to its documented address with the profile's credentials", async () => {
  const { client, requests } = createTestGateway([
    json(createSessionAnswer, 201),
    json(updateSessionAnswer),
    json(updateSessionAnswer),
    json(initiateAnswer, 201),
    json(challengeAnswer),
    json(payAnswer, 201),
    json(payAnswer),
    json({ ...payAnswer, transaction: { ...payAnswer.transaction, id: "r-1", type: "REFUND" } }, 201),
  ]);
  const money = { amount: minor(10_000), currency: "SAR" };
  const authentication = { orderId, transactionId: initiateAnswer.transaction.id };
  const session = { id: sessionId, version: "afda935602" };
  const notificationUrl = "https://pay.example/n";
  const device = { browser: "b", browserDetails: Object() };
  const results = [
    await client.createSession(),
    await client.updateSession(sessionId, { ...money, orderId }),
    await client.retrieveSession(sessionId),
    await client.initiateAuthentication({ ...authentication, session, currency: "SAR", notificationUrl }),
    await client.authenticatePayer({
      ...authentication,
      ...money,
      sessionId,
      returnUrl: "https://pay.example/r",
      device,
    }),
    await client.pay({
      ...ids,
      ...money,
      session,
      authenticationId: authentication.transactionId,
      notificationUrl,
    }),
    await client.retrieveTransaction(ids),
    await client.refund({ orderId, transactionId: "r-1", amount: minor(2_550), currency: "SAR" }),
  ];
  assert.deepEqual(
    results.map((result) => result.kind),
    results.map(() => "answer"),
  );
  const root = "https://gateway.example/api/rest/version/100/merchant/TESTWASL";
  const transaction = (id: string) => `${root}/order/${orderId}/transaction/${id}`;
  assert.deepEqual(
    requests.map(({ method, url }) => `${method} ${url}`),
    [
      `POST ${root}/session`,
      `PUT ${root}/session/${sessionId}`,
      `GET ${root}/session/${sessionId}`,
      `PUT ${transaction(authentication.transactionId)}`,
      `PUT ${transaction(authentication.transactionId)}`,
      `PUT ${transaction(ids.transactionId)}`,
      `GET ${transaction(ids.transactionId)}`,
      `PUT ${transaction("r-1")}`,
    ],
  );
  const basic = `Basic ${Buffer.from("merchant.TESTWASL:api-password").toString("base64")}`;
  for (const { headers, timeoutMs } of requests) {
    assert.equal(headers?.["authorization"], basic);
    assert.ok(timeoutMs > 0 && timeoutMs <= 60_000);
  }
});

test("the bodies are the documented ones: decimal text, version lock, one authentication", async () => {
  const { client, body } = createTestGateway([json(updateSessionAnswer), json(payAnswer), json(payAnswer)]);
  const card = {
    number: new Secret("5123450000000008"),
    expiryMonth: "01",
    expiryYear: "39",
    securityCode: new Secret("100"),
    nameOnCard: "TEST BUYER",
  };
  await client.updateSession(sessionId, { orderId, amount: minor(10_000), currency: "SAR", card });
  assert.deepEqual(body(0), {
    order: { id: orderId, amount: "100.00", currency: "SAR" },
    sourceOfFunds: {
      type: "CARD",
      provided: {
        card: {
          number: "5123450000000008",
          expiry: { month: "01", year: "39" },
          securityCode: "100",
          nameOnCard: "TEST BUYER",
        },
      },
    },
  });
  const session = { id: sessionId, version: "afda935602" };
  const pay = { ...ids, session, notificationUrl: "https://pay.example/n" };
  await client.pay({ ...pay, amount: minor(5_000), currency: "KWD", authenticationId: "a-1" });
  assert.deepEqual(body(1), {
    apiOperation: "PAY",
    authentication: { transactionId: "a-1" },
    order: { amount: "5.000", currency: "KWD", reference: orderId, notificationUrl: "https://pay.example/n" },
    session,
    sourceOfFunds: { type: "CARD" },
    transaction: { reference: ids.transactionId, source: "INTERNET" },
  });
  await client.pay({ ...pay, amount: minor(5_000), currency: "JPY", authenticationId: null });
  assert.equal(body(2).order.amount, "5000");
  assert.equal(body(2).authentication, undefined);
});

test("ids become one path segment each, whatever they contain", async () => {
  const { client, requests } = createTestGateway([json(notFoundError, 404)]);
  await client.retrieveTransaction({ orderId: "../session", transactionId: "a/b?c" });
  assert.ok(requests[0]?.url.endsWith("/order/..%2Fsession/transaction/a%2Fb%3Fc"));
});

const failures: readonly { readonly name: string; readonly given: HttpResult; readonly kind: string }[] = [
  { name: "a wrong field was refused", given: json(fieldError, 400), kind: "refused" },
  { name: "an unknown transaction was refused", given: json(notFoundError, 404), kind: "refused" },
  {
    name: "a rejected request was refused",
    given: json({ error: { cause: "REQUEST_REJECTED", supportCode: "S1" }, result: "ERROR" }, 400),
    kind: "refused",
  },
  {
    name: "an error body sent as text/plain is read all the same",
    given: { ...json(fieldError, 400), headers: { "content-type": "text/plain" } } as HttpResult,
    kind: "refused",
  },
  { name: "wrong credentials were refused", given: json({ anything: 1 }, 401), kind: "refused" },
  {
    name: "a busy gateway has not processed it",
    given: json({ error: { cause: "SERVER_BUSY", explanation: "busy" }, result: "ERROR" }, 503),
    kind: "not_sent",
  },
  {
    name: "a failed gateway may have processed it",
    given: json({ error: { cause: "SERVER_FAILED", supportCode: "S2" }, result: "ERROR" }, 500),
    kind: "no_answer",
  },
  { name: "a refusal under a 5xx may have been processed", given: json(fieldError, 500), kind: "no_answer" },
  {
    name: "a bare 502 may have been processed",
    given: { kind: "answer", status: 502, headers: {}, body: "Bad Gateway" },
    kind: "no_answer",
  },
  {
    name: "an undocumented error cause proves nothing",
    given: json({ error: { cause: "NEW_CAUSE" }, result: "ERROR" }, 400),
    kind: "unreadable",
  },
  {
    name: "a 404 that is not the gateway's proves nothing",
    given: { kind: "answer", status: 404, headers: {}, body: "<html>" },
    kind: "unreadable",
  },
  {
    name: "an answer without its order proves nothing",
    given: json({ ...payAnswer, order: undefined }),
    kind: "unreadable",
  },
  {
    name: "half an answer proves nothing",
    given: { kind: "answer", status: 200, headers: {}, body: '{"result":"SUCC' },
    kind: "unreadable",
  },
  {
    name: "an answer about another order proves nothing",
    given: json({ ...payAnswer, order: { ...payAnswer.order, id: "OTHER" } }),
    kind: "unreadable",
  },
  {
    name: "an answer about another transaction proves nothing",
    given: json({ ...payAnswer, transaction: { ...payAnswer.transaction, id: "p-other" } }),
    kind: "unreadable",
  },
  {
    name: "a refused connection was not sent",
    given: { kind: "not_sent", reason: "ECONNREFUSED" },
    kind: "not_sent",
  },
  {
    name: "a broken connection has no answer",
    given: { kind: "no_answer", reason: "ECONNRESET" },
    kind: "no_answer",
  },
];

for (const { name, given, kind } of failures) {
  test(name, async () => {
    const { client } = createTestGateway([given]);
    assert.equal((await client.retrieveTransaction(ids)).kind, kind);
  });
}

test("a refusal carries its field, and its support code for the log", async () => {
  const { client, logged } = createTestGateway([
    json({ ...fieldError, error: { ...fieldError.error, supportCode: "S3" } }, 400),
  ]);
  assert.deepEqual(await client.retrieveTransaction(ids), {
    kind: "refused",
    cause: "INVALID_REQUEST",
    httpStatus: 400,
    field: "order.currency",
    validationType: "MISSING",
    explanation: "Missing parameter",
    supportCode: "S3",
  });
  assert.match(logged.join("\n"), /S3/);
});

const leaks: readonly [string, object, string][] = [
  [
    "the security code",
    { field: "sourceOfFunds.provided.card.securityCode", explanation: "Value '4829' is invalid" },
    "4829",
  ],
  ["the card number", { explanation: "Value '5123450000000008' is invalid" }, "5123450000000008"],
  [
    "the session",
    { field: "session.id", explanation: "Form Session SESSION0002A81B65C472I0271D878F not found" },
    "2A81B65C472I",
  ],
];

for (const [what, error, secret] of leaks) {
  test(`a refusal that quotes ${what} does not carry it on`, async () => {
    const { client, logged } = createTestGateway([
      json({ error: { cause: "INVALID_REQUEST", ...error }, result: "ERROR" }, 400),
    ]);
    const result = await client.retrieveSession(sessionId);
    assert.equal(result.kind, "refused");
    assert.ok(!JSON.stringify(result).includes(secret));
    assert.ok(!logged.join("\n").includes(secret));
  });
}
