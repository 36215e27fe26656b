import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import type { HttpResult } from "#core/ports.ts";
import * as timing from "#core/timing.ts";
import { fieldError, notFoundError, orderId, payAnswer } from "./documented-examples.ts";
import type { RefundResult } from "./refund.ts";
import { createTestGateway, json, now, testPayment } from "./test-gateway.ts";

/** A REFUND of 25.50; the documentation gives it the shape of every other transaction. */
const refundAnswer = {
  ...payAnswer,
  order: { ...payAnswer.order, status: "PARTIALLY_REFUNDED", totalRefundedAmount: 25.5 },
  timeOfRecord: new Date(now).toISOString(),
  transaction: { ...payAnswer.transaction, id: "r-rf000001", type: "REFUND", amount: 25.5 },
};

const withResult = (result: string, gatewayCode: string) =>
  json({ ...refundAnswer, result, response: { gatewayCode } });
const refunded: RefundResult = {
  kind: "refunded",
  reference: "r-rf000001",
  amount: minor(2_550),
  currency: "SAR",
};
const broken: HttpResult = { kind: "no_answer", reason: "timeout" };

const toSend = { id: "rf000001", amount: minor(2_550), mayBeSent: async () => true };

async function refund(answers: readonly HttpResult[], nowMs = now): Promise<RefundResult> {
  const gateway = createTestGateway(answers, { nowMs });
  const result = await gateway.provider.refund(testPayment(), toSend);
  assert.equal(gateway.requests.length, answers.length, "requests made");
  return result;
}

const cases: readonly {
  readonly name: string;
  readonly answers: readonly HttpResult[];
  readonly result: RefundResult;
}[] = [
  {
    name: "an approved refund gives back what the gateway states",
    answers: [json(refundAnswer, 201)],
    result: refunded,
  },
  {
    name: "a decline is declined",
    answers: [withResult("FAILURE", "DECLINED")],
    result: { kind: "declined", isOfRequest: false, providerCode: "DECLINED" },
  },
  {
    name: "an open refund is pending while the gateway says so",
    answers: [withResult("PENDING", "PENDING"), withResult("PENDING", "PENDING")],
    result: { kind: "pending", reference: "r-rf000001" },
  },
  {
    name: "a repeated open refund learns that it was done meanwhile",
    answers: [withResult("PENDING", "PENDING"), json(refundAnswer)],
    result: refunded,
  },
  {
    name: "an open refund stays pending when the question fails",
    answers: [withResult("PENDING", "PENDING"), broken],
    result: { kind: "pending", reference: "r-rf000001" },
  },
  {
    name: "no answer but a transaction means that it was done",
    answers: [broken, json(refundAnswer)],
    result: refunded,
  },
  {
    name: "no answer and no transaction is unknown: it may be on its way",
    answers: [broken, json(notFoundError, 404)],
    result: { kind: "unknown", why: "INVALID_REQUEST" },
  },
  {
    name: "no answer twice is unknown",
    answers: [broken, broken],
    result: { kind: "unknown", why: "timeout" },
  },
  {
    name: "a failure that proves nothing is unknown",
    answers: [withResult("FAILURE", "TIMED_OUT"), withResult("FAILURE", "TIMED_OUT")],
    result: { kind: "unknown", why: "TIMED_OUT" },
  },
  {
    name: "a refused refund that left no transaction is declined",
    answers: [json(fieldError, 400), json(notFoundError, 404)],
    result: {
      kind: "declined",
      isOfRequest: true,
      providerCode: "INVALID_REQUEST order.currency",
      providerText: "Missing parameter",
    },
  },
  {
    name: "a refund refused because of its used id is the one that was done",
    answers: [json(fieldError, 400), json(refundAnswer)],
    result: refunded,
  },
  {
    name: "a busy gateway was not sent anything",
    answers: [json({ error: { cause: "SERVER_BUSY" } }, 503)],
    result: { kind: "not_sent", why: "SERVER_BUSY" },
  },
  {
    name: "refused credentials were not sent",
    answers: [json({}, 401)],
    result: { kind: "not_sent", why: "UNAUTHORISED" },
  },
];

for (const { name, answers, result } of cases) {
  test(name, async () => assert.deepEqual(await refund(answers), result));
}

test("a failure that proves nothing is believed once it has stood for the grace period", async () => {
  const timedOut = withResult("FAILURE", "TIMED_OUT");
  assert.deepEqual(await refund([timedOut, timedOut], now + timing.notFoundGraceMs), {
    kind: "declined",
    isOfRequest: false,
    providerCode: "TIMED_OUT",
  });
});

test("a refund goes out under its own id with the amount and the order's currency", async () => {
  const { provider, requests, body } = createTestGateway([json(refundAnswer), json(refundAnswer)]);
  for (let repetition = 0; repetition < 2; repetition += 1) {
    await provider.refund(testPayment(), toSend);
  }
  assert.ok(requests[0]?.url.endsWith(`/order/${orderId}/transaction/r-rf000001`));
  assert.deepEqual(requests[0], requests[1]);
  assert.deepEqual(body(0), {
    apiOperation: "REFUND",
    transaction: { amount: "25.50", currency: "SAR", reference: "r-rf000001" },
  });
});
