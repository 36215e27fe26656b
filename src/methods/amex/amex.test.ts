import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret } from "#core/secret/secret.ts";
import { declinesByAmount, openCardGateway, told } from "#test/card-gateway-driver.ts";
import { askProvider } from "../provider-suite.ts";

const open = () =>
  openCardGateway({
    method: "amex",
    cards: { frictionless: "371881887105009", challenge: "371881733404002" },
    securityCode: "7391",
  });

askProvider({ name: "amex", way: "challenge", open, amounts: [100, 123_456], declines: declinesByAmount });

test("American Express has a profile of its own: checks and refunds go to it", async (t) => {
  const { provider, close } = await open();
  t.after(close);
  assert.equal(provider.id, "mpgs-amex");
});

test("a card that is not American Express is declined, also when it was put into the session later", async (t) => {
  const gateway = await open();
  t.after(gateway.close);
  const payment = await gateway.prepare({});
  const { sessionId } = Object(payment.input);
  const { attempt, order } = payment.context;
  const visa = {
    number: new Secret("4440000042200014"),
    expiryMonth: "01",
    expiryYear: "39",
    securityCode: new Secret("100"),
    nameOnCard: "NOURA ALOTAIBI",
  };
  await gateway.clients.amex.updateSession(sessionId, { ...attempt, orderId: order.orderNumber, card: visa });
  const outcome = await gateway.provider.start(payment.context, payment.input);
  assert.equal(told(outcome), "card_not_supported brand_not_supported");
});

test("a session of the other profile means nothing here", async (t) => {
  const gateway = await open();
  t.after(gateway.close);
  const payment = await gateway.prepare({});
  const foreign = await gateway.clients.card.createSession();
  assert.ok(foreign.kind === "answer");
  const outcome = await gateway.provider.start(payment.context, { sessionId: foreign.value.session.id });
  assert.equal(told(outcome), "other session_invalid");
});
