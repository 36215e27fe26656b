import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { minor } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import {
  type CardGateway,
  type CardSituation,
  type ChallengeChoice,
  declinesByAmount,
  openCardGateway,
  told,
} from "#test/card-gateway-driver.ts";
import type { AttemptContext } from "../payment-method.ts";
import { askProvider } from "../provider-suite.ts";

const frictionless = "5123456789012346";
const challenge = "5123450000000008";
const open = () =>
  openCardGateway({ method: "card", cards: { frictionless, challenge }, securityCode: "739" });

askProvider({
  name: "card",
  way: "challenge",
  open,
  amounts: [1, 100, 123_456, 99_999_999],
  declines: declinesByAmount,
});

async function openFor(t: TestContext): Promise<CardGateway> {
  const gateway = await open();
  t.after(gateway.close);
  return gateway;
}

/** Start, with the attempt's context as it is stored afterwards. */
async function begin(gateway: CardGateway, situation: CardSituation) {
  const { context, input } = await gateway.prepare(situation);
  const outcome = await gateway.provider.start(context, input);
  return { outcome, input, context: withData(context, outcome) };
}

function withData(context: AttemptContext, outcome: Outcome): AttemptContext {
  const data = "data" in outcome && outcome.data ? outcome.data : context.attempt.data;
  return { ...context, attempt: { ...context.attempt, data } };
}

function confirming(context: AttemptContext): AttemptContext {
  return { ...context, attempt: { ...context.attempt, step: "confirm" } };
}

async function confirm(gateway: CardGateway, context: AttemptContext): Promise<Outcome> {
  assert.ok(gateway.provider.confirm);
  return gateway.provider.confirm(confirming(context), undefined);
}

const starts: readonly [string, string, string][] = [
  ["5123450000000008", "a Mastercard that is challenged", "challenge"],
  ["4440000009900010", "a Visa that is challenged", "challenge"],
  ["5123456789012346", "a Mastercard that is approved at once", "ready"],
  ["5500005555555559", "a Mastercard whose authentication was attempted", "ready"],
  ["5506900140100503", "a Mastercard that its bank rejects", "three_ds_failed AUTHENTICATION_REJECTED"],
  [
    "5123459999998221",
    "a Mastercard whose bank cannot be reached",
    "three_ds_failed AUTHENTICATION_UNAVAILABLE",
  ],
  [
    "5111111111111118",
    "a Mastercard without 3-D Secure",
    "three_ds_not_enabled AUTHENTICATION_NOT_SUPPORTED",
  ],
  ["4860940000000024", "a mada card without 3-D Secure", "three_ds_not_enabled AUTHENTICATION_NOT_SUPPORTED"],
  ["4228180191362993", "a mada card with Visa", "challenge"],
  ["4860940000000008", "a mada card that is approved at once", "ready"],
  ["9682090000000007", "a card that is mada only", "challenge"],
];

for (const [cardNumber, name, expected] of starts) {
  test(`start with ${name} gives ${expected}`, async (t) => {
    const gateway = await openFor(t);
    const { outcome, context } = await begin(gateway, { cardNumber });
    assert.equal(told(outcome), expected);
    assert.deepEqual(await gateway.movements(context.order.orderNumber), []);
  });
}

test("a card that is approved at once pays without the bank's page", async (t) => {
  const gateway = await openFor(t);
  const { context } = await begin(gateway, { cardNumber: frictionless });
  const paid = await confirm(gateway, context);
  assert.deepEqual(paid.kind === "captured" && paid.paidWith, { brand: "mastercard", lastFour: "2346" });
});

test("a mada card is receipted as mada", async (t) => {
  const gateway = await openFor(t);
  const { context } = await begin(gateway, { cardNumber: "4860940000000008" });
  const paid = await confirm(gateway, context);
  assert.deepEqual(paid.kind === "captured" && paid.paidWith, { brand: "mada", lastFour: "0008" });
});

const brandRules: readonly [string, readonly string[], string, string][] = [
  ["a mada card", ["creditcard"], "4860940000000008", "card_not_supported mada_not_allowed"],
  ["a card that is mada only", ["creditcard"], "9682090000000007", "card_not_supported mada_not_allowed"],
  ["a Visa", ["mada"], "4440000042200014", "card_not_supported credit_not_allowed"],
  ["a Mastercard", ["mada", "amex"], frictionless, "card_not_supported credit_not_allowed"],
  ["a mada card", ["mada"], "4860940000000008", "ready"],
  ["a Visa", ["creditcard"], "4440000042200014", "ready"],
  [
    "a card of no brand of ours",
    ["mada", "creditcard"],
    "6011003179988686",
    "card_not_supported brand_not_supported",
  ],
];

for (const [name, allowedMethods, cardNumber, expected] of brandRules) {
  test(`${name} on an order that allows ${allowedMethods.join(" and ")} gives ${expected}`, async (t) => {
    const gateway = await openFor(t);
    const { context, input } = await gateway.prepare({ allowedMethods });
    // As hosted fields do it: the card reaches the session without passing us.
    await putCard(gateway, { context, input }, cardNumber);
    assert.equal(told(await gateway.provider.start(context, input)), expected);
  });
}

async function putCard(
  gateway: CardGateway,
  payment: { readonly context: AttemptContext; readonly input: unknown },
  number: string,
) {
  const { sessionId } = Object(payment.input);
  const { attempt, order } = payment.context;
  const updated = await gateway.clients.card.updateSession(sessionId, {
    amount: attempt.amount,
    currency: attempt.currency,
    orderId: order.orderNumber,
    card: {
      number: new Secret(number),
      expiryMonth: "01",
      expiryYear: "39",
      securityCode: new Secret("100"),
      nameOnCard: "N",
    },
  });
  assert.equal(updated.kind, "answer");
}

test("the buyer's way through the bank's page: pending until it is passed, then ready, then paid", async (t) => {
  const gateway = await openFor(t);
  const { outcome, context } = await begin(gateway, {});
  assert.ok(outcome.kind === "challenge");
  assert.match(outcome.html, /threedsChallengeRedirectForm/);
  assert.equal((await gateway.provider.check(context)).kind, "pending");
  await gateway.passChallenge(outcome.html, "successful");
  const proven = await gateway.provider.check(context);
  assert.deepEqual(proven, {
    kind: "ready",
    reference: `a-${context.attempt.id}`,
    data: context.attempt.data,
  });
  assert.equal((await confirm(gateway, context)).kind, "captured");
  assert.equal((await gateway.movements(context.order.orderNumber)).length, 1);
});

for (const choice of [
  "failed",
  "cancelled",
  "unable",
  "rejected",
] as const satisfies readonly ChallengeChoice[]) {
  test(`a buyer who leaves the bank's page with "${choice}" is declined and cannot be charged`, async (t) => {
    const gateway = await openFor(t);
    const { outcome, context } = await begin(gateway, {});
    assert.ok(outcome.kind === "challenge");
    await gateway.passChallenge(outcome.html, choice);
    const checked = await gateway.provider.check(context);
    assert.equal(checked.kind === "declined" && checked.reason, "three_ds_failed");
    assert.equal((await confirm(gateway, context)).kind, "declined");
    assert.deepEqual(await gateway.movements(context.order.orderNumber), []);
  });
}

test("a payment that is confirmed before the bank's page was passed takes nothing", async (t) => {
  const gateway = await openFor(t);
  const { context } = await begin(gateway, {});
  assert.notEqual((await confirm(gateway, context)).kind, "captured");
  assert.deepEqual(await gateway.movements(context.order.orderNumber), []);
});

/** Amount → what confirm says, what a question says at once, and after the grace period; and what was taken. */
const unproven: readonly [number, string, string, string, number][] = [
  [107_766, "pending", "captured", "captured", 1],
  [107_768, "unknown", "captured", "captured", 1],
  [107_769, "unknown", "card_declined DECLINED", "card_declined DECLINED", 0],
  [107_770, "unknown", "unknown", "other TIMED_OUT", 0],
  [107_796, "unknown", "unknown", "other SYSTEM_ERROR", 0],
  [107_798, "unknown", "card_declined DECLINED", "card_declined DECLINED", 0],
  [107_799, "unknown", "captured", "captured", 1],
];

for (const [amount, answered, asked, later, captures] of unproven) {
  test(`${amount}: confirm says ${answered}, a question ${asked}, and in the end ${later}`, async (t) => {
    const gateway = await openFor(t);
    const { context } = await begin(gateway, { amount: minor(amount), cardNumber: frictionless });
    assert.equal(told(await confirm(gateway, context)), answered);
    const check = () => gateway.provider.check(confirming(context));
    assert.equal(told(await check()), asked);
    await gateway.advance(timing.notFoundGraceMs);
    assert.equal(told(await check()), later);
    assert.equal((await gateway.movements(context.order.orderNumber)).length, captures);
  });
}

for (const operation of ["INITIATE_AUTHENTICATION", "AUTHENTICATE_PAYER"]) {
  test(`an answer to ${operation} that got lost is unknown, takes nothing, and a question says more`, async (t) => {
    const gateway = await openFor(t);
    await gateway.control("faults", { simulator: "mpgs", fault: "drop_after_commit", operation });
    const { outcome, context } = await begin(gateway, { cardNumber: frictionless });
    assert.equal(outcome.kind, "unknown");
    const checked = await gateway.provider.check(context);
    if (operation === "INITIATE_AUTHENTICATION") {
      assert.equal(checked.kind, "pending");
    } else {
      assert.equal(checked.kind, "ready");
      assert.equal((await confirm(gateway, withData(context, checked))).kind, "captured");
    }
  });
}

test("a gateway that fails before it has begun leaves nothing to find", async (t) => {
  const gateway = await openFor(t);
  const { outcome, context } = await begin(gateway, { cardNumber: "5210760000000004" });
  assert.equal(outcome.kind, "unknown");
  assert.deepEqual(await gateway.provider.check(context), { kind: "not_found" });
});

test("a session that has paid cannot pay again: its security code is gone", async (t) => {
  const gateway = await openFor(t);
  const { context, input } = await begin(gateway, { cardNumber: frictionless });
  assert.equal((await confirm(gateway, context)).kind, "captured");
  const next = { ...context, attempt: { ...context.attempt, id: `${context.attempt.id}2`, data: {} } };
  assert.equal(told(await gateway.provider.start(next, input)), "wrong_security_code security_code_invalid");
});

test("a card that is exchanged between start and confirm is not charged", async (t) => {
  const gateway = await openFor(t);
  const { context, input } = await begin(gateway, { cardNumber: frictionless });
  await putCard(gateway, { context, input }, "4440000042200014");
  assert.equal(told(await confirm(gateway, context)), "rejected_by_provider INVALID_REQUEST session.version");
  assert.deepEqual(await gateway.movements(context.order.orderNumber), []);
});

test("a session that has expired is distinguished from a declined card", async (t) => {
  const gateway = await openFor(t);
  const { context, input } = await gateway.prepare({});
  await gateway.advance(timing.cardSessionLifetimeMs + 1_000);
  assert.equal(told(await gateway.provider.start(context, input)), "other session_invalid");
});

test("a second attempt pays the order that the first was declined for", async (t) => {
  const gateway = await openFor(t);
  const declined = await begin(gateway, { cardNumber: frictionless, expiry: "05/39" });
  assert.equal(told(await confirm(gateway, declined.context)), "card_declined DECLINED");
  const { context, input } = await gateway.prepare({ cardNumber: frictionless });
  const again = { ...context, order: { ...context.order, orderNumber: declined.context.order.orderNumber } };
  const started = await gateway.provider.start(again, input);
  assert.equal((await confirm(gateway, withData(again, started))).kind, "captured");
  assert.equal((await gateway.movements(again.order.orderNumber)).length, 1);
});

test("a currency with three decimals is paid to the last of them", async (t) => {
  const gateway = await openFor(t);
  const { context } = await begin(gateway, {
    amount: minor(5_125),
    currency: "KWD",
    cardNumber: frictionless,
  });
  const paid = await confirm(gateway, context);
  assert.deepEqual(paid.kind === "captured" && paid.money, { amount: 5_125, currency: "KWD" });
  assert.deepEqual(await gateway.movements(context.order.orderNumber), [
    { kind: "capture", amount: 5_125, currency: "KWD" },
  ]);
});
