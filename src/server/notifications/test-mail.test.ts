/** Every mail that is sent for a test world says so in its subject, and no mail of a live one does. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
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
import { sendDueDeliveries } from "../digital/send-deliveries.ts";
import { placeEvents } from "../events/place-events.ts";
import { workAllDue } from "../queue/work-queue.ts";
import { jobHandlers } from "../schedule/job-handlers.ts";
import { sendNotice } from "../webhooks/notice-mail.ts";

/** The live shop's own address: the only one that a test world's mail goes to. */
const own = "shop@example.com";

let shop: TestApp;
let twin: TestApp;

before(async () => {
  shop = await startTestApp();
  const opened = await asMerchant(shop, "POST", "/merchant/test-world", {});
  assert.equal(opened.statusCode, 201, opened.body);
  const { id } = await shop.db.kysely
    .selectFrom("merchants")
    .select("id")
    .where("world", "=", "test")
    .executeTakeFirstOrThrow();
  twin = { ...shop, apiKey: opened.json().key.key, merchantId: id };
});
after(async () => await shop?.[Symbol.asyncDispose]());

/** Has every kind of mail sent for a merchant, and gives their subjects. */
async function subjectsOf(app: TestApp): Promise<Record<string, string>> {
  const seen = app.mail.list(own).length;
  const newest = (): string => {
    const [mail] = app.mail.list(own);
    assert.ok(mail && app.mail.list(own).length > seen, "a mail was sent");
    return mail.subject;
  };
  const line = { title: "بطاقة هدية", quantity: 1, unitPrice: "100.00", vatRate: "15", isDigital: true };
  const orderNumber = await issueInvoice(app, { lines: [{ ...line, digitalContent: { text: "KEY-1" } }] });
  const email = { email: own, emailType: "EmailOtp" };
  const asked = await post(app, `/rest/pay/registerClientEmail/${orderNumber}?lang=en`, email);
  const code = newest();
  const otp = /(?<!\d)\d{6}(?!\d)/.exec(app.mail.list(own)[0]?.text ?? "")?.[0];
  const { signature } = asked.json();
  await post(app, `/rest/pay/confirmClientEmail/${orderNumber}`, { ...email, otp, signature });
  const session = await prepareSession(app, orderNumber);
  const paid = await post(
    app,
    "/rest/pay/openGateway",
    gatewayBody(await loadModel(app, orderNumber), session),
  );
  assert.equal(paid.json().statusCode, 200, paid.body);
  await sendDueDeliveries(app.services);
  const goods = newest();
  const message = { kind: "receipt", channel: "email", to: own, language: "ar" };
  const queued = await asMerchant(app, "POST", `/invoices/${orderNumber}/messages`, message);
  assert.equal(queued.statusCode, 202, queued.body);
  await placeEvents(app.services);
  await workAllDue(app.services, jobHandlers);
  const receipt = newest();
  const reference = await referenceMail(app, newest);
  const endpoint = await asMerchant(app, "POST", "/webhook-endpoints", { url: "http://127.0.0.1:9/hooks" });
  assert.equal(endpoint.statusCode, 201, endpoint.body);
  const job = { merchant_id: app.merchantId, tries: 1, payload: { endpointId: endpoint.json().id } };
  await sendNotice.run(app.services, job as unknown as Parameters<typeof sendNotice.run>[1]);
  return { code, goods, receipt, reference, notice: newest() };
}

/** The number of a SADAD bill, sent to where its buyer wants it. */
async function referenceMail(app: TestApp, newest: () => string): Promise<string> {
  const orderNumber = await issueInvoice(app);
  const { transactionId, signature } = await loadModel(app, orderNumber);
  const bill = await post(app, "/rest/pay/sadad/authorize", {
    waslOrderNumber: orderNumber,
    orderNumber,
    clientEmail: null,
    mobile: "0551234567",
    clientName: "نورة العتيبي",
    firstName: "نورة",
    lastName: "العتيبي",
    nationalId: "1000000008",
    transactionId,
    signature,
  });
  assert.equal(bill.statusCode, 200, bill.body);
  const asked = await app.app.inject({
    method: "POST",
    url: `/rest/pay/mailReference/${orderNumber}`,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" },
    payload: new URLSearchParams({ email: own, method: "sadad", page: "info", lang: "ar" }).toString(),
  });
  assert.equal(asked.statusCode, 303, asked.body);
  await workAllDue(app.services, jobHandlers);
  return newest();
}

test("codes, digital goods, receipts, bank numbers and notices of a test world begin their subjects with it", async () => {
  const [real, made] = [await subjectsOf(shop), await subjectsOf(twin)];
  for (const [kind, subject] of Object.entries(made)) {
    // The buyer of the digital goods chose English.
    const mark = kind === "code" || kind === "goods" ? "[Test mode] " : "[وضع الاختبار] ";
    assert.ok(subject.startsWith(mark), `${kind}: ${subject}`);
    assert.doesNotMatch(String(real[kind]), /^\[/);
  }
  assert.equal(new Set(Object.values(made)).size, 5);
});
