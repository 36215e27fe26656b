/**
 * Asking for the status of a payment (Spec 7 checkPaymentStatus, Spec 9 polling): how often a provider is asked, and what is
 * answered.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import * as timing from "#core/timing.ts";
import {
  cards,
  gatewayBody,
  issueInvoice,
  loadModel,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { loadOrder } from "../orders/order-store.ts";
import { resultOf } from "./result.ts";

async function ask(app: TestApp, orderNumber: string, language = "en") {
  const reply = await app.app.inject({
    method: "POST",
    url: "/rest/pay/checkPaymentStatus",
    headers: { "accept-language": language },
    payload: { orderNumber },
  });
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json();
}

/** What the bill's provider was asked so far. */
async function questions(app: TestApp): Promise<number> {
  const reply = await fetch(`${app.simulatorUrl}/_control/journal?simulator=moyasar`);
  const { entries } = (await reply.json()) as { entries: { method: string }[] };
  return entries.filter(({ method }) => method === "GET").length;
}

test("however many pages poll, a provider gets one question about an order in two seconds", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const bill = await post(app, "/rest/pay/sadad/authorize", {
    waslOrderNumber: orderNumber,
    orderNumber,
    clientEmail: null,
    mobile: "0551234567",
    clientName: "نورة العتيبي",
    firstName: "نورة",
    nationalId: "1000000008",
    lastName: "العتيبي",
  });
  assert.equal(bill.statusCode, 200, bill.body);
  const before = await questions(app);
  for (let round = 1; round <= 3; round += 1) {
    await Promise.all(Array.from({ length: 5 }, () => ask(app, orderNumber)));
    await ask(app, orderNumber);
    assert.equal(await questions(app), before + round);
    app.clock.advance(timing.checkFloorMs / 2);
    await ask(app, orderNumber);
    assert.equal(await questions(app), before + round, "too early");
    app.clock.advance(timing.checkFloorMs / 2);
  }
});

test("an order whose last try was superseded says that it is not paid, since it was not declined", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const sessionId = await prepareSession(app, orderNumber, { number: cards.challenge });
  const started = await post(
    app,
    "/rest/pay/openGateway",
    gatewayBody(await loadModel(app, orderNumber), sessionId),
  );
  assert.ok(started.json().secure3DHtmlKey, started.body);
  await app.db.kysely.updateTable("payment_attempts").set({ state: "superseded" }).execute();
  const english = await ask(app, orderNumber);
  assert.deepEqual([english.statusCode, english.msg], [400, `Order ${orderNumber} has not been paid`]);
  const arabic = await ask(app, orderNumber, "ar");
  assert.match(arabic.msg, /\p{Script=Arabic}/u);
});

test("an order that neither counts as paid nor can be paid is `closed`: a page that waits for it is loaded again, and is not green", async () => {
  await using app = await startTestApp();
  const order = await loadOrder(app.db.pool, await issueInvoice(app));
  assert.ok(order);
  for (const status of orderStatuses) {
    const { closed = false } = resultOf(app.services, { ...order, status }, null, "ar");
    const { paid, payable } = orderStatusFacts[status];
    assert.equal(closed, !paid && !payable, status);
  }
});
