import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "#core/outcome.ts";
import type { HttpResult } from "#core/ports.ts";
import { Secret } from "#core/secret/secret.ts";
import {
  attemptId,
  authenticatedAnswer,
  challengeAnswer,
  challengePage,
  createSessionAnswer,
  fieldError,
  initiateAnswer,
  initiateWithoutThreeDSecure,
  orderId,
  payAnswer,
  sessionId,
  updateSessionAnswer,
} from "./documented-examples.ts";
import { createTestGateway, json, now, testPayment } from "./test-gateway.ts";
import { createWalletProvider } from "./wallet-steps.ts";

const token = '{"protocolVersion":"ECv2","signature":"s","signedMessage":"m"}';
const created = json(createSessionAnswer, 201);
/** As recorded: a token in a session is kept and not looked into. */
const kept = json({ ...updateSessionAnswer, sourceOfFunds: { type: "CARD", provided: { card: {} } } });
const initiated = json(initiateAnswer, 201);
const refused = json(fieldError, 400);

const refusal = (error: object) =>
  json({ error: { cause: "INVALID_REQUEST", ...error }, result: "ERROR" }, 400);
const tokenField = "sourceOfFunds.provided.card.devicePayment.paymentToken";
/** As the simulator words it, and as a gateway may that names no field. */
const deviceRefusals = [
  refusal({ field: tokenField, validationType: "UNSUPPORTED" }),
  refusal({ explanation: "3DS authentication is not supported for DPANs" }),
];
/** Refusals that say nothing of the number: taking them for a proof lets an unproven card pay. */
const otherRefusals: readonly [string, HttpResult][] = [
  ["the account may not authenticate", refusal({ explanation: "Missing merchant privilege '3-D Secure'" })],
  [
    "the account may not use tokens",
    refusal({ explanation: "Missing merchant privilege 'Device Payments'" }),
  ],
  ["another field is wrong", refused],
  ["the token cannot be read", refusal({ field: tokenField, validationType: "INVALID" })],
  ["no reason is given", refusal({})],
  ["the request is rejected", refusal({ cause: "REQUEST_REJECTED", explanation: "Rejected" })],
];
const data = { sessionId, sessionVersion: updateSessionAnswer.session.version };
const proven: Outcome = {
  kind: "ready",
  reference: `p-${attemptId}`,
  data: { ...data, authentication: "none" },
};

/** A wallet of each kind. */
type Wallet = "APPLE_PAY" | "GOOGLE_PAY";

function open(walletProvider: Wallet, answers: readonly HttpResult[]) {
  const gateway = createTestGateway(answers);
  const provider = createWalletProvider({
    id: "mpgs-wallet",
    client: gateway.client,
    clock: { now: () => now, sleep: async () => undefined },
    threeDSecurePolicy: "required",
    webhookSecret: new Secret("webhook-secret-of-32-characters!"),
    walletProvider,
    numbers: walletProvider === "APPLE_PAY" ? "device" : "device or card",
  });
  return { ...gateway, provider };
}

async function start(walletProvider: Wallet, answers: readonly HttpResult[]) {
  const gateway = open(walletProvider, answers);
  const outcome = await gateway.provider.start(testPayment({ data: {} }), {
    paymentToken: new Secret(token),
  });
  assert.equal(gateway.requests.length, answers.length, "requests made");
  return { ...gateway, outcome };
}

const deviceCard = { brand: "VISA", number: "450875xxxxxx1019", deviceSpecificNumber: "489537xxxxxx2091" };
const withDeviceNumber = json({
  ...initiateWithoutThreeDSecure,
  sourceOfFunds: { type: "CARD", provided: { card: deviceCard } },
});

const cases: readonly {
  readonly name: string;
  readonly wallet: Wallet;
  readonly answers: readonly HttpResult[];
  readonly outcome: Outcome;
}[] = [
  {
    name: "a token of Apple Pay needs nothing but to be kept",
    wallet: "APPLE_PAY",
    answers: [created, kept],
    outcome: proven,
  },
  {
    name: "a number of the device, which the gateway shows as one, is proven by its cryptogram",
    wallet: "GOOGLE_PAY",
    answers: [created, kept, withDeviceNumber],
    outcome: { ...proven, reference: `a-${attemptId}` },
  },
  {
    name: "a card's own number without 3-D Secure is declined",
    wallet: "GOOGLE_PAY",
    answers: [created, kept, json(initiateWithoutThreeDSecure)],
    outcome: {
      kind: "declined",
      reason: "three_ds_not_enabled",
      providerCode: "AUTHENTICATION_NOT_SUPPORTED",
    },
  },
  {
    name: "a card's own number is asked about at its bank, which may want to see the buyer",
    wallet: "GOOGLE_PAY",
    answers: [created, kept, initiated, json(challengeAnswer)],
    outcome: { kind: "challenge", html: challengePage, reference: `a-${attemptId}`, data },
  },
  {
    name: "a card's own number that its bank approves at once is ready, with the authentication to pay by",
    wallet: "GOOGLE_PAY",
    answers: [created, kept, initiated, json(authenticatedAnswer)],
    outcome: { kind: "ready", reference: `a-${attemptId}`, data },
  },
  {
    name: "a lost answer about 3-D Secure is unknown and keeps the session",
    wallet: "GOOGLE_PAY",
    answers: [created, kept, { kind: "no_answer", reason: "timeout" }],
    outcome: { kind: "unknown", why: "timeout", data },
  },
  {
    name: "refused credentials are no number of a device",
    wallet: "GOOGLE_PAY",
    answers: [created, kept, json({}, 401)],
    outcome: { kind: "not_sent", why: "UNAUTHORISED" },
  },
  {
    name: "a busy gateway is no number of a device",
    wallet: "GOOGLE_PAY",
    answers: [created, kept, json({ error: { cause: "SERVER_BUSY" }, result: "ERROR" }, 503)],
    outcome: { kind: "not_sent", why: "SERVER_BUSY" },
  },
  {
    name: "a session that was never made has begun nothing",
    wallet: "APPLE_PAY",
    answers: [{ kind: "no_answer", reason: "timeout" }],
    outcome: { kind: "not_sent", why: "timeout" },
  },
  {
    name: "a token whose keeping got lost has begun nothing",
    wallet: "APPLE_PAY",
    answers: [created, { kind: "no_answer", reason: "timeout" }],
    outcome: { kind: "not_sent", why: "timeout" },
  },
  {
    name: "a token that the gateway refuses is of no use, and no bank's decline",
    wallet: "APPLE_PAY",
    answers: [created, refused],
    outcome: {
      kind: "declined",
      reason: "other",
      providerCode: "payment_token_invalid",
      providerText: `INVALID_REQUEST ${fieldError.error.field}`,
    },
  },
  {
    name: "an account that does not take the wallet cannot be paid by it, whatever the buyer approves",
    wallet: "GOOGLE_PAY",
    answers: [created, refusal({ field: "order.walletProvider", validationType: "INVALID" })],
    outcome: { kind: "not_sent", why: "INVALID_REQUEST order.walletProvider" },
  },
];

for (const { name, wallet, answers, outcome } of cases) {
  test(name, async () => {
    assert.deepEqual((await start(wallet, answers)).outcome, outcome);
  });
}

for (const [index, answer] of deviceRefusals.entries()) {
  test(`a number of the device, which the gateway refuses to authenticate (${index}), is proven by its cryptogram`, async () => {
    assert.deepEqual((await start("GOOGLE_PAY", [created, kept, answer])).outcome, proven);
  });
}

for (const [why, answer] of otherRefusals) {
  test(`nothing is paid without 3-D Secure because ${why}`, async () => {
    const { outcome } = await start("GOOGLE_PAY", [created, kept, answer]);
    assert.equal(outcome.kind, "not_sent");
  });
}

for (const authenticationStatus of [
  "AUTHENTICATION_NOT_SUPPORTED",
  "AUTHENTICATION_UNAVAILABLE",
  "AUTHENTICATION_NOT_IN_EFFECT",
  "AUTHENTICATION_EXEMPT",
]) {
  test(`a card's own number whose 3-D Secure is ${authenticationStatus} is not paid without it`, async () => {
    const answer = { ...initiateWithoutThreeDSecure };
    const transaction = { ...answer.transaction, authenticationStatus };
    const { outcome } = await start("GOOGLE_PAY", [created, kept, json({ ...answer, transaction })]);
    assert.equal(outcome.kind, "declined");
  });
}

test("the token goes into the session with the order's money and the wallet's name, and nowhere else", async () => {
  const { requests, body, logged } = await start("GOOGLE_PAY", [
    created,
    kept,
    initiated,
    json(authenticatedAnswer),
  ]);
  assert.deepEqual(
    requests.map(({ method, url }) => `${method} ${url.slice(url.indexOf("/TESTWASL/") + 10)}`),
    [
      "POST session",
      `PUT session/${sessionId}`,
      `PUT order/${orderId}/transaction/a-${attemptId}`,
      `PUT order/${orderId}/transaction/a-${attemptId}`,
    ],
  );
  assert.deepEqual(body(1), {
    order: { id: orderId, amount: "100.00", currency: "SAR", walletProvider: "GOOGLE_PAY" },
    sourceOfFunds: { type: "CARD", provided: { card: { devicePayment: { paymentToken: token } } } },
  });
  assert.equal(body(2).order.walletProvider, "GOOGLE_PAY");
  assert.deepEqual(body(2).session, { id: sessionId, version: data.sessionVersion });
  for (const index of [0, 2, 3]) assert.ok(!requests[index]?.body?.includes("ECv2"));
  assert.ok(!logged.join().includes("ECv2"));
});

test("PAY names the wallet, and an authentication only where there was one", async () => {
  const answer = json(payAnswer);
  const { provider, body } = open("GOOGLE_PAY", [answer, answer]);
  const step = "confirm" as const;
  const unauthenticated = testPayment({ step, data: { ...data, authentication: "none" } });
  assert.equal((await provider.confirm(unauthenticated)).kind, "captured");
  assert.equal((await provider.confirm(testPayment({ step, data }))).kind, "captured");
  assert.equal(body(0).order.walletProvider, "GOOGLE_PAY");
  assert.equal(body(0).authentication, undefined);
  assert.deepEqual(body(1).authentication, { transactionId: `a-${attemptId}` });
});

test("a proven buyer whose payment was not sent yet is ready, without a question", async () => {
  const { provider } = open("APPLE_PAY", []);
  const asked = testPayment({ data: { ...data, authentication: "none" } });
  assert.deepEqual(await provider.check(asked), proven);
});
