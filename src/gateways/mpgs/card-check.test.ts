import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import type { HttpResult } from "#core/ports.ts";
import * as timing from "#core/timing.ts";
import {
  attemptId,
  authenticatedAnswer,
  challengeAnswer,
  declinedPay,
  fieldError,
  initiateAnswer,
  notFoundError,
  payAnswer,
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

async function check(
  answers: readonly HttpResult[],
  attempt: Parameters<typeof testPayment>[0],
  nowMs = now,
): Promise<Outcome> {
  const { provider } = createTestGateway(answers, { nowMs });
  return provider.check(testPayment(attempt));
}

const data = testPayment().attempt.data;
const startReference = `a-${attemptId}`;
const startChecks: readonly {
  readonly name: string;
  readonly answer: HttpResult;
  readonly outcome: Outcome;
  readonly data?: object;
}[] = [
  {
    name: "an approved authentication is ready",
    answer: json(authenticatedAnswer),
    outcome: { kind: "ready", reference: startReference, data },
  },
  {
    name: "an approved authentication without a stored session has expired",
    answer: json(authenticatedAnswer),
    data: {},
    outcome: { kind: "closed", as: "expired", providerCode: "session_lost" },
  },
  {
    name: "a buyer who is still at the bank is pending",
    answer: json(challengeAnswer),
    outcome: { kind: "pending", reference: startReference, data },
  },
  {
    name: "an authentication that was only initiated is pending",
    answer: json(initiateAnswer),
    outcome: { kind: "pending", reference: startReference, data },
  },
  {
    name: "a failed authentication is declined",
    answer: json({
      ...authenticatedAnswer,
      result: "FAILURE",
      transaction: { ...authenticatedAnswer.transaction, authenticationStatus: "AUTHENTICATION_FAILED" },
    }),
    outcome: { kind: "declined", reason: "three_ds_failed", providerCode: "AUTHENTICATION_FAILED" },
  },
  {
    name: "an authentication of another amount is declined",
    answer: json({ ...authenticatedAnswer, authentication: { amount: 99.99 } }),
    outcome: { kind: "declined", reason: "three_ds_failed", providerCode: "AUTHENTICATED_ANOTHER_AMOUNT" },
  },
  { name: "an unknown transaction is not found", answer: notFound, outcome: { kind: "not_found" } },
  {
    name: "an unknown transaction under HTTP 400 is not found",
    answer: json(notFoundError, 400),
    outcome: { kind: "not_found" },
  },
  {
    name: "a question that was wrong itself proves nothing",
    answer: json(fieldError, 400),
    outcome: { kind: "unknown", why: "INVALID_REQUEST order.currency" },
  },
  {
    name: "refused credentials prove nothing",
    answer: json({}, 401),
    outcome: { kind: "unknown", why: "UNAUTHORISED" },
  },
  {
    name: "a busy gateway proves nothing",
    answer: json({ error: { cause: "SERVER_BUSY" } }, 503),
    outcome: { kind: "unknown", why: "SERVER_BUSY" },
  },
  { name: "no answer proves nothing", answer: broken, outcome: { kind: "unknown", why: "ECONNRESET" } },
];

for (const each of startChecks) {
  test(`check after start: ${each.name}`, async () => {
    assert.deepEqual(
      await check([each.answer], { step: "start", data: { ...(each.data ?? data) } }),
      each.outcome,
    );
  });
}

test("check after start asks about the authentication, after confirm about the payment", async () => {
  for (const [step, id] of [
    ["start", startReference],
    ["confirm", reference],
  ] as const) {
    const { provider, requests } = createTestGateway([notFound]);
    assert.deepEqual(await provider.check(testPayment({ step })), { kind: "not_found" });
    assert.equal(requests[0]?.method, "GET");
    assert.ok(requests[0]?.url.endsWith(`/transaction/${id}`));
  }
});

test("check after confirm: an approved payment is captured, a declined one declined, an open one pending", async () => {
  assert.deepEqual(await check([json(payAnswer)], { step: "confirm" }), captured);
  assert.equal((await check([json(declinedPay)], { step: "confirm" })).kind, "declined");
  assert.equal((await check([json(pay("PENDING", "SUBMITTED"))], { step: "confirm" })).kind, "pending");
  assert.equal(
    (await check([json(pay("UNKNOWN", "UNKNOWN"))], { step: "confirm" }, now + 24 * 3_600_000)).kind,
    "unknown",
  );
});

test("a failure that proves nothing is believed once it has stood for the grace period", async () => {
  const timedOut = json(pay("FAILURE", "TIMED_OUT", { timeOfRecord: new Date(now).toISOString() }));
  const at = (nowMs: number) => check([timedOut], { step: "confirm" }, nowMs);
  assert.deepEqual(await at(now + timing.notFoundGraceMs - 1), { kind: "unknown", why: "TIMED_OUT" });
  assert.deepEqual(await at(now + timing.notFoundGraceMs), {
    kind: "declined",
    reason: "other",
    providerCode: "TIMED_OUT",
  });
  const undated = json(pay("FAILURE", "TIMED_OUT", { timeOfRecord: undefined }));
  assert.equal((await check([undated], { step: "confirm" }, now + 24 * 3_600_000)).kind, "unknown");
});
