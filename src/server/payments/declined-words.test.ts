/** "Declined" is said where a bank or service has declined, and of nothing else: every way that ends unpaid. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { referenceMethods } from "#methods/allowed.ts";
import {
  cards,
  gatewayBody,
  issueInvoice,
  loadModel,
  payByCard,
  post,
  prepareSession,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { askForReference, sendCode, visitBank } from "#test/buyers.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";
import { declineText } from "../texts/texts.ts";

const declineWords = { en: /declin/i, ar: /رفض|رُفض/ } as const;

/** Everything that is said of an order's payment, in both languages. */
async function saidOf(app: TestApp, orderNumber: string, language: "ar" | "en") {
  const ask = async (path: string) => (await post(app, `${path}?lang=${language}`, { orderNumber })).json();
  const embedded = await app.app.inject(`/web/embeddedJs/${orderNumber}?lang=${language}`);
  const results = [await ask("/rest/pay/checkPaymentStatus"), await ask("/rest/pay/process3dSecure")];
  return { results, lastPaymentError: embedded.json().lastPaymentError as string | null };
}

async function assertNotDeclined(app: TestApp, orderNumber: string): Promise<void> {
  for (const language of ["ar", "en"] as const) {
    const { results, lastPaymentError } = await saidOf(app, orderNumber, language);
    for (const { msg, error, declined } of results) {
      assert.doesNotMatch(String(msg ?? error), declineWords[language]);
      assert.equal(declined, undefined);
    }
    if (lastPaymentError !== null) assert.doesNotMatch(lastPaymentError, declineWords[language]);
  }
}

/** Ways to an unpaid order on which no bank or service has said no. */
const undeclined: readonly (readonly [string, (app: TestApp, orderNumber: string) => Promise<void>])[] = [
  ["an order that was never tried", async () => {}],
  [
    "a payment that the gateway was too busy for",
    async (app, orderNumber) => {
      await setFault(app, { fault: "status_503", operation: "PAY" });
      assert.equal((await payByCard(app, orderNumber)).json().code, "gateway_unavailable");
    },
  ],
  [
    "a session in which there is no card",
    async (app, orderNumber) => {
      const { id } = (await post(app, "/rest/pay/prepareSession", { orderNumber })).json().session;
      const reply = await post(
        app,
        "/rest/pay/openGateway",
        gatewayBody(await loadModel(app, orderNumber), id),
      );
      assert.deepEqual([reply.statusCode, reply.json().code], [422, "session_invalid"], reply.body);
    },
  ],
  [
    "a card that the order does not take",
    async (app, orderNumber) => {
      const sessionId = await prepareSession(app, orderNumber);
      // The flag is taken from the order while the card is in its session.
      await app.db.pool.query("update orders set allowed_methods = array['mada', 'sadad', 'stcpay']");
      const body = gatewayBody(await loadModel(app, orderNumber), sessionId);
      assert.equal((await post(app, "/rest/pay/openGateway", body)).json().code, "credit_not_allowed");
    },
  ],
  [
    "3-D Secure that its buyer left, until it ran out",
    async (app, orderNumber) => {
      await visitBank(app, orderNumber);
      await assertNotDeclined(app, orderNumber);
      app.clock.advance(11 * 60_000);
    },
  ],
  [
    "a bill that is out",
    async (app, orderNumber) => {
      assert.equal((await askForReference(app, "sadad", orderNumber)).statusCode, 200);
    },
  ],
  [
    "a one-time code that was never typed",
    async (app, orderNumber) => {
      assert.equal((await sendCode(app, orderNumber)).statusCode, 200);
    },
  ],
];

for (const [what, happen] of undeclined) {
  test(`${what} is never called declined`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    await happen(app, orderNumber);
    await assertNotDeclined(app, orderNumber);
  });
}

for (const language of ["ar", "en"] as const)
  test(`a code that ran out is called that, not cancelled, by every call that is asked (${language})`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    assert.equal((await sendCode(app, orderNumber)).statusCode, 200);
    app.clock.advance(11 * 60_000);
    await checkDueAttempts(app.services);
    const { results, lastPaymentError } = await saidOf(app, orderNumber, language);
    const words = declineText(language, "otp_expired");
    assert.equal(results[0].msg, words);
    assert.equal(lastPaymentError, words);
  });

for (const method of referenceMethods)
  test(`an order for which a number of ${method} is out says where that is`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    assert.equal((await askForReference(app, method, orderNumber)).statusCode, 200);
    const { results } = await saidOf(app, orderNumber, "en");
    assert.match(results[0].msg, /waits for your payment by the number that is on the payment page\.$/);
  });

test("what a bank has declined is called that, by every call that is asked", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  assert.equal((await payByCard(app, orderNumber, { expiry: "05/39" })).json().code, "payment_declined");
  for (const language of ["ar", "en"] as const) {
    const { results, lastPaymentError } = await saidOf(app, orderNumber, language);
    assert.equal(results[0].declined, true);
    assert.match(results[0].msg, declineWords[language]);
    assert.match(lastPaymentError ?? "", declineWords[language]);
  }
});

test("a decline of American Express is reported as one, and its busy gateway is not", async () => {
  await using app = await startTestApp();
  const amex = { number: cards.amexFrictionless, cvv: "1000", cardType: "amex" } as const;
  const busy = await issueInvoice(app);
  await setFault(app, { fault: "status_503", operation: "PAY" });
  assert.equal((await payByCard(app, busy, amex)).json().code, "gateway_unavailable");
  await assertNotDeclined(app, busy);
  const declined = await issueInvoice(app);
  const reply = await payByCard(app, declined, { ...amex, expiry: "05/39" });
  assert.equal(reply.json().code, "payment_declined", reply.body);
});
