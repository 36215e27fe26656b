import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { at, control, startGateway } from "./test-merchant.ts";

async function start(t: TestContext) {
  const gateway = await startGateway();
  t.after(gateway.close);
  return gateway;
}

const tokenField = "sourceOfFunds.provided.card.devicePayment.paymentToken";
const frictionless = "5123456789012346";

type Inside = Readonly<Record<string, unknown>>;

function inside(number: string, more: Inside = {}): Inside {
  return { number, expiry: { month: "01", year: "39" }, ...more };
}

function appleToken(card: Inside): string {
  return JSON.stringify({
    version: "EC_v1",
    data: btoa(JSON.stringify(card)),
    signature: "c2ln",
    header: { transactionId: "7f3a" },
  });
}

function googleToken(card: Inside): string {
  return JSON.stringify({
    protocolVersion: "ECv2",
    signature: "sig",
    signedMessage: JSON.stringify(card),
  });
}

const funds = (paymentToken: string) => ({
  type: "CARD",
  provided: { card: { devicePayment: { paymentToken } } },
});

function payBody(walletProvider: string | undefined, paymentToken: string) {
  return {
    apiOperation: "PAY",
    order: { amount: "12.00", currency: "SAR", ...(walletProvider !== undefined && { walletProvider }) },
    sourceOfFunds: funds(paymentToken),
    transaction: { source: "INTERNET" },
  };
}

function initiateBody(walletProvider: string, paymentToken: string) {
  return {
    apiOperation: "INITIATE_AUTHENTICATION",
    authentication: { channel: "PAYER_BROWSER" },
    order: { currency: "SAR", walletProvider },
    sourceOfFunds: funds(paymentToken),
  };
}

test("a number of the device pays without 3-D Secure, with the card hidden in the token", async (t) => {
  const { cards } = await start(t);
  const tokens = {
    APPLE_PAY: appleToken(inside("4860940000000008")),
    GOOGLE_PAY: googleToken(inside("4860940000000008")),
  };
  for (const [wallet, token] of Object.entries(tokens)) {
    const { body } = await cards.transaction(wallet, "p", payBody(wallet, token));
    assert.equal(at(body, "response.gatewayCode"), "APPROVED");
    assert.equal(at(body, "sourceOfFunds.provided.card.localBrand"), "MADA");
    assert.equal(at(body, "sourceOfFunds.provided.card.deviceSpecificNumber"), "486094xxxxxx0008");
    assert.equal(at(body, "order.walletProvider"), wallet);
  }
});

test("a token is taken as it is put into a session, and pays from there", async (t) => {
  const { cards } = await start(t);
  const id = String(at((await cards.send("POST", "session")).body, "session.id"));
  const order = { id: "o", amount: "12.00", currency: "SAR", walletProvider: "APPLE_PAY" };
  const updated = await cards.send("PUT", `session/${id}`, {
    order,
    sourceOfFunds: funds(appleToken(inside(frictionless))),
  });
  assert.equal(at(updated.body, "sourceOfFunds.provided.card.number"), undefined, "nothing is decrypted yet");
  const body = { apiOperation: "PAY", order: { ...order, id: undefined }, session: { id } };
  const paid = await cards.transaction("o", "p", body);
  assert.equal(at(paid.body, "response.gatewayCode"), "APPROVED");
});

test("3-D Secure is refused for a number of the device and begun for a card's own", async (t) => {
  const { cards } = await start(t);
  const refused = [
    ["APPLE_PAY", appleToken(inside(frictionless))],
    ["GOOGLE_PAY", googleToken(inside(frictionless))],
  ] as const;
  for (const [wallet, token] of refused) {
    const { status, body } = await cards.transaction(wallet, "a", initiateBody(wallet, token));
    assert.equal(status, 400);
    assert.equal(at(body, "error.field"), tokenField);
    assert.equal((await cards.send("GET", `order/${wallet}`)).status, 404, "nothing was begun");
  }
  const panOnly = googleToken(inside(frictionless, { authMethod: "PAN_ONLY" }));
  const { body } = await cards.transaction("o", "a", initiateBody("GOOGLE_PAY", panOnly));
  assert.equal(at(body, "transaction.authenticationStatus"), "AUTHENTICATION_AVAILABLE");
  assert.equal(at(body, "sourceOfFunds.provided.card.deviceSpecificNumber"), undefined);
});

test("a card's own number from a wallet is blocked without 3-D Secure, like any card", async (t) => {
  const { cards, url } = await start(t);
  const panOnly = googleToken(inside(frictionless, { authMethod: "PAN_ONLY" }));
  const { body } = await cards.transaction("o", "p", payBody("GOOGLE_PAY", panOnly));
  assert.equal(at(body, "response.gatewayCode"), "BLOCKED");
  assert.deepEqual((await control(url, "GET", "ledger"))["entries"], []);
});

/** What is wrong → wallet as named, token, field of the refusal. */
const refusals: readonly [string, string | undefined, string, string][] = [
  ["no wallet named", undefined, appleToken(inside(frictionless)), "order.walletProvider"],
  ["a token of the other wallet", "GOOGLE_PAY", appleToken(inside(frictionless)), tokenField],
  ["no token at all", "APPLE_PAY", "not a token", tokenField],
  ["a token without the wallet's own number of the payment", "APPLE_PAY", '{"version":"EC_v1"}', tokenField],
  [
    "a token made for another merchant",
    "GOOGLE_PAY",
    googleToken(inside(frictionless, { gatewayMerchantId: "SOMEONE" })),
    tokenField,
  ],
];

for (const [what, wallet, token, field] of refusals) {
  test(`${what} is refused`, async (t) => {
    const { cards } = await start(t);
    const { status, body } = await cards.transaction("o", "p", payBody(wallet, token));
    assert.deepEqual([status, at(body, "error.field")], [400, field]);
  });
}

test("a token made for this merchant is read", async (t) => {
  const { cards } = await start(t);
  const token = googleToken(inside(frictionless, { gatewayMerchantId: cards.merchantId }));
  const { body } = await cards.transaction("o", "p", payBody("GOOGLE_PAY", token));
  assert.equal(at(body, "response.gatewayCode"), "APPROVED");
});

test("a token with unknown content stands for a Visa card that is approved", async (t) => {
  const { cards } = await start(t);
  const token = googleToken({ encryptedMessage: "x" });
  const { body } = await cards.transaction("o", "p", payBody("GOOGLE_PAY", token));
  assert.equal(at(body, "response.gatewayCode"), "APPROVED");
  assert.equal(at(body, "sourceOfFunds.provided.card.brand"), "VISA");
});
