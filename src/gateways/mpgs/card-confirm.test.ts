import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import { declineReasons, type Outcome } from "#core/outcome.ts";
import type { HttpResult } from "#core/ports.ts";
import { declineReasonsByCode } from "./decline-reasons.ts";
import {
  attemptId,
  declinedPay,
  fieldError,
  notFoundError,
  orderId,
  payAnswer,
  sessionId,
} from "./documented-examples.ts";
import { createTestGateway, json, now, testPayment } from "./test-gateway.ts";

const reference = `p-${attemptId}`;
const money = { amount: minor(10_000), currency: "SAR" };
const captured: Outcome = {
  kind: "captured",
  reference,
  money,
  paidWith: { brand: "mastercard", lastFour: "0008" },
};
const notFound = json(notFoundError, 404);
const broken: HttpResult = { kind: "no_answer", reason: "ECONNRESET" };

/** A PAY that failed or is open, with a code; recorded ten seconds ago. */
function pay(result: string, gatewayCode: string, change: object = {}): object {
  return {
    ...declinedPay,
    result,
    response: { gatewayCode },
    timeOfRecord: new Date(now - 10_000).toISOString(),
    ...change,
  };
}

async function confirm(answers: readonly HttpResult[]): Promise<Outcome> {
  const gateway = createTestGateway(answers);
  const outcome = await gateway.provider.confirm(testPayment());
  assert.equal(gateway.requests.length, answers.length, "requests made");
  return outcome;
}

const confirmations: readonly {
  readonly name: string;
  readonly answers: readonly HttpResult[];
  readonly outcome: Outcome;
}[] = [
  { name: "an approved payment is captured", answers: [json(payAnswer, 201)], outcome: captured },
  {
    name: "APPROVED_AUTO is captured",
    answers: [json({ ...payAnswer, response: { gatewayCode: "APPROVED_AUTO" } })],
    outcome: captured,
  },
  {
    name: "a decline keeps the bank's words aside",
    answers: [json(declinedPay)],
    outcome: {
      kind: "declined",
      reason: "card_declined",
      providerCode: "DECLINED",
      providerText: "61 Exceeds withdrawal amount limit",
    },
  },
  {
    name: "a decline whose text quotes a number loses it",
    answers: [
      json(
        pay("FAILURE", "DECLINED", {
          response: { gatewayCode: "DECLINED", acquirerMessage: "Card 5123450000000008 blocked" },
        }),
      ),
    ],
    outcome: {
      kind: "declined",
      reason: "card_declined",
      providerCode: "DECLINED",
      providerText: "Card *** blocked",
    },
  },
  {
    name: "an undocumented failure code is declined for another reason",
    answers: [json(pay("FAILURE", "NEW_CODE"))],
    outcome: { kind: "declined", reason: "other", providerCode: "NEW_CODE" },
  },
  ...["TIMED_OUT", "UNKNOWN", "SYSTEM_ERROR", "LOCK_FAILURE"].map((code) => ({
    name: `a failure with ${code} does not prove that no money moved`,
    answers: [json(pay("FAILURE", code))],
    outcome: { kind: "unknown", why: code } as const,
  })),
  {
    name: "result UNKNOWN is unknown",
    answers: [json(pay("UNKNOWN", "ACQUIRER_SYSTEM_ERROR"))],
    outcome: { kind: "unknown", why: "ACQUIRER_SYSTEM_ERROR" },
  },
  {
    name: "result PENDING is pending",
    answers: [json(pay("PENDING", "PENDING"))],
    outcome: { kind: "pending", reference },
  },
  {
    name: "an undocumented result is pending",
    answers: [json(pay("PERHAPS", "APPROVED"))],
    outcome: { kind: "pending", reference },
  },
  {
    name: "a success with an undocumented code is pending",
    answers: [json({ ...payAnswer, response: { gatewayCode: "BREWING" } })],
    outcome: { kind: "pending", reference },
  },
  {
    name: "a success that awaits settlement is pending",
    answers: [json({ ...payAnswer, response: { gatewayCode: "APPROVED_PENDING_SETTLEMENT" } })],
    outcome: { kind: "pending", reference },
  },
  {
    name: "a transaction of another type proves nothing",
    answers: [json({ ...payAnswer, transaction: { ...payAnswer.transaction, type: "VERIFICATION" } })],
    outcome: { kind: "unknown", why: "transaction of type VERIFICATION" },
  },
  {
    name: "an approval whose amount cannot be read is unknown",
    answers: [json({ ...payAnswer, transaction: { ...payAnswer.transaction, amount: "1e2" } })],
    outcome: { kind: "unknown", why: "amount not readable" },
  },
  {
    name: "no answer is unknown and is not asked about at once",
    answers: [broken],
    outcome: { kind: "unknown", why: "ECONNRESET" },
  },
  {
    name: "a failed gateway is unknown",
    answers: [json({ error: { cause: "SERVER_FAILED", supportCode: "S9" } }, 500)],
    outcome: { kind: "unknown", why: "SERVER_FAILED S9" },
  },
  {
    name: "an unreadable answer is unknown",
    answers: [{ kind: "answer", status: 200, headers: {}, body: "" }],
    outcome: { kind: "unknown", why: "unexpected shape at " },
  },
  {
    name: "a busy gateway was not sent anything",
    answers: [json({ error: { cause: "SERVER_BUSY" } }, 503)],
    outcome: { kind: "not_sent", why: "SERVER_BUSY" },
  },
  {
    name: "a refused connection was not sent",
    answers: [{ kind: "not_sent", reason: "ECONNREFUSED" }],
    outcome: { kind: "not_sent", why: "ECONNREFUSED" },
  },
  {
    name: "refused credentials are our fault and no decline",
    answers: [json({}, 401)],
    outcome: { kind: "not_sent", why: "UNAUTHORISED" },
  },
  {
    name: "a refused payment that left no transaction is declined",
    answers: [json(fieldError, 400), notFound],
    outcome: {
      kind: "declined",
      reason: "rejected_by_provider",
      isOfRequest: true,
      providerCode: "INVALID_REQUEST order.currency",
      providerText: "Missing parameter",
    },
  },
  {
    name: "a payment refused because an earlier copy of it went through is captured",
    answers: [json(fieldError, 400), json(payAnswer)],
    outcome: captured,
  },
  {
    name: "a refused payment about which nothing can be learned is unknown",
    answers: [json(fieldError, 400), broken],
    outcome: { kind: "unknown", why: "ECONNRESET" },
  },
];

for (const { name, answers, outcome } of confirmations) {
  test(`confirm: ${name}`, async () => assert.deepEqual(await confirm(answers), outcome));
}

test("the money of a capture is what the gateway states, never what we asked for", async () => {
  const cases: readonly [object, object, number][] = [
    [{ amount: 100 }, { totalCapturedAmount: 100 }, 10_000],
    [{ amount: "100.00" }, { totalCapturedAmount: "100.0" }, 10_000],
    [{ amount: 90.5 }, { totalCapturedAmount: 90.5 }, 9_050],
    // A partial approval, and a second payment on an order that holds one already.
    [{ amount: 100 }, { totalCapturedAmount: 40 }, 4_000],
    [{ amount: 100 }, { totalCapturedAmount: 200 }, 10_000],
  ];
  for (const [transaction, order, amount] of cases) {
    const answer = {
      ...payAnswer,
      transaction: { ...payAnswer.transaction, ...transaction },
      order: { ...payAnswer.order, ...order },
    };
    const outcome = await confirm([json(answer)]);
    assert.deepEqual(outcome.kind === "captured" && outcome.money, { amount, currency: "SAR" });
  }
});

test("a partial approval is captured with its smaller amount", async () => {
  const order = { ...payAnswer.order, totalCapturedAmount: 40 };
  const outcome = await confirm([
    json({ ...payAnswer, order, response: { gatewayCode: "PARTIALLY_APPROVED" } }),
  ]);
  assert.equal(outcome.kind === "captured" && outcome.money.amount, 4_000);
});

test("a mada card is named mada, not by the brand that it shares", async () => {
  const card = { brand: "VISA", localBrand: "Mada", number: "422818xxxxxx2993" };
  const outcome = await confirm([json({ ...payAnswer, sourceOfFunds: { provided: { card } } })]);
  assert.deepEqual(outcome.kind === "captured" && outcome.paidWith, { brand: "mada", lastFour: "2993" });
});

test("every documented decline code has a reason of ours", async () => {
  for (const [code, reason] of Object.entries(declineReasonsByCode)) {
    assert.ok(declineReasons.includes(reason));
    const outcome = await confirm([json(pay("FAILURE", code))]);
    assert.deepEqual(outcome, { kind: "declined", reason, providerCode: code });
  }
});

test("confirm pays the order's amount once per attempt, with the authenticated and looked-at card", async () => {
  const { provider, requests, body } = createTestGateway([json(payAnswer, 201), json(payAnswer)]);
  const payment = testPayment();
  await provider.confirm(payment);
  // From another device, at another time: the body may not differ, or the gateway refuses the repetition.
  await provider.confirm({
    ...payment,
    payer: { ipAddress: null, userAgent: null, acceptHeader: null },
    language: "en",
  });
  assert.ok(requests[0]?.url.endsWith(`/order/${orderId}/transaction/p-${attemptId}`));
  assert.deepEqual(requests[0], requests[1]);
  assert.deepEqual(body(0), {
    apiOperation: "PAY",
    authentication: { transactionId: `a-${attemptId}` },
    order: {
      amount: "100.00",
      currency: "SAR",
      reference: orderId,
      notificationUrl: payment.notificationUrl,
    },
    session: { id: sessionId, version: "afda935602" },
    sourceOfFunds: { type: "CARD" },
    transaction: { reference, source: "INTERNET" },
  });
});

test("an attempt that was let through without 3-D Secure names no authentication", async () => {
  const { provider, body } = createTestGateway([json(payAnswer)]);
  await provider.confirm(
    testPayment({ data: { sessionId, sessionVersion: "afda935602", authentication: "none" } }),
  );
  assert.equal(body(0).authentication, undefined);
});

test("an attempt whose session was never stored is not paid", async () => {
  const { provider, requests } = createTestGateway([]);
  const outcome = await provider.confirm(testPayment({ data: {} }));
  assert.equal(outcome.kind, "declined");
  assert.equal(requests.length, 0);
});
