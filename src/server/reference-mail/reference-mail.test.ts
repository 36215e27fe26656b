/** The numbers for the bank by e-mail: what is sent, to whom, how often, and that no caller can put text into it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { limits } from "#core/limits.ts";
import { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import { issueInvoice, loadModel, payByCard, post, startTestApp, type TestApp } from "#test/app-harness.ts";
import { everyText } from "#test/every-text.ts";
import { readDrafts } from "../http/form-draft.ts";
import { createMailer } from "../notifications/mailer.ts";
import { loadOpenReferences } from "../payments/open-references.ts";
import { eraseBuyer } from "../privacy/erase-buyer.ts";
import { workAllDue } from "../queue/work-queue.ts";
import { jobHandlers } from "../schedule/job-handlers.ts";
import { removeOutlived } from "../schedule/retention.ts";

const buyer = "noura@example.com";

const own = {
  sadad: { firstName: "نورة", lastName: "العتيبي", nationalId: "1000000008" },
  a2a: { clientEmail: buyer },
} as const;

type Method = keyof typeof own;

/** An order with an open bill or transfer, and its number at the bank. */
async function open(app: TestApp, method: Method) {
  const orderNumber = await issueInvoice(app);
  const { transactionId, signature } = await loadModel(app, orderNumber);
  const reply = await post(app, `/rest/pay/${method}/authorize`, {
    waslOrderNumber: orderNumber,
    orderNumber,
    clientEmail: null,
    mobile: "0551234567",
    clientName: "نورة العتيبي",
    ...own[method],
    transactionId,
    signature,
  });
  assert.equal(reply.statusCode, 200, reply.body);
  return { orderNumber, reference: String(reply.json().paymentSessionId) };
}

/** What the form of a page sends. */
async function ask(
  app: TestApp,
  orderNumber: string,
  change: object = {},
  headers: object = { origin: "http://localhost:3000" },
) {
  const fields = { email: buyer, method: "sadad", page: "info", lang: "ar", ...change };
  return await app.app.inject({
    method: "POST",
    url: `/rest/pay/mailReference/${orderNumber}`,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });
}

const send = (app: TestApp) => workAllDue(app.services, jobHandlers);

const lastMail = async (app: TestApp, orderNumber: string) =>
  (await loadOpenReferences(app.services, orderNumber))[0]?.mail?.last;

test("the number of a bill, its amount, its last day and the shop reach the address, in the page's language", async () => {
  await using app = await startTestApp();
  const { orderNumber, reference } = await open(app, "sadad");
  const reply = await ask(app, orderNumber);
  assert.equal(reply.statusCode, 303, reply.body);
  assert.equal(reply.headers["location"], `/pay/info/${orderNumber}?lang=ar#mail-sadad`);
  assert.equal(app.mail.list(buyer).length, 0, "the buyer waits for no mail server");
  await send(app);
  const [mail, ...others] = app.mail.list(buyer);
  assert.deepEqual(others, []);
  assert.equal(mail?.subject, "فاتورة سداد من \u2068متجر النخيل\u2069");
  for (const part of [
    reference,
    "115.00",
    "ر.س",
    "متجر النخيل",
    orderNumber,
    `/pay/info/${orderNumber}?lang=ar`,
  ])
    assert.ok(mail.text.includes(part), `${part} in ${mail.text}`);
  assert.match(mail.text, /آخر موعد للسداد: \u2066?\d{4}-\d\d-\d\d/);
  assert.match(mail.html ?? "", /<html lang="ar" dir="rtl">/);
  assert.deepEqual(await lastMail(app, orderNumber), { address: "n•••@example.com", isSent: true });
});

test("an account for a transfer is sent with its bank, its receiver and the sum that is left", async () => {
  await using app = await startTestApp();
  const { orderNumber, reference } = await open(app, "a2a");
  const reply = await ask(app, orderNumber, { method: "a2a", lang: "en", page: "order" });
  assert.equal(reply.headers["location"], `/pay/order/${orderNumber}?lang=en#mail-a2a`);
  await send(app);
  const [mail] = app.mail.list(buyer);
  assert.equal(mail?.subject, "Your bank transfer to \u2068متجر النخيل\u2069");
  assert.ok(mail.text.replaceAll(" ", "").includes(reference), mail.text);
  assert.match(mail.text, /SAR\u00a0115\.00/);
});

test("a mail server that is down holds no buyer; the mail goes out later, and at last the page says that it could not", async () => {
  await using app = await startTestApp();
  const down = createMailer({ ...app.services.config, smtpUrl: new Secret("smtp://127.0.0.1:9") });
  const { orderNumber } = await open(app, "a2a");
  const services = { ...app.services, mailer: down };
  assert.equal((await ask(app, orderNumber, { method: "a2a" })).statusCode, 303);
  assert.equal(await workAllDue(services, jobHandlers), 1);
  assert.equal(app.mail.list(buyer).length, 0);
  app.clock.advance(timing.deliveryRetriesMs[0] ?? 0);
  await send(app);
  assert.equal(app.mail.list(buyer).length, 1);

  await ask(app, orderNumber, { method: "a2a", email: "other@example.com" });
  await app.db.pool.query("update jobs set tries = 100");
  await workAllDue(services, jobHandlers);
  assert.deepEqual(await lastMail(app, orderNumber), { address: "o•••@example.com", isSent: false });
});

test("an error of ours in making a mail leaves it its own schedule, and at last the page says that it could not be sent", async () => {
  await using app = await startTestApp();
  const { orderNumber } = await open(app, "a2a");
  await ask(app, orderNumber, { method: "a2a" });
  // Once it is taken, what is open is read: by a database that fails it alone.
  await app.db.pool.query("alter table reference_mails rename column created_at to made_at");
  for (const waitMs of [0, ...timing.deliveryRetriesMs]) {
    app.clock.advance(waitMs);
    assert.equal(await workAllDue(app.services, jobHandlers), 1);
  }
  await app.db.pool.query("alter table reference_mails rename column made_at to created_at");
  const { rows } = await app.db.pool.query(
    "select state from reference_mails union all select state from jobs",
  );
  assert.deepEqual(rows, [{ state: "failed" }, { state: "failed" }]);
  assert.equal(app.mail.list(buyer).length, 0);
});

test("what was paid or closed meanwhile is not sent, nor is what was never open", async () => {
  await using app = await startTestApp();
  const { orderNumber } = await open(app, "sadad");
  await ask(app, orderNumber);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  await send(app);
  const other = await issueInvoice(app);
  for (const [number, change] of [
    [other, {}],
    [orderNumber, { method: "card" }],
    [orderNumber, { method: "a2a" }],
  ] as const)
    assert.equal((await ask(app, number, change)).statusCode, 303);
  await send(app);
  assert.deepEqual(app.mail.list(buyer), []);
  const { rows } = await app.db.pool.query("select state, address from reference_mails");
  assert.deepEqual(rows, [{ state: "dropped", address: null }]);
});

test("who asks can put no word into the mail, and reaches one address alone", async () => {
  await using app = await startTestApp();
  const { orderNumber } = await open(app, "sadad");
  const injected = { subject: "Win", text: "click https://evil.example", shop: "Bank", name: "evil.example" };
  await ask(app, orderNumber, injected);
  for (const email of ["a@example.com,b@example.com", "a@example.com\r\nBcc: b@example.com", "nobody", ""]) {
    const reply = await ask(app, orderNumber, { email });
    assert.equal(
      reply.headers["location"],
      `/pay/info/${orderNumber}?lang=ar&method=sadad&mail=invalid#mail-sadad`,
      email,
    );
    const [kept] = reply.cookies;
    assert.equal(kept?.path, `/pay/info/${orderNumber}`);
    const drafts = readDrafts({ [kept.name]: kept.value });
    assert.deepEqual(drafts["/rest/pay/mailReference/:orderNumber"]?.["email"], [email]);
  }
  await send(app);
  assert.deepEqual(
    app.mail.list().flatMap(({ to }) => to),
    [buyer],
  );
  assert.doesNotMatch(JSON.stringify(app.mail.list()), /evil|Win|Bank"/);
});

test("an order and a mailbox get so many mails in an hour, an order so many in total, and the page says so", async () => {
  await using app = await startTestApp();
  const isHeld = async (orderNumber: string, email: string): Promise<boolean> =>
    String((await ask(app, orderNumber, { email })).headers["location"]).includes("mail=limit");
  const { orderNumber: first } = await open(app, "sadad");
  for (let count = 0; count < limits.referenceMailsPerOrderPerHour; count += 1)
    assert.equal(await isHeld(first, `a${count}@example.com`), false);
  assert.equal(await isHeld(first, "b@example.com"), true);
  const orders = [await open(app, "sadad"), await open(app, "sadad")];
  const mailbox = ["Noura@example.com", "noura+1@example.com", "noura+2@example.com", buyer, buyer];
  for (const [index, address] of mailbox.entries())
    assert.equal(await isHeld(orders[index % 2]?.orderNumber ?? "", address), false, address);
  assert.equal(await isHeld(orders[1]?.orderNumber ?? "", "noura+9@example.com"), true);
  let sent = limits.referenceMailsPerOrderPerHour;
  for (; sent < limits.referenceMailsPerOrder; sent += 1) {
    app.clock.advance(60 * 60_000);
    assert.equal(await isHeld(first, "b@example.com"), false);
  }
  app.clock.advance(24 * 60 * 60_000);
  assert.equal(await isHeld(first, "b@example.com"), true);
});

test("requests side by side do not pass the limit of an order", async () => {
  await using app = await startTestApp();
  const { orderNumber } = await open(app, "sadad");
  const replies = await Promise.all(Array.from({ length: 12 }, () => ask(app, orderNumber)));
  const held = replies.filter(({ headers }) => String(headers["location"]).includes("mail=limit"));
  assert.equal(held.length, 12 - limits.referenceMailsPerOrderPerHour);
});

test("another site's page, a page without a name and an unknown order get nothing sent", async () => {
  await using app = await startTestApp();
  const { orderNumber } = await open(app, "sadad");
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    {},
    { origin: "http://localhost:3000", "sec-fetch-site": "cross-site" },
  ])
    assert.equal((await ask(app, orderNumber, {}, headers)).statusCode, 403, JSON.stringify(headers));
  assert.equal((await ask(app, "7K3M9X2PQR4T5V6W")).statusCode, 404);
  assert.equal((await ask(app, orderNumber, { page: "//evil.example" })).statusCode, 400);
  await send(app);
  assert.deepEqual(app.mail.list(), []);
});

test("without a mail server the form is not offered, and says so where it is open", async () => {
  await using app = await startTestApp();
  const { orderNumber } = await open(app, "sadad");
  Object.assign(app.services.config, { smtpUrl: null });
  assert.equal((await loadOpenReferences(app.services, orderNumber))[0]?.mail, undefined);
  assert.match(String((await ask(app, orderNumber)).headers["location"]), /mail=off/);
});

test("the address is kept until the mail has gone; what is left of it goes with the buyer and with the order's time", async () => {
  await using app = await startTestApp();
  const { orderNumber } = await open(app, "sadad");
  const address = "someone.else@example.com";
  await ask(app, orderNumber, { email: address });
  await send(app);
  const texts = await everyText(app);
  assert.ok(!texts.includes("someone.else"));
  assert.ok(texts.includes("s•••@example.com"));
  assert.ok(!app.logLines.join("").includes("someone.else"));
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  await app.db.pool.query(
    "update payment_attempts set state = 'expired', next_check_at = null where state = 'offered'",
  );
  const mobile = { kind: "mobile", value: "+966551234567" } as const;
  const { erased } = await eraseBuyer(app.db.kysely, mobile, app.merchantId);
  assert.equal(erased.referenceMails, 1);

  const { orderNumber: later } = await open(app, "sadad");
  await ask(app, later);
  await send(app);
  app.clock.advance(31 * 24 * 60 * 60_000);
  await removeOutlived(app.services);
  const { rows } = await app.db.pool.query("select count(*)::int as count from reference_mails");
  assert.deepEqual(rows, [{ count: 0 }]);
});
