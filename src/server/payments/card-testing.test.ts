/** Limits of payments against people and against card testers: who is stopped, where, and what they receive. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { limits } from "#core/limits.ts";
import { removeOutlived } from "#server/schedule/retention.ts";
import {
  cards,
  gatewayBody,
  issueInvoice,
  ledger,
  loadModel,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { codePayment, stcPayBody } from "#test/buyers.ts";
import { tally } from "#test/product-links.ts";

const behindOneProxy = { WASL_RATE_LIMITS: "true", WASL_TRUSTED_PROXIES: "1" };

type Try = {
  readonly orderNumber: string;
  readonly address: string;
  readonly number?: string;
  readonly expiry?: "01/39" | "05/39";
  readonly mobile?: string;
};

async function postFrom(app: TestApp, address: string, url: string, payload: object) {
  return await app.app.inject({
    method: "POST",
    url,
    payload,
    remoteAddress: "10.0.0.1",
    headers: { "x-forwarded-for": address },
  });
}

/** Pays by card as the page does: opens a session, then the gateway. Refusals of either are the reply. */
async function payFrom(app: TestApp, card: Try): Promise<LightMyRequestResponse> {
  const { orderNumber, address, number = cards.frictionless, expiry = "01/39" } = card;
  const [expiryMonth, expiryYear] = expiry.split("/");
  const session = await postFrom(app, address, "/rest/pay/prepareSession", {
    orderNumber,
    cardNumber: number,
    expiryMonth,
    expiryYear,
    nameOnCard: "NOURA ALOTAIBI",
    cvv: "100",
  });
  if (session.statusCode !== 200) return session;
  const body = gatewayBody(await loadModel(app, orderNumber), session.json().session.id);
  const mobile = card.mobile && { clientMobile: card.mobile };
  return await postFrom(app, address, "/rest/pay/openGateway", { ...body, ...mobile });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Cards that the simulator's bank knows; with the expiry 05/39 it declines each of them. */
const knownCards = ["5123456789012346", "5555555555000018", "4440000042200014", "5500005555555559"] as const;

/** Asks for an STC Pay code. */
async function sendCode(app: TestApp, orderNumber: string, mobile = "512345678") {
  const body = { ...(await stcPayBody(app, orderNumber)), stcPayMobile: mobile };
  return await postFrom(app, "203.0.113.7", "/rest/pay/stcpay/sendOtp?lang=en", body);
}

/** What the gateway's script in the page does with its own fields in hosted mode: the card never comes to us. */
async function fillHostedFields(app: TestApp, sessionId: string, card: { number: string; expiry: string }) {
  const [expiryMonth, expiryYear] = card.expiry.split("/");
  const fields = { number: card.number, securityCode: "100", expiryMonth, expiryYear, nameOnCard: "NOURA" };
  const form = `${app.simulatorUrl}/mpgs/form/version/100/merchant/TESTWASL/session/${sessionId}/fields`;
  const response = await fetch(form, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  assert.equal(((await response.json()) as { status: string }).status, "ok");
}

/** One try with a card that its bank declines, on an order of its own. */
async function declineOnce(app: TestApp, card: Omit<Try, "orderNumber" | "address"> = {}) {
  const orderNumber = await issueInvoice(app);
  return await payFrom(app, { orderNumber, address: "203.0.113.7", expiry: "05/39", ...card });
}

function mobileNumber(number: number): string {
  return `05512${String(number).padStart(5, "0")}`;
}

async function issueInvoices(app: TestApp, count: number): Promise<string[]> {
  return await Promise.all(Array.from({ length: count }, () => issueInvoice(app)));
}

test("five one-time codes that were all sent leave the card, and every other method, open", async () => {
  await using app = await startTestApp({ env: behindOneProxy });
  const orderNumber = await issueInvoice(app);
  const mobiles = [1, 2, 3, 4, 5].map((last) => `51234567${last}`);
  for (const mobile of mobiles) {
    const sent = await sendCode(app, orderNumber, mobile);
    assert.equal(sent.statusCode, 200, sent.body);
  }
  const sixth = await sendCode(app, orderNumber, "512345672");
  assert.deepEqual([sixth.statusCode, sixth.json().code], [429, "too_many_attempts"], sixth.body);
  const paid = await payFrom(app, { orderNumber, address: "203.0.113.7" });
  assert.equal(paid.statusCode, 200, paid.body);
});

test("one declined card over twelve orders from twelve addresses reaches its bank five times an hour", async () => {
  await using app = await startTestApp({ env: behindOneProxy });
  const orders = await issueInvoices(app, 12);
  const replies: LightMyRequestResponse[] = [];
  for (let round = 0; round < 4; round += 1) {
    for (const [index, orderNumber] of orders.entries()) {
      const address = `203.0.113.${index}`;
      const mobile = mobileNumber(index);
      replies.push(await payFrom(app, { orderNumber, address, mobile, expiry: "05/39" }));
    }
  }
  assert.deepEqual(tally(replies), { payment_declined: 5, too_many_attempts: 43 });
});

test("twenty-five buyers behind one public address pay twenty-five orders", async () => {
  await using app = await startTestApp({ env: behindOneProxy });
  const orders = await issueInvoices(app, 25);
  const replies: LightMyRequestResponse[] = [];
  for (const orderNumber of orders) replies.push(await payFrom(app, { orderNumber, address: "203.0.113.7" }));
  assert.deepEqual(tally(replies), { ok: 25 });
});

test("a card that is tried on twelve orders at the same moment reaches its bank five times", async () => {
  await using app = await startTestApp({ env: behindOneProxy, poolSize: 24 });
  const orders = await issueInvoices(app, 12);
  const replies = await Promise.all(
    orders.map((orderNumber, index) =>
      payFrom(app, {
        orderNumber,
        address: `203.0.113.${index}`,
        mobile: mobileNumber(index),
        expiry: "05/39",
      }),
    ),
  );
  assert.deepEqual(tally(replies), { payment_declined: 5, too_many_attempts: 7 });
});

test("a card that is held back gets the time to wait and the methods that work, and opens when that has ended", async () => {
  await using app = await startTestApp({ env: behindOneProxy });
  for (let time = 0; time < limits.declinesPerCardPerHour; time += 1) {
    assert.equal((await declineOnce(app, { mobile: mobileNumber(time) })).json().code, "payment_declined");
    app.clock.advance(5 * minuteMs);
  }
  const orderNumber = await issueInvoice(app, { allowedMethods: ["creditcard", "amex", "stcpay", "tabby"] });
  const held = await payFrom(app, { orderNumber, address: "203.0.113.7" });
  const { code, error, retryAfter, otherMethods } = held.json();
  assert.deepEqual([held.statusCode, code, otherMethods], [429, "too_many_attempts", ["stcpay", "tabby"]]);
  assert.ok(retryAfter > 34 * 60 && retryAfter <= 35 * 60, held.body);
  assert.equal(held.headers["retry-after"], String(retryAfter));
  assert.equal(
    error,
    "رُفضت هذه البطاقة عدة مرات، لذا لا يمكن استخدامها الآن. يمكنك استخدام بطاقة أخرى. " +
      "مدة الانتظار: 35 دقيقة. يمكنك الدفع الآن عبر STC Pay أو تابي.",
  );
  const another = { orderNumber: await issueInvoice(app), address: "203.0.113.7", number: knownCards[1] };
  assert.equal((await payFrom(app, another)).statusCode, 200, "another card is judged by itself");
  app.clock.advance(retryAfter * 1000);
  assert.equal((await payFrom(app, { orderNumber, address: "203.0.113.7" })).statusCode, 200);
});

test("what a limit held back is never called declined, neither then nor later", async () => {
  await using app = await startTestApp({ env: behindOneProxy });
  for (let time = 0; time < limits.declinesPerCardPerHour; time += 1)
    await declineOnce(app, { mobile: mobileNumber(time) });
  const orderNumber = await issueInvoice(app);
  await payFrom(app, { orderNumber, address: "203.0.113.7" });
  const status = await app.app.inject({
    method: "POST",
    url: "/rest/pay/checkPaymentStatus?lang=en",
    payload: { orderNumber },
  });
  assert.doesNotMatch(status.json().msg, /declined/);
});

test("the eleventh declined card of one mobile in an hour is held back, whatever cards and orders it is", async () => {
  await using app = await startTestApp({ env: behindOneProxy });
  const replies: LightMyRequestResponse[] = [];
  for (let time = 0; time < limits.declinesPerMobilePerHour + 2; time += 1) {
    const number = knownCards[time % knownCards.length] ?? knownCards[0];
    replies.push(await declineOnce(app, { number, mobile: "0551234567" }));
  }
  assert.deepEqual(tally(replies), { payment_declined: 10, too_many_attempts: 2 });
  assert.equal((await declineOnce(app, { mobile: "0559999999" })).json().code, "payment_declined");
});

test("one order is tried with four different cards, not with a fifth, and the four may continue", async () => {
  await using app = await startTestApp({ env: behindOneProxy });
  const orderNumber = await issueInvoice(app);
  const tryCard = (number: string, expiry: "01/39" | "05/39") =>
    payFrom(app, { orderNumber, address: "203.0.113.7", number, expiry });
  for (const number of knownCards)
    assert.equal((await tryCard(number, "05/39")).json().code, "payment_declined", number);
  const fifth = await tryCard("4440000042200022", "01/39");
  assert.deepEqual([fifth.statusCode, fifth.json().code], [409, "attempts_used_up"], fifth.body);
  assert.ok(fifth.json().otherMethods.includes("sadad"), fifth.body);
  assert.equal((await tryCard(knownCards[0], "01/39")).statusCode, 200);
});

test("in hosted mode, where no card number passes us, one card over many orders is held back all the same", async () => {
  await using app = await startTestApp({ env: { ...behindOneProxy, WASL_DIRECT_API: "false" } });
  const replies: LightMyRequestResponse[] = [];
  for (const [index, orderNumber] of (await issueInvoices(app, 7)).entries()) {
    const address = `203.0.113.${index}`;
    const session = await postFrom(app, address, "/rest/pay/prepareSession", { orderNumber });
    const { id } = session.json().session;
    await fillHostedFields(app, id, { number: cards.frictionless, expiry: "05/39" });
    const body = gatewayBody(await loadModel(app, orderNumber), id);
    const payload = { ...body, clientMobile: mobileNumber(index) };
    replies.push(await postFrom(app, address, "/rest/pay/openGateway", payload));
  }
  assert.deepEqual(tally(replies), { payment_declined: 5, too_many_attempts: 2 });
});

test("one mobile gets three codes an hour over all orders, then the time to wait; a code that paid does not count", async () => {
  await using app = await startTestApp({ env: behindOneProxy });
  const [paid = "", ...orders] = await issueInvoices(app, 6);
  const payment = await codePayment(app, paid, await sendCode(app, paid));
  const settled = await postFrom(app, "203.0.113.7", "/rest/pay/stcpay/processPayment", payment);
  assert.equal(settled.statusCode, 200, settled.body);
  const replies: LightMyRequestResponse[] = [];
  for (const orderNumber of orders) {
    replies.push(await sendCode(app, orderNumber));
    app.clock.advance(10 * minuteMs);
  }
  assert.deepEqual(tally(replies), { ok: 3, too_many_attempts: 2 });
  const { error, retryAfter, otherMethods } = replies[3]?.json() ?? {};
  assert.match(
    error,
    /^Several codes were sent to this mobile number in the last hour\. Time to wait: 30 minutes\./,
  );
  assert.ok(!otherMethods.includes("stcpay") && !otherMethods.includes("urpay"), otherMethods);
  assert.ok(otherMethods.includes("card") && otherMethods.includes("a2a"), otherMethods);
  app.clock.advance((retryAfter - 20 * 60) * 1000);
  assert.equal((await sendCode(app, orders[0] ?? "")).statusCode, 200);
});

test("twelve codes to one mobile at the same moment are three", async () => {
  await using app = await startTestApp({ env: behindOneProxy, poolSize: 24 });
  const orders = await issueInvoices(app, 12);
  const replies = await Promise.all(orders.map((orderNumber) => sendCode(app, orderNumber)));
  assert.deepEqual(tally(replies), { ok: 3, too_many_attempts: 9 });
});

test("where tries cannot be counted, no bank is asked", async () => {
  await using app = await startTestApp({ env: behindOneProxy });
  const orderNumber = await issueInvoice(app);
  await app.db.pool.query("alter table card_watches rename to hidden");
  const refused = await payFrom(app, { orderNumber, address: "203.0.113.7" });
  assert.equal(refused.statusCode, 500, refused.body);
  assert.deepEqual(await ledger(app), []);
  await app.db.pool.query("alter table hidden rename to card_watches");
  assert.equal((await payFrom(app, { orderNumber, address: "203.0.113.7" })).statusCode, 200);
});

test("no number of a card or a mobile is kept for counting, and what is kept goes when no limit looks at it", async () => {
  await using app = await startTestApp({ env: behindOneProxy });
  const orderNumber = await issueInvoice(app);
  await payFrom(app, { orderNumber, address: "203.0.113.7", expiry: "05/39" });
  const paid = await issueInvoice(app);
  await payFrom(app, { orderNumber: paid, address: "203.0.113.7" });
  const kept = async () => (await app.db.pool.query("select * from payment_tries")).rows;
  assert.equal((await kept()).length, 2);
  assert.doesNotMatch(JSON.stringify(await kept()), /5512345|512345|2346/);
  app.clock.advance(24 * hourMs + minuteMs);
  await removeOutlived(app.services);
  assert.deepEqual(
    (await kept()).map((row) => row.card_digest !== null),
    [true],
    "an order that can be paid keeps its count",
  );
  app.clock.advance(30 * 24 * hourMs);
  await removeOutlived(app.services);
  assert.deepEqual(await kept(), []);
});

test("a merchant's codes of a day have a limit over all orders and mobiles, which the operator sets and is warned about", async () => {
  await using app = await startTestApp({
    env: { WASL_RATE_LIMITS: "true", WASL_WALLET_CODES_PER_MERCHANT_PER_DAY: "3" },
  });
  for (let code = 0; code < 3; code += 1) {
    assert.equal((await sendCode(app, await issueInvoice(app), `51234567${code}`)).statusCode, 200);
    app.clock.advance(hourMs);
  }
  const orderNumber = await issueInvoice(app);
  const refused = await sendCode(app, orderNumber, "512345675");
  const { code, error, retryAfter, otherMethods } = refused.json();
  assert.deepEqual([refused.statusCode, code], [429, "too_many_attempts"], refused.body);
  assert.match(
    error,
    /^This shop has sent too many codes today\. Time to wait: 21 hours\..*or Google Pay\.$/,
  );
  assert.ok(retryAfter > 20 * 3600 && retryAfter <= 21 * 3600, String(retryAfter));
  assert.ok(otherMethods.includes("card") && otherMethods.includes("googlepay"), otherMethods.join());
  assert.ok(!otherMethods.includes("applepay") && !otherMethods.includes("urpay"), otherMethods.join());
  const line = app.logLines.find((text) => text.includes("codesOfMerchant"));
  assert.match(line ?? "", /"level":"error"|"level":50/);
  app.clock.advance(21 * hourMs);
  assert.equal((await sendCode(app, await issueInvoice(app), "512345676")).statusCode, 200);
});
