import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import type { HttpResult } from "#core/ports.ts";
import type { BrandRule, SessionCardBrands } from "./card-start.ts";
import {
  attemptId,
  authenticatedAnswer,
  challengeAnswer,
  challengePage,
  fieldError,
  initiateAnswer,
  initiateWithoutThreeDSecure,
  notFoundError,
  orderId,
  sessionId,
  updateSessionAnswer,
} from "./documented-examples.ts";
import { createTestGateway, json, testPayment } from "./test-gateway.ts";

const session = json(updateSessionAnswer);
const initiated = json(initiateAnswer, 201);
const data = { sessionId, sessionVersion: "afda935602" };
const reference = `a-${attemptId}`;

async function start(answers: readonly HttpResult[], options: Parameters<typeof createTestGateway>[1] = {}) {
  const gateway = createTestGateway(answers, options);
  const outcome = await gateway.provider.start(testPayment(), { sessionId });
  assert.equal(gateway.requests.length, answers.length, "requests made");
  return { outcome, ...gateway };
}

const authenticated = (change: object = {}): HttpResult => json({ ...authenticatedAnswer, ...change });
const withStatus = (authenticationStatus: string, change: object = {}): HttpResult =>
  authenticated({ transaction: { ...authenticatedAnswer.transaction, authenticationStatus }, ...change });
const failed = {
  result: "FAILURE",
  response: { gatewayCode: "DECLINED", gatewayRecommendation: "DO_NOT_PROCEED" },
};

const cases: readonly {
  readonly name: string;
  readonly answers: readonly HttpResult[];
  readonly outcome: Outcome;
}[] = [
  {
    name: "a bank that wants to ask the buyer gives a challenge with its page",
    answers: [session, initiated, json(challengeAnswer)],
    outcome: { kind: "challenge", html: challengePage, reference, data },
  },
  {
    name: "a bank that approves at once gives ready",
    answers: [session, initiated, authenticated()],
    outcome: { kind: "ready", reference, data },
  },
  {
    name: "an attempted authentication gives ready",
    answers: [session, initiated, withStatus("AUTHENTICATION_ATTEMPTED")],
    outcome: { kind: "ready", reference, data },
  },
  {
    name: "a failed authentication is declined",
    answers: [session, initiated, withStatus("AUTHENTICATION_FAILED", failed)],
    outcome: { kind: "declined", reason: "three_ds_failed", providerCode: "AUTHENTICATION_FAILED" },
  },
  {
    name: "a rejected authentication is declined",
    answers: [session, initiated, withStatus("AUTHENTICATION_REJECTED", failed)],
    outcome: { kind: "declined", reason: "three_ds_failed", providerCode: "AUTHENTICATION_REJECTED" },
  },
  {
    name: "an unavailable authentication is declined even when the gateway would go on",
    answers: [session, initiated, withStatus("AUTHENTICATION_UNAVAILABLE")],
    outcome: { kind: "declined", reason: "three_ds_failed", providerCode: "AUTHENTICATION_UNAVAILABLE" },
  },
  {
    name: "a successful authentication that the gateway advises against is declined",
    answers: [
      session,
      initiated,
      authenticated({ response: { gatewayCode: "APPROVED", gatewayRecommendation: "DO_NOT_PROCEED" } }),
    ],
    outcome: { kind: "declined", reason: "three_ds_failed", providerCode: "AUTHENTICATION_SUCCESSFUL" },
  },
  {
    name: "a card without 3-D Secure is declined where it is required",
    answers: [session, json(initiateWithoutThreeDSecure, 201)],
    outcome: {
      kind: "declined",
      reason: "three_ds_not_enabled",
      providerCode: "AUTHENTICATION_NOT_SUPPORTED",
    },
  },
  {
    name: "a card without 3-D Secure that the gateway advises against is declined as not enabled",
    answers: [session, json({ ...initiateWithoutThreeDSecure, ...failed }, 201)],
    outcome: {
      kind: "declined",
      reason: "three_ds_not_enabled",
      providerCode: "AUTHENTICATION_NOT_SUPPORTED",
    },
  },
  {
    name: "an authentication of another amount is declined",
    answers: [
      session,
      initiated,
      authenticated({ authentication: { ...authenticatedAnswer.authentication, amount: 1 } }),
    ],
    outcome: { kind: "declined", reason: "three_ds_failed", providerCode: "AUTHENTICATED_ANOTHER_AMOUNT" },
  },
  {
    name: "an authentication in another currency is declined",
    answers: [
      session,
      initiated,
      authenticated({ order: { ...authenticatedAnswer.order, currency: "USD" } }),
    ],
    outcome: { kind: "declined", reason: "three_ds_failed", providerCode: "AUTHENTICATED_ANOTHER_AMOUNT" },
  },
  {
    name: "an undocumented authentication status leaves the start unanswered",
    answers: [session, initiated, withStatus("AUTHENTICATION_BREWING")],
    outcome: { kind: "unknown", why: "started, and pending", data },
  },
  {
    name: "an undocumented result leaves the start unanswered",
    answers: [session, initiated, authenticated({ result: "PERHAPS" })],
    outcome: { kind: "unknown", why: "started, and pending", data },
  },
  {
    name: "a challenge without a page leaves the start unanswered",
    answers: [session, initiated, json({ ...challengeAnswer, authentication: { version: "3DS2" } })],
    outcome: { kind: "unknown", why: "started, and pending", data },
  },
  {
    name: "no answer to INITIATE_AUTHENTICATION is unknown, and the session is kept for later",
    answers: [session, { kind: "no_answer", reason: "timeout" }],
    outcome: { kind: "unknown", why: "timeout", data },
  },
  {
    name: "no answer to AUTHENTICATE_PAYER is unknown, and the session is kept for later",
    answers: [session, initiated, { kind: "no_answer", reason: "ECONNRESET" }],
    outcome: { kind: "unknown", why: "ECONNRESET", data },
  },
  {
    name: "a busy gateway was not sent anything",
    answers: [session, json({ error: { cause: "SERVER_BUSY" }, result: "ERROR" }, 503)],
    outcome: { kind: "not_sent", why: "SERVER_BUSY" },
  },
  {
    name: "refused credentials are our fault and no decline",
    answers: [session, json({}, 401)],
    outcome: { kind: "not_sent", why: "UNAUTHORISED" },
  },
  {
    name: "a card that was changed after the brand was looked at is not paid, and no bank has declined it",
    answers: [
      session,
      json(
        {
          error: { cause: "INVALID_REQUEST", field: "session.version", validationType: "INVALID" },
          result: "ERROR",
        },
        400,
      ),
    ],
    outcome: { kind: "not_sent", why: "INVALID_REQUEST session.version" },
  },
  {
    name: "no answer about the session means that nothing was begun",
    answers: [{ kind: "no_answer", reason: "timeout" }],
    outcome: { kind: "not_sent", why: "timeout" },
  },
  {
    name: "an expired session is declined as invalid",
    answers: [json(notFoundError, 400)],
    outcome: { kind: "declined", reason: "other", providerCode: "session_invalid" },
  },
  {
    name: "a session of another profile is declined as invalid",
    answers: [json({ ...fieldError, error: { ...fieldError.error, field: "session.id" } }, 400)],
    outcome: { kind: "declined", reason: "other", providerCode: "session_invalid" },
  },
  {
    name: "a session without a card is declined as invalid",
    answers: [json({ ...updateSessionAnswer, sourceOfFunds: undefined })],
    outcome: { kind: "declined", reason: "other", providerCode: "session_invalid" },
  },
  {
    name: "a session whose security code is gone is declined for that",
    answers: [
      json({
        ...updateSessionAnswer,
        sourceOfFunds: { provided: { card: { brand: "VISA", number: "450875xxxxxx1019" } } },
      }),
    ],
    outcome: { kind: "declined", reason: "wrong_security_code", providerCode: "security_code_invalid" },
  },
];

for (const { name, answers, outcome } of cases) {
  test(name, async () => assert.deepEqual((await start(answers)).outcome, outcome));
}

test("a card without 3-D Secure that the gateway calls a failure and favours is treated by policy alone", async () => {
  const favoured = {
    ...initiateWithoutThreeDSecure,
    result: "FAILURE",
    response: { gatewayCode: "DECLINED", gatewayRecommendation: "PROCEED" },
  };
  const refused = await start([session, json(favoured, 201)]);
  assert.equal(refused.outcome.kind === "declined" && refused.outcome.reason, "three_ds_not_enabled");
  const allowed = await start([session, json(favoured, 201)], { threeDSecurePolicy: "if_supported" });
  assert.equal(allowed.outcome.kind, "ready");
});

test("a card without 3-D Secure pays without it only where the policy allows it and the gateway says PROCEED", async () => {
  const allowed = await start([session, json(initiateWithoutThreeDSecure, 201)], {
    threeDSecurePolicy: "if_supported",
  });
  assert.deepEqual(allowed.outcome, { kind: "ready", reference, data: { ...data, authentication: "none" } });
  const advisedAgainst = {
    ...initiateWithoutThreeDSecure,
    response: { gatewayRecommendation: "DO_NOT_PROCEED" },
  };
  const refused = await start([session, json(advisedAgainst, 201)], { threeDSecurePolicy: "if_supported" });
  assert.equal(refused.outcome.kind, "declined");
});

test("the brand rule sees the session's brands and the order's methods, and its refusal ends the start", async () => {
  const seen: [SessionCardBrands, readonly string[]][] = [];
  const brandRule: BrandRule = (card, allowed) => {
    seen.push([card, allowed]);
    return "mada_not_allowed";
  };
  const card = { ...updateSessionAnswer.sourceOfFunds.provided.card, localBrand: "MADA" };
  const { outcome } = await start([json({ ...updateSessionAnswer, sourceOfFunds: { provided: { card } } })], {
    brandRule,
  });
  assert.deepEqual(outcome, {
    kind: "declined",
    reason: "card_not_supported",
    providerCode: "mada_not_allowed",
  });
  assert.equal(seen[0]?.[0].localBrand, "MADA");
  assert.deepEqual(seen[0]?.[1], ["mada", "creditcard"]);
});

test("a session id that cannot be one is not sent to the gateway", async () => {
  const { provider, requests } = createTestGateway([]);
  for (const bad of ["", "short", "../order/1", "SESSION0002 816", "x".repeat(65)]) {
    const outcome = await provider.start(testPayment(), { sessionId: bad });
    assert.deepEqual(outcome, { kind: "declined", reason: "other", providerCode: "session_invalid" });
  }
  assert.equal(requests.length, 0);
});

test("3-D Secure runs under the attempt's own transaction id, for the order's amount and the looked-at card", async () => {
  const { requests, body } = await start([session, initiated, json(challengeAnswer)]);
  for (const index of [1, 2])
    assert.ok(requests[index]?.url.endsWith(`/order/${orderId}/transaction/a-${attemptId}`));
  assert.deepEqual(body(1), {
    apiOperation: "INITIATE_AUTHENTICATION",
    authentication: { channel: "PAYER_BROWSER", purpose: "PAYMENT_TRANSACTION" },
    order: {
      currency: "SAR",
      reference: orderId,
      notificationUrl: "https://pay.example/rest/pay/notify/mpgs-cards",
    },
    session: { id: sessionId, version: "afda935602" },
    transaction: { reference: reference },
  });
  assert.deepEqual(body(2), {
    apiOperation: "AUTHENTICATE_PAYER",
    authentication: { redirectResponseUrl: "https://pay.example/rest/pay/3dsReturn/token" },
    device: {
      browser: "Mozilla/5.0 (test)",
      ipAddress: "192.0.2.7",
      browserDetails: {
        "3DSecureChallengeWindowSize": "FULL_SCREEN",
        acceptHeaders: "text/html",
        colorDepth: 24,
        javaEnabled: false,
        javaScriptEnabled: true,
        language: "ar-SA",
        screenHeight: 480,
        screenWidth: 640,
        timeZone: -180,
      },
    },
    order: { amount: "100.00", currency: "SAR" },
    session: { id: sessionId },
  });
});

test("the amount that the bank approves is the attempt's own", async () => {
  const gateway = createTestGateway([session, initiated, json(challengeAnswer)]);
  await gateway.provider.start(testPayment({ amount: minor(123_456) }), { sessionId });
  assert.equal(gateway.body(2).order.amount, "1234.56");
});
