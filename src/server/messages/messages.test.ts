/** Messages by e-mail through the real mailer: what is sent, when it is not, and what the log says afterwards. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type MessageModel, message as messageShape } from "#contract/messages.ts";
import { messageMoves, referenceMessageKinds } from "#core/messages/message-state.ts";
import { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import { issueInvoice, loadModel, payByCard, post, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";
import { placeEvents } from "../events/place-events.ts";
import { createApiKey, createMerchant } from "../merchant-api/api-keys.ts";
import { createMailer } from "../notifications/mailer.ts";
import { createPageServices } from "../pages/page-services.ts";
import { startDueRefunds } from "../payments/refund-jobs.ts";
import { workAllDue } from "../queue/work-queue.ts";
import { jobHandlers } from "../schedule/job-handlers.ts";
import { standardSettings } from "./message-settings.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app[Symbol.asyncDispose]());

let buyers = 0;

/** A buyer of a test's own, so that no test sees another's mail. */
function newBuyer(): { email: string; client: Fields } {
  buyers += 1;
  const email = `buyer${buyers}@example.com`;
  return { email, client: { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA", email } };
}

const work = async (services = app.services): Promise<void> => {
  await placeEvents(services);
  await workAllDue(services, jobHandlers);
};

const pageServices = () => createPageServices(app.services, { note: () => {}, flush: () => {} });

type Fields = Readonly<Record<string, unknown>>;

async function ask(orderNumber: string, body: Fields): Promise<MessageModel> {
  const reply = await asMerchant(app, "POST", `/invoices/${orderNumber}/messages`, body);
  assert.equal(reply.statusCode, 202, reply.body);
  return messageShape.parse(reply.json());
}

async function logOf(orderNumber: string): Promise<MessageModel[]> {
  const reply = await asMerchant(app, "GET", `/invoices/${orderNumber}/messages`);
  return reply.json().items.map((item: unknown) => messageShape.parse(item));
}

async function choose(settings: Fields): Promise<void> {
  const reply = await asMerchant(app, "PUT", "/messages/settings", { ...standardSettings, ...settings });
  assert.equal(reply.statusCode, 200, reply.body);
}

const automatic = { paymentLink: false, receipt: false, refundNotice: false };

test("the database knows the moves of messages, and no others", async () => {
  const { rows } = await app.db.pool.query("select from_state, to_state from message_moves");
  const listed = Object.entries(messageMoves).flatMap(([from, all]) => all.map((to) => `${from} ${to}`));
  assert.deepEqual(rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`).sort(), listed.sort());
});

test("the link that a merchant asks for reaches the buyer in Arabic, with the shop, the amount and the lines", async () => {
  const { email, client } = newBuyer();
  const orderNumber = await issueInvoice(app, { client });
  const queued = await ask(orderNumber, { kind: "payment_link", channel: "email" });
  assert.deepEqual([queued.state, queued.to, queued.cause], ["queued", `b•••@example.com`, "call"]);
  await work();
  const [mail, ...others] = app.mail.list(email);
  assert.deepEqual(others, []);
  assert.equal(mail?.subject, "\u2068متجر النخيل\u2069: فاتورة بمبلغ \u2068115\u00a0ر.س\u2069");
  assert.match(mail.from, /^متجر النخيل <no-reply@localhost>$/);
  assert.match(mail.raw, /^Reply-To: shop@example\.com\r$/im);
  assert.match(mail.raw, /^Message-ID: <wasl-\d+-\d+@localhost>\r$/im);
  assert.doesNotMatch(mail.raw, /^List-Unsubscribe/im, "what was asked for is no reminder");
  for (const part of ["متجر النخيل", "تمر سكري × 2", "100.00", "15.00", "115.00", orderNumber])
    for (const form of [mail.text, mail.html]) assert.ok(form.includes(part), `${part} in ${form}`);
  assert.ok(mail.text.includes(`http://localhost:3000/pay/order/${orderNumber}?lang=ar`));
  assert.match(mail.html, /<html lang="ar" dir="rtl">/);
  const [logged] = await logOf(orderNumber);
  assert.deepEqual([logged?.state, logged?.tries], ["accepted", 1]);
  const { rows } = await app.db.pool.query("select address from messages where id = $1", [queued.id]);
  assert.equal(rows[0].address, null, "the address goes with the message");
});

test("a receipt, with its tax invoice, goes out automatically once the invoice is paid, and once however often its job runs", async () => {
  await choose({ automatic: { ...automatic, receipt: true }, channels: ["email"] });
  const { email, client } = newBuyer();
  const orderNumber = await issueInvoice(app, { client });
  await payByCard(app, orderNumber);
  const sentTo = async (): Promise<string | null | undefined> =>
    (await pageServices().loadResult(orderNumber, "ar"))?.receiptSentTo;
  assert.equal(await sentTo(), null, "the result page does not say what was not done yet");
  await work();
  assert.equal(await sentTo(), "b•••@example.com", "the result page says where it went");
  await app.db.pool.query(
    `insert into jobs (merchant_id, kind, lane, payload, run_at)
     select merchant_id, 'message_plan', 'message_plan:again', jsonb_build_object('eventId', id), to_timestamp(0)
     from events where type = 'invoice.paid'`,
  );
  await work();
  const [mail, ...others] = app.mail.list(email);
  assert.deepEqual(others, []);
  assert.match(mail?.subject ?? "", /إيصال دفع/);
  assert.ok(mail?.text.includes("310122393500003"), "the seller's VAT number");
  assert.match(mail?.raw ?? "", /filename=INV-000001\.pdf/);
  assert.deepEqual(
    (await logOf(orderNumber)).map(({ kind, cause, state }) => [kind, cause, state]),
    [["receipt", "event", "accepted"]],
  );
  await choose({});
});

test("money that was given back is announced with its own amount, not the invoice's", async () => {
  const { email, client } = newBuyer();
  const orderNumber = await issueInvoice(app, { client });
  await payByCard(app, orderNumber);
  await choose({ automatic: { ...automatic, refundNotice: true }, channels: ["email"] });
  const reply = await asMerchant(app, "POST", `/invoices/${orderNumber}/refunds`, { amount: "23.00" });
  assert.equal(reply.statusCode, 201, reply.body);
  await startDueRefunds(app.services);
  await work();
  const [mail] = app.mail.list(email);
  assert.match(mail?.subject ?? "", /استرداد \u206823\u00a0ر\.س\u2069/);
  await choose({});
});

test("an invoice says itself by what it is sent, and one that names no address is refused whole", async () => {
  await choose({ automatic: { ...automatic, paymentLink: true }, channels: ["email"] });
  const sent = newBuyer();
  await issueInvoice(app, { client: sent.client, send: ["email"], language: "en" });
  const none = newBuyer();
  await issueInvoice(app, { client: none.client, send: [] });
  const bySettings = newBuyer();
  await issueInvoice(app, { client: bySettings.client });
  await work();
  assert.equal(
    app.mail.list(sent.email)[0]?.subject,
    "\u2068متجر النخيل\u2069: your invoice for \u2068SAR\u00a0115\u2069",
  );
  assert.equal(app.mail.list(none.email).length, 0);
  assert.equal(app.mail.list(bySettings.email).length, 1);
  await choose({});
  const { rows: before } = await app.db.pool.query("select count(*) from orders");
  await assert.rejects(
    issueInvoice(app, { client: { name: "نورة", mobile: "0551234567" }, send: ["email", "sms"] }),
    /send\.0.*no_address/,
  );
  const { rows: afterwards } = await app.db.pool.query("select count(*) from orders");
  assert.deepEqual(afterwards, before);
});

test("a shop's own words are what is sent and previewed, with the places that each must have, until it goes back to the usual ones", async () => {
  const put = (of: string, body: Fields) => asMerchant(app, "PUT", `/messages/texts/${of}`, body);
  const wrong = async (of: string, body: Fields): Promise<unknown> => {
    const reply = await put(of, body);
    return [
      reply.statusCode,
      ...reply.json().fields.map((field: Fields) => `${field["path"]} ${field["message"]}`),
    ];
  };
  const headers = { authorization: `Bearer ${app.apiKey}` };
  const drop = (url: string) => app.app.inject({ method: "DELETE", url, headers });
  const [link, mail] = ["payment_link/sms/en", "payment_link/email/ar"];
  assert.deepEqual(await wrong(link, { text: "{shop}: {total} {link" }), [
    422,
    "text {total} is not known here; these are: {shop}, {number}, {amount}, {link}",
    "text {} is not known here; these are: {shop}, {number}, {amount}, {link}",
    "text must have {amount}",
    "text must have {link}",
  ]);
  assert.deepEqual(await wrong(mail, { text: "{link}", subject: "{iban}" }), [
    422,
    "text {link} is not known here; these are: {shop}, {number}, {amount}",
    "subject {iban} is not known here; these are: {shop}, {number}, {amount}",
  ]);
  assert.equal((await put("payment_link/whatsapp/ar", { text: "x" })).statusCode, 404);
  assert.equal((await put("payment_notice/email/ar", { subject: "x", text: "x" })).statusCode, 404);

  const { email, client } = newBuyer();
  const orderNumber = await issueInvoice(app, { client });
  const words = { text: "Pay {amount} to {shop} today: {link}" };
  const preview = { kind: "payment_link", channel: "sms", language: "en", ...words, orderNumber };
  const shown = (await asMerchant(app, "POST", "/messages/texts/preview", preview)).json();
  assert.equal((await put(link, words)).json().isOwn, true);
  const sms = await asMerchant(app, "GET", `/invoices/${orderNumber}/messages/sms-preview?language=en`);
  assert.deepEqual([sms.json().text, sms.json().parts], [shown.text, shown.parts]);
  assert.match(shown.text, /^Pay SAR 115 to متجر النخيل today: http.*\/pay\/order\/\w{16}\?lang=en$/);
  assert.equal(shown.parts, 2);
  const number = {
    kind: "sadad_number",
    channel: "sms",
    language: "en",
    text: "{biller} {bill} {amount} {link}",
  };
  const example = (await asMerchant(app, "POST", "/messages/texts/preview", number)).json();
  assert.match(example.text, /\/pay\/info\/\w{16}\?lang=en$/, "as the message itself leads");

  const stored = await put(mail, { subject: "طلبك {number} جاهز", text: "أهلًا <b>بك</b>\nالمبلغ {amount}" });
  assert.equal(stored.statusCode, 200, stored.body);
  await ask(orderNumber, { kind: "payment_link", channel: "email" });
  await work();
  const [sent] = app.mail.list(email);
  assert.equal(sent?.subject, `طلبك \u2068${orderNumber}\u2069 جاهز`);
  for (const part of ["أهلًا &#60;b&#62;بك&#60;/b&#62;<br>المبلغ", "115.00", "ادفع"])
    assert.ok(sent?.html.includes(part), part);

  for (const own of [link, mail]) await drop(`/api/v1/messages/texts/${own}`);
  const { items } = (await asMerchant(app, "GET", "/messages/texts")).json();
  assert.equal(items.length, 20 + 4 * referenceMessageKinds.length, "each kind in each way and language");
  assert.ok(items.every((item: Fields) => item["isOwn"] === false && !("error" in item)));
  const again = await asMerchant(app, "GET", `/invoices/${orderNumber}/messages/sms-preview?language=en`);
  assert.doesNotMatch(again.json().text, /today/);
});

test("what was paid or closed meanwhile is not sent, and what does not fit the invoice is refused", async () => {
  const paid = newBuyer();
  const orderNumber = await issueInvoice(app, { client: paid.client });
  await ask(orderNumber, { kind: "payment_link", channel: "email" });
  await payByCard(app, orderNumber);
  await work();
  assert.equal(app.mail.list(paid.email).length, 0);
  const [logged] = await logOf(orderNumber);
  assert.deepEqual([logged?.state, logged?.class], ["suppressed", "not_payable"]);
  const again = await asMerchant(app, "POST", `/invoices/${orderNumber}/messages`, {
    kind: "payment_link",
    channel: "email",
  });
  assert.deepEqual([again.statusCode, again.json().code], [409, "order_already_paid"]);
  const unpaid = await issueInvoice(app, { client: newBuyer().client });
  for (const [body, code] of [
    [{ kind: "receipt", channel: "email" }, "order_not_paid"],
    [{ kind: "sadad_number", channel: "email" }, "validation_failed"],
    [{ kind: "payment_link", channel: "email", to: "not an address" }, "validation_failed"],
    [{ kind: "payment_notice", channel: "email" }, "validation_failed"],
  ] as const) {
    const reply = await asMerchant(app, "POST", `/invoices/${unpaid}/messages`, body);
    assert.equal(reply.json().code, code, JSON.stringify(body));
  }
});

test("the numbers of an open bill go out by mail, and not once the bill has ended", async () => {
  const { email, client } = newBuyer();
  const orderNumber = await issueInvoice(app, { client });
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
  await ask(orderNumber, { kind: "sadad_number", channel: "email" });
  await work();
  const [mail] = app.mail.list(email);
  assert.ok(mail?.text.includes(String(bill.json().paymentSessionId)));
  assert.equal(mail?.subject, "\u2068متجر النخيل\u2069: فاتورة سداد بمبلغ \u2068115\u00a0ر.س\u2069");
});

test("an address that takes nothing ends the message and reports it; the invoice stays as it is", async () => {
  const orderNumber = await issueInvoice(app, { client: newBuyer().client });
  await ask(orderNumber, { kind: "payment_link", channel: "email", to: "refused@example.com" });
  await work();
  const [logged] = await logOf(orderNumber);
  assert.deepEqual([logged?.state, logged?.class, logged?.code], ["failed", "recipient", "550"]);
  await placeEvents(app.services);
  const events = (await asMerchant(app, "GET", "/events?limit=100&type=message.failed")).json().items;
  const { message } = events.at(-1).data;
  assert.deepEqual(message, { kind: "payment_link", channel: "email", outcome: "refused", id: logged?.id });
  assert.equal((await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json().status, "CREATED");
});

test("a mail server that is down delays the mail, and gives it up after the last try", async () => {
  const { email, client } = newBuyer();
  const orderNumber = await issueInvoice(app, { client });
  await ask(orderNumber, { kind: "payment_link", channel: "email" });
  const down = {
    ...app.services,
    mailer: createMailer({ ...app.services.config, smtpUrl: new Secret("smtp://127.0.0.1:9") }),
  };
  await work(down);
  const [waiting] = await logOf(orderNumber);
  assert.deepEqual([waiting?.state, waiting?.class, waiting?.tries], ["queued", "transient", 1]);
  for (const pauseMs of timing.messageRetriesMs) {
    app.clock.advance(pauseMs);
    await work(down);
  }
  const [logged] = await logOf(orderNumber);
  assert.deepEqual([logged?.state, logged?.class, logged?.tries], ["failed", "transient", 6]);
  assert.equal(app.mail.list(email).length, 0);
});

test("a mail whose connection was lost may have been taken: it stays in doubt and is never sent again automatically", async () => {
  const { client } = newBuyer();
  const orderNumber = await issueInvoice(app, { client });
  await ask(orderNumber, { kind: "payment_link", channel: "email" });
  let calls = 0;
  const lost = {
    ...app.services,
    // As the mail library reports a connection that ended: where it was, it does not say.
    mailer: async () => {
      calls += 1;
      throw Object.assign(new Error("Connection closed unexpectedly"), {
        code: "ECONNECTION",
        command: "CONN",
      });
    },
  };
  await work(lost);
  app.clock.advance(timing.messageDoubtMs);
  await work(lost);
  app.clock.advance(timing.messageDoubtMs);
  await work(lost);
  assert.equal(calls, 1);
  assert.equal((await logOf(orderNumber))[0]?.state, "unknown");
  app.clock.advance(timing.messageTooOldMs);
  await work(lost);
  assert.equal((await logOf(orderNumber))[0]?.state, "expired");
});

test("no merchant reads another's messages, and a call that is repeated sends once", async () => {
  const orderNumber = await issueInvoice(app, { client: newBuyer().client });
  const headers = { authorization: `Bearer ${app.apiKey}`, "idempotency-key": "once" };
  const payload = { kind: "payment_link", channel: "email" };
  const url = `/api/v1/invoices/${orderNumber}/messages`;
  const first = await app.app.inject({ method: "POST", url, headers, payload });
  const second = await app.app.inject({ method: "POST", url, headers, payload });
  assert.equal(second.json().id, first.json().id);
  assert.equal((await logOf(orderNumber)).length, 1);
  const other = await createMerchant(app.db.kysely, {
    username: "other",
    shopName: "Other",
    email: "other@example.com",
    phone: "+966112345679",
  });
  const key = await createApiKey(app.db.kysely, { merchantId: other.id, name: "test", environment: "test" });
  const asOther = (path: string) =>
    app.app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${key}` } });
  assert.equal((await asOther(`/messages/${first.json().id}`)).statusCode, 404);
  assert.equal((await asOther(`/invoices/${orderNumber}/messages`)).statusCode, 404);
  assert.deepEqual((await asOther("/messages")).json().items, []);
});

test("an invoice's answer has a link that opens WhatsApp with the text, while it can be paid", async () => {
  const orderNumber = await issueInvoice(app, { client: newBuyer().client });
  const read = async () => (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json().whatsappLink;
  const { ar } = await read();
  const url = new URL(ar);
  assert.equal(url.origin + url.pathname, "https://wa.me/966551234567");
  assert.equal(
    url.searchParams.get("text"),
    `فاتورة بمبلغ 115\u00a0ر.س، ويمكنك دفعها من الرابط: http://localhost:3000/pay/order/${orderNumber}?lang=ar`,
  );
  await payByCard(app, orderNumber);
  assert.equal(await read(), null);
});
