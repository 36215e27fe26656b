/** The mail with digital goods: sent once a payment is settled, tried again when it cannot go out, and asked for again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DigitalDelivery } from "#contract/digital-goods.ts";
import { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import {
  gatewayBody,
  issueInvoice,
  loadModel,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";
import { createMailer } from "../notifications/mailer.ts";
import { claimDelivery, queueDelivery, recordDelivery } from "./delivery-store.ts";
import { sendDueDeliveries } from "./send-deliveries.ts";

const buyer = "noura@example.com";
const lines = [
  {
    title: "بطاقة هدية <b>",
    quantity: 1,
    unitPrice: "39.00",
    vatRate: "15",
    isDigital: true,
    digitalContent: { text: "KEY-1 & <KEY-2>\nسطر ثانٍ" },
  },
];

/** Where no mail server listens. */
const unreachable = { smtpUrl: new Secret("smtp://127.0.0.1:9") };

/** Issues, confirms and pays an order that delivers a text. */
async function sell(app: TestApp, lang: "ar" | "en" = "ar"): Promise<string> {
  const orderNumber = await issueConfirmed(app, lang);
  await pay(app, orderNumber);
  return orderNumber;
}

async function issueConfirmed(app: TestApp, lang: "ar" | "en"): Promise<string> {
  const orderNumber = await issueInvoice(app, { lines });
  const email = { email: buyer, emailType: "EmailOtp" };
  const asked = await post(app, `/rest/pay/registerClientEmail/${orderNumber}?lang=${lang}`, email);
  const otp = /(?<!\d)\d{6}(?!\d)/.exec(app.mail.list(buyer)[0]?.text ?? "")?.[0];
  const body = { ...email, otp, signature: asked.json().signature };
  await post(app, `/rest/pay/confirmClientEmail/${orderNumber}`, body);
  return orderNumber;
}

async function pay(app: TestApp, orderNumber: string): Promise<void> {
  const session = await prepareSession(app, orderNumber);
  const paid = await post(
    app,
    "/rest/pay/openGateway",
    gatewayBody(await loadModel(app, orderNumber), session),
  );
  assert.equal(paid.json().statusCode, 200, paid.body);
}

async function deliveries(app: TestApp, orderNumber: string): Promise<DigitalDelivery[]> {
  return (await asMerchant(app, "GET", `/invoices/${orderNumber}/deliveries`)).json().items;
}

/** Mails about what was bought; the codes are others. */
const goodsMails = (app: TestApp) => app.mail.list(buyer).filter(({ text }) => text.includes("KEY-1"));

test("once the order is paid, the confirmed address gets what was bought, in the buyer's language, once", async () => {
  await using app = await startTestApp();
  const orderNumber = await sell(app, "en");
  assert.equal(goodsMails(app).length, 0, "a payment waits for no mail");
  assert.equal(await sendDueDeliveries(app.services), 1);
  assert.equal(await sendDueDeliveries(app.services), 0);
  const [mail, ...others] = goodsMails(app);
  assert.deepEqual(others, []);
  assert.equal(mail?.subject, "What you bought from \u2068متجر النخيل\u2069");
  assert.ok(mail.text.replaceAll("\r", "").includes("KEY-1 & <KEY-2>\nسطر ثانٍ"), mail.text);
  assert.ok(mail.text.includes(`http://localhost:3000/pay/order/${orderNumber}?lang=en`));
  const [delivery] = await deliveries(app, orderNumber);
  assert.deepEqual(
    [delivery?.state, delivery?.cause, delivery?.address, delivery?.tries.map(({ outcome }) => outcome)],
    ["sent", "paid", buyer, ["sent"]],
  );
});

test("an Arabic buyer gets an Arabic mail, and markup of a shop stays text in it", async () => {
  await using app = await startTestApp();
  await sell(app, "ar");
  await sendDueDeliveries(app.services);
  const [mail] = goodsMails(app);
  assert.equal(mail?.subject, "مشترياتك من \u2068متجر النخيل\u2069");
  assert.match(mail.html ?? "", /<html lang="ar" dir="rtl">/);
  assert.doesNotMatch(mail.html ?? "", /<b>|<KEY-2>/);
});

test("a mail server that is down stops no payment; the mail is tried again and goes out", async () => {
  await using app = await startTestApp();
  const down = createMailer({ ...app.services.config, ...unreachable });
  const orderNumber = await sell(app);
  for (const [index, waitMs] of timing.deliveryRetriesMs.slice(0, 2).entries()) {
    assert.equal(await sendDueDeliveries({ ...app.services, mailer: down }), 1);
    assert.equal(await sendDueDeliveries({ ...app.services, mailer: down }), 0, "not before its time");
    const [delivery] = await deliveries(app, orderNumber);
    assert.deepEqual([delivery?.state, delivery?.tries.length], ["due", index + 1]);
    app.clock.advance(waitMs + 1000);
  }
  await sendDueDeliveries(app.services);
  const [delivery] = await deliveries(app, orderNumber);
  assert.deepEqual(
    delivery?.tries.map(({ outcome }) => outcome),
    ["sent", "unreachable", "unreachable"],
  );
  assert.equal(goodsMails(app).length, 1);
});

test("an address that takes no mail is not tried again", async () => {
  await using app = await startTestApp();
  const orderNumber = await sell(app);
  await app.db.pool.query("update digital_deliveries set address = 'refused@example.com'");
  await sendDueDeliveries(app.services);
  const [delivery] = await deliveries(app, orderNumber);
  assert.deepEqual([delivery?.state, delivery?.nextTryAt], ["refused", null]);
});

test("a mail that never goes out has failed in the end, and the merchant sees it", async () => {
  await using app = await startTestApp();
  const mailer = createMailer({ ...app.services.config, ...unreachable });
  const orderNumber = await sell(app);
  for (const waitMs of [...timing.deliveryRetriesMs, 0]) {
    await sendDueDeliveries({ ...app.services, mailer });
    app.clock.advance(waitMs + 1000);
  }
  assert.equal(await sendDueDeliveries({ ...app.services, mailer }), 0);
  const [delivery] = await deliveries(app, orderNumber);
  assert.deepEqual(
    [delivery?.state, delivery?.tries.length, delivery?.nextTryAt],
    ["failed", timing.deliveryRetriesMs.length + 1, null],
  );
});

test("what a dead process had taken is sent by another after the lease, and a late answer writes nothing over it", async () => {
  await using app = await startTestApp();
  const orderNumber = await sell(app);
  const taken = await claimDelivery(app.db.kysely, app.clock.now());
  assert.ok(taken);
  assert.equal(await sendDueDeliveries(app.services), 0);
  app.clock.advance(timing.deliveryLeaseMs + 1000);
  assert.equal(await sendDueDeliveries(app.services), 1);
  const late = { state: "failed", tried: "unreachable", nextTryAt: null, at: new Date() } as const;
  await recordDelivery(app.db.kysely, taken, late);
  const [delivery] = await deliveries(app, orderNumber);
  assert.deepEqual([delivery?.state, delivery?.tries.length], ["sent", 1]);
});

test("processes side by side send each mail once", async () => {
  await using app = await startTestApp({ poolSize: 10 });
  for (let index = 0; index < 3; index += 1) await sell(app);
  const counts = await Promise.all([1, 2, 3, 4].map(() => sendDueDeliveries(app.services)));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    3,
  );
  assert.equal(goodsMails(app).length, 3);
});

test("the merchant has it sent again, the same request once, and only so often", async () => {
  await using app = await startTestApp();
  const orderNumber = await sell(app);
  await sendDueDeliveries(app.services);
  const again = (key: string) =>
    app.app.inject({
      method: "POST",
      url: `/api/v1/invoices/${orderNumber}/deliveries`,
      headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": key },
    });
  const first = await again("again-1");
  assert.equal(first.statusCode, 201, first.body);
  assert.deepEqual([first.json().state, first.json().cause], ["due", "merchant"]);
  await again("again-1");
  await sendDueDeliveries(app.services);
  assert.equal(goodsMails(app).length, 2);
  for (const key of ["2", "3", "4", "5"]) assert.equal((await again(key)).statusCode, 201);
  const refused = await again("6");
  assert.deepEqual([refused.statusCode, refused.json().code], [429, "too_many_attempts"]);
});

test("a mail that is due waits while its order does not count as paid and may come to that", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueConfirmed(app, "ar");
  const { id } = await app.db.kysely.selectFrom("orders").select("id").executeTakeFirstOrThrow();
  await queueDelivery(app.db.kysely, { orderId: id, cause: "paid", at: new Date(app.clock.now()) });
  assert.equal(await sendDueDeliveries(app.services), 0);
  assert.equal((await deliveries(app, orderNumber))[0]?.state, "due");
  await pay(app, orderNumber);
  assert.equal(await sendDueDeliveries(app.services), 1);
  assert.equal((await deliveries(app, orderNumber))[0]?.state, "sent");
});

test("nothing is sent for an order that is not paid, was refunded, or delivers nothing", async () => {
  await using app = await startTestApp();
  const refunded = await sell(app);
  await asMerchant(app, "POST", `/invoices/${refunded}/refunds`, {});
  assert.equal(await sendDueDeliveries(app.services), 1);
  assert.equal((await deliveries(app, refunded))[0]?.state, "dropped");
  assert.equal(goodsMails(app).length, 0);
  const codeOf = async (orderNumber: string) =>
    (await asMerchant(app, "POST", `/invoices/${orderNumber}/deliveries`)).json().code;
  assert.equal(await codeOf(refunded), "order_refunded");
  const plain = await issueInvoice(app);
  assert.equal(await codeOf(plain), "order_not_paid");
  const session = await prepareSession(app, plain);
  await post(app, "/rest/pay/openGateway", gatewayBody(await loadModel(app, plain), session));
  assert.equal(await codeOf(plain), "nothing_to_deliver");
  assert.deepEqual(await deliveries(app, plain), []);
});
