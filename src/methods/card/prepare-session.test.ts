import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { minor } from "#core/money.ts";
import { isProblemCode } from "#core/problem.ts";
import { type CardGateway, openCardGateway } from "#test/card-gateway-driver.ts";
import type { CardSessionRequest } from "../payment-method.ts";
import { prepareCardSession } from "./prepare-session.ts";

type TypedCard = NonNullable<CardSessionRequest["card"]>;
type GatewayMethod = "card" | "amex";
type SessionRequest = CardSessionRequest & { readonly method: GatewayMethod };

const orderNumber = "0K3M9QX7T2VW8YZ4";
const order = {
  orderNumber,
  earlierCardPayments: 0,
  amount: minor(12_345),
  currency: "SAR",
  allowedMethods: ["mada", "creditcard", "amex"],
};
const now = Date.parse("2026-11-20T09:00:00Z");
const typed: TypedCard = {
  cardNumber: "5123456789012346",
  expiryYear: "39",
  expiryMonth: "01",
  nameOnCard: "NOURA ALOTAIBI",
  cvv: "739",
};

async function open(t: TestContext): Promise<CardGateway> {
  const cards = { frictionless: typed.cardNumber, challenge: "5123450000000008" };
  const gateway = await openCardGateway({ method: "card", cards, securityCode: typed.cvv });
  t.after(gateway.close);
  return gateway;
}

function prepare(
  gateway: CardGateway,
  card: Partial<TypedCard> | null,
  request: Partial<SessionRequest> = {},
) {
  const { method = "card", ...changes } = request;
  return prepareCardSession(gateway.clients[method], method, {
    order,
    card: card === null ? null : { ...typed, ...card },
    now,
    ...changes,
  });
}

test("hosted mode opens a session with the order's money and no card", async (t) => {
  const gateway = await open(t);
  const session = await prepare(gateway, null);
  assert.ok(session.kind === "ok");
  const stored = await gateway.clients.card.retrieveSession(session.id);
  assert.ok(stored.kind === "answer");
  assert.equal(stored.value.session.version, session.version);
  assert.equal(stored.value.sourceOfFunds?.provided?.card, undefined);
  assert.partialDeepStrictEqual(await gateway.sessionOf(session.id), {
    order: { id: orderNumber, amount: "123.45", currency: "SAR" },
  });
});

const goodCards: readonly [string, Partial<TypedCard>, GatewayMethod][] = [
  ["as typed in groups", { cardNumber: "5123 4567 8901 2346" }, "card"],
  [
    "in Arabic digits",
    { cardNumber: "٥١٢٣٤٥٦٧٨٩٠١٢٣٤٦", cvv: "٧٣٩", expiryMonth: "٠١", expiryYear: "٣٩" },
    "card",
  ],
  ["with a month of one digit and a year of four", { expiryMonth: "1", expiryYear: "2039" }, "card"],
  ["that is mada only", { cardNumber: "9682090000000007" }, "card"],
  ["that runs out this month", { expiryMonth: "11", expiryYear: "26" }, "card"],
  ["of American Express", { cardNumber: "371881887105009", cvv: "7391" }, "amex"],
];

for (const [name, card, method] of goodCards) {
  test(`a card ${name} is put into the session`, async (t) => {
    const gateway = await open(t);
    const session = await prepare(gateway, card, { method });
    assert.ok(session.kind === "ok", JSON.stringify(session));
    const stored = await gateway.clients[method].retrieveSession(session.id);
    const shown = stored.kind === "answer" ? stored.value.sourceOfFunds?.provided?.card : undefined;
    assert.equal(shown?.securityCode, "xxx");
    assert.ok(shown?.number?.includes("xx"));
  });
}

const badCards: readonly [string, Partial<TypedCard>, string, GatewayMethod?][] = [
  ["no number", { cardNumber: "" }, "card_number_invalid"],
  ["a wrong check digit", { cardNumber: "5123456789012347" }, "card_number_invalid"],
  ["a digit too few", { cardNumber: "512345678901234" }, "card_number_invalid"],
  ["letters in the number", { cardNumber: "5123a456789012346" }, "card_number_invalid"],
  [
    "an American Express card on the card panel",
    { cardNumber: "371881887105009", cvv: "7391" },
    "card_number_invalid",
  ],
  ["a Visa on the American Express panel", { cardNumber: "4440000042200014" }, "card_number_invalid", "amex"],
  ["no name", { nameOnCard: " \u200b " }, "validation_failed"],
  ["the number in the field of the name", { nameOnCard: "5123 4567 89012346" }, "validation_failed"],
  ["a year that has passed", { expiryYear: "25" }, "expiry_year_invalid"],
  ["a year too far ahead", { expiryYear: "77" }, "expiry_year_invalid"],
  ["a year that is none", { expiryYear: "3" }, "expiry_year_invalid"],
  ["no year", { expiryYear: "" }, "expiry_year_invalid"],
  ["a month that has passed", { expiryMonth: "10", expiryYear: "26" }, "expiry_month_invalid"],
  ["a thirteenth month", { expiryMonth: "13" }, "expiry_month_invalid"],
  ["no month", { expiryMonth: "" }, "expiry_month_invalid"],
  ["no security code", { cvv: "" }, "security_code_invalid"],
  ["a security code of another brand's length", { cvv: "7391" }, "security_code_invalid"],
  ["a security code that is none", { cvv: "7x9" }, "security_code_invalid"],
];

for (const [name, card, code, method = "card"] of badCards) {
  test(`${name} is refused as ${code}, and nothing is sent to the gateway`, async (t) => {
    const gateway = await open(t);
    assert.deepEqual(await prepare(gateway, card, { method }), { kind: "refused", code });
    assert.equal(gateway.written(), "");
    assert.ok(isProblemCode(code));
  });
}

test("a month begins when it begins in Riyadh", async (t) => {
  const gateway = await open(t);
  const card = { expiryMonth: "11", expiryYear: "26" };
  assert.equal((await prepare(gateway, card, { now: Date.parse("2026-11-30T20:59:59Z") })).kind, "ok");
  const refused = await prepare(gateway, card, { now: Date.parse("2026-11-30T21:00:00Z") });
  assert.deepEqual(refused, { kind: "refused", code: "expiry_month_invalid" });
});

test("a brand that the order does not allow is refused as soon as the gateway has named it", async (t) => {
  const gateway = await open(t);
  const on = (allowedMethods: readonly string[]) => ({ order: { ...order, allowedMethods } });
  const mada = { cardNumber: "4860940000000008" };
  assert.deepEqual(await prepare(gateway, mada, on(["creditcard"])), {
    kind: "refused",
    code: "mada_not_allowed",
  });
  assert.deepEqual(await prepare(gateway, {}, on(["mada"])), { kind: "refused", code: "credit_not_allowed" });
  assert.equal((await prepare(gateway, mada, on(["mada"]))).kind, "ok");
});

const faults: readonly [string, string, string][] = [
  ["CREATE_SESSION", "drop_before", "gateway_unavailable"],
  ["CREATE_SESSION", "status_503", "gateway_unavailable"],
  ["UPDATE_SESSION", "drop_after_commit", "gateway_unavailable"],
  ["UPDATE_SESSION", "status_500", "gateway_unavailable"],
];

for (const [operation, fault, code] of faults) {
  test(`a gateway that fails at ${operation} (${fault}) is reported as ${code}`, async (t) => {
    const gateway = await open(t);
    await gateway.control("faults", { simulator: "mpgs", fault, operation });
    assert.deepEqual(await prepare(gateway, {}), { kind: "refused", code });
  });
}

test("what the gateway refuses about the order is not reported as a wrong card", async (t) => {
  const gateway = await open(t);
  const session = await prepare(gateway, null, { order: { ...order, currency: "riyal" } });
  assert.deepEqual(session, { kind: "refused", code: "gateway_refused" });
});

test("nothing that is written down contains the card or the session", async (t) => {
  const gateway = await open(t);
  const session = await prepare(gateway, {});
  await prepare(gateway, { cvv: "99x" });
  assert.ok(session.kind === "ok");
  assert.ok(gateway.written().length > 0);
  for (const secret of [typed.cardNumber, `"${typed.cvv}"`, session.id])
    assert.ok(!gateway.written().includes(secret));
});
