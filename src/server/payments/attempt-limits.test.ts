import assert from "node:assert/strict";
import { test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { limits } from "#core/limits.ts";
import { redirectMethods, referenceMethods } from "#methods/allowed.ts";
import { payableInvoice } from "#methods/payable-amount.ts";
import {
  cards,
  gatewayBody,
  issueInvoice,
  loadModel,
  payByCard,
  post,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { askForReference, beginRedirect, payWithCode, sendCode } from "#test/buyers.ts";
import { tally } from "#test/product-links.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

async function askForSession(
  app: TestApp,
  orderNumber: string,
  cardNumber: string = cards.frictionless,
): Promise<LightMyRequestResponse> {
  return await post(app, "/rest/pay/prepareSession", {
    orderNumber,
    cardNumber,
    expiryMonth: "01",
    expiryYear: "39",
    nameOnCard: "NOURA ALOTAIBI",
    cvv: "100",
  });
}

async function askForSessions(app: TestApp, orderNumber: string, count: number) {
  return await Promise.all(Array.from({ length: count }, () => askForSession(app, orderNumber)));
}

/** Tries cards that the bank declines. */
async function decline(app: TestApp, orderNumber: string, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const reply = await payByCard(app, orderNumber, { expiry: "05/39" });
    assert.equal(reply.json().code, "payment_declined", reply.body);
  }
}

/** Tries while the gateway is busy: no payment reaches it. */
async function tryWhileBusy(app: TestApp, orderNumber: string, times: number): Promise<void> {
  await setFault(app, { fault: "status_503", operation: "PAY", times });
  for (let index = 0; index < times; index += 1) {
    const reply = await payByCard(app, orderNumber);
    assert.deepEqual([reply.statusCode, reply.json().code], [503, "gateway_unavailable"], reply.body);
  }
}

/** A refusal says when it is worth asking again: not after a minute less than that, and after all of it. */
async function assertOpensWhenSaid(
  app: TestApp,
  refused: LightMyRequestResponse,
  ask: () => Promise<LightMyRequestResponse>,
): Promise<void> {
  const seconds = refused.json().retryAfter;
  assert.equal(refused.headers["retry-after"], String(seconds));
  app.clock.advance(seconds * 1000 - minuteMs);
  const early = await ask();
  assert.deepEqual([early.statusCode, early.json().code], [429, "too_many_attempts"], early.body);
  assert.ok(early.json().retryAfter >= 1 && early.json().retryAfter <= 60, early.body);
  app.clock.advance(early.json().retryAfter * 1000);
  assert.equal((await ask()).statusCode, 200);
}

test("card sessions asked for at the same moment do not pass the limit", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const most = limits.cardSessionsPerOrderPerHour;
  const replies = await askForSessions(app, orderNumber, most + 15);
  assert.deepEqual(tally(replies), { ok: most, too_many_attempts: 15 });
  const { rows } = await app.db.pool.query("select session_id from card_sessions order by session_id");
  const given = replies.filter(({ statusCode }) => statusCode === 200);
  assert.deepEqual(
    rows.map(({ session_id: id }) => id),
    given.map((reply) => reply.json().session.id).sort(),
  );
});

test("a card session more is refused until the oldest of the hour is an hour old, and no longer", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const most = limits.cardSessionsPerOrderPerHour;
  await askForSession(app, orderNumber);
  app.clock.advance(20 * minuteMs);
  await askForSessions(app, orderNumber, most - 1);
  const refused = await askForSession(app, orderNumber);
  assert.deepEqual([refused.statusCode, refused.json().code], [429, "too_many_attempts"], refused.body);
  assert.ok(refused.json().retryAfter <= 40 * 60 && refused.json().retryAfter > 38 * 60, refused.body);
  await assertOpensWhenSaid(app, refused, () => askForSession(app, orderNumber));
});

test("a card session that could not be opened takes no place", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { allowedMethods: ["mada"] });
  const most = limits.cardSessionsPerOrderPerHour;
  await setFault(app, { fault: "status_503", operation: "CREATE_SESSION", times: most });
  assert.deepEqual(tally(await askForSessions(app, orderNumber, most)), { gateway_unavailable: most });
  assert.equal((await askForSession(app, orderNumber, cards.mada)).statusCode, 200);
  assert.equal((await app.db.pool.query("select from card_sessions")).rowCount, 1);
});

test("the sessions of one order leave those of another alone", async () => {
  await using app = await startTestApp();
  const [full, other] = [await issueInvoice(app), await issueInvoice(app)];
  await askForSessions(app, full, limits.cardSessionsPerOrderPerHour);
  assert.equal((await askForSession(app, full)).statusCode, 429);
  assert.equal((await askForSession(app, other)).statusCode, 200);
});

test("a declined try more is refused until the oldest of the hour is an hour old, and no longer", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await decline(app, orderNumber, 1);
  app.clock.advance(45 * minuteMs);
  await decline(app, orderNumber, limits.declinesPerOrderPerHour - 1);
  const refused = await payByCard(app, orderNumber);
  assert.deepEqual([refused.statusCode, refused.json().code], [429, "too_many_attempts"], refused.body);
  assert.ok(refused.json().retryAfter <= 15 * 60 && refused.json().retryAfter > 13 * 60, refused.body);
  await assertOpensWhenSaid(app, refused, () => payByCard(app, orderNumber));
});

test("an order that used all its card tries up is promised no time, and gets the methods that it can be paid by", async () => {
  await using app = await startTestApp();
  const others = await issueInvoice(app, { allowedMethods: ["creditcard", "amex", "stcpay", "sadad"] });
  const cardsAlone = await issueInvoice(app, { allowedMethods: ["creditcard"] });
  for (const orderNumber of [others, cardsAlone]) {
    for (let left = limits.declinesPerOrder; left > 0; left -= limits.declinesPerOrderPerHour) {
      await decline(app, orderNumber, Math.min(left, limits.declinesPerOrderPerHour));
      app.clock.advance(hourMs);
    }
  }
  for (const [orderNumber, language, wayOut, methods] of [
    [others, "ar", /يمكنك الدفع الآن عبر STC Pay أو سداد\.$/, ["stcpay", "sadad"]],
    [others, "en", /You can pay now by STC Pay or SADAD\.$/, ["stcpay", "sadad"]],
    [cardsAlone, "ar", /تواصل مع المتجر\.$/, []],
    [cardsAlone, "en", /contact the shop\.$/, []],
  ] as const) {
    const session = (await askForSession(app, orderNumber)).json().session.id;
    const body = gatewayBody(await loadModel(app, orderNumber), session);
    const reply = await post(app, `/rest/pay/openGateway?lang=${language}`, body);
    assert.deepEqual([reply.statusCode, reply.json().code], [409, "attempts_used_up"], reply.body);
    assert.match(reply.json().error, wayOut);
    assert.deepEqual(reply.json().otherMethods, methods);
    assert.equal(reply.headers["retry-after"], undefined);
    assert.equal(reply.json().retryAfter, undefined);
  }
});

test("cards that are held back close no other method of the order", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, payableInvoice);
  await decline(app, orderNumber, limits.declinesPerOrderPerHour);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 429);
  for (const method of referenceMethods)
    assert.equal((await askForReference(app, method, orderNumber)).statusCode, 200, method);
  for (const method of redirectMethods)
    assert.equal((await beginRedirect(app, method, orderNumber)).statusCode, 200, method);
  const sent = await sendCode(app, orderNumber);
  assert.equal((await payWithCode(app, orderNumber, sent)).statusCode, 200);
});

test("tries that a busy gateway did not take count neither by the hour nor in all", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await tryWhileBusy(app, orderNumber, limits.declinesPerOrder + 1);
  await decline(app, orderNumber, limits.declinesPerOrderPerHour - 1);
  const paid = await payByCard(app, orderNumber);
  assert.equal(paid.statusCode, 200, paid.body);
});

test("a payment that a busy gateway did not take is never called declined", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await tryWhileBusy(app, orderNumber, 1);
  for (const [language, truth] of [
    ["ar", "تعذّر بدء الدفع ولم يُخصم أي مبلغ. أعد المحاولة."],
    ["en", "The payment could not be started. Nothing was charged. Try again."],
  ] as const) {
    const status = await post(app, `/rest/pay/checkPaymentStatus?lang=${language}`, { orderNumber });
    assert.deepEqual([status.json().statusCode, status.json().msg], [400, truth]);
    const embedded = await app.app.inject(`/web/embeddedJs/${orderNumber}?lang=${language}`);
    assert.equal(embedded.json().lastPaymentError, truth);
  }
  await decline(app, orderNumber, 1);
  const declined = await post(app, "/rest/pay/checkPaymentStatus?lang=en", { orderNumber });
  assert.match(declined.json().msg, /declined/);
});
