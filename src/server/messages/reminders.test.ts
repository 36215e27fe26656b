/** Reminders: on the chosen days, once each, never in quiet hours, never of what was paid, and never against a receiver's will. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";
import { workAllDue } from "../queue/work-queue.ts";
import { jobHandlers } from "../schedule/job-handlers.ts";
import { standardSettings } from "./message-settings.ts";
import { queueReminders } from "./reminders.ts";
import { readStopWord, stopReminders } from "./stop-words.ts";

const dayMs = 24 * 60 * 60_000;

let app: TestApp;
before(async () => {
  app = await startTestApp();
  const reminders = { daysBefore: [3, 1], daysAfter: [] };
  const reply = await asMerchant(app, "PUT", "/messages/settings", {
    ...standardSettings,
    channels: ["email"],
    reminders,
  });
  assert.equal(reply.statusCode, 200, reply.body);
});
after(() => app[Symbol.asyncDispose]());

/** Moves the clock to the next time of a day in Riyadh. */
function moveTo(hour: number): void {
  const now = app.clock.now();
  const at = Math.floor((now + 3 * 3_600_000) / dayMs) * dayMs + (hour - 3) * 3_600_000;
  app.clock.advance((at > now ? at : at + dayMs) - now);
}

const issue = (email: string, days: number) =>
  issueInvoice(app, {
    client: { name: "نورة", mobile: "0551234567", email },
    expiresAt: new Date(app.clock.now() + days * dayMs).toISOString(),
  });

async function work(): Promise<void> {
  await queueReminders(app.services);
  await workAllDue(app.services, jobHandlers);
}

test("a buyer is reminded on each chosen day once, until the invoice is paid", async () => {
  moveTo(12);
  const [slow, quick] = ["slow@example.com", "quick@example.com"];
  await issue(slow, 4);
  const paid = await issue(quick, 4);
  await work();
  assert.equal(app.mail.list(slow).length, 0);
  app.clock.advance(dayMs);
  await work();
  await work();
  assert.deepEqual([app.mail.list(slow).length, app.mail.list(quick).length], [1, 1]);
  assert.match(app.mail.list(slow)[0]?.subject ?? "", /فاتورة بمبلغ .* حتى \u2068\d{4}-\d\d-\d\d\u2069/);
  await payByCard(app, paid);
  app.clock.advance(2 * dayMs);
  await work();
  assert.deepEqual([app.mail.list(slow).length, app.mail.list(quick).length], [2, 1]);
});

test("a due day reminds before and after it, in the morning, while the invoice can still be paid", async () => {
  moveTo(12);
  const email = "late@example.com";
  const dueDate = new Date(app.clock.now() + 2 * dayMs).toISOString().slice(0, 10);
  const settings = {
    ...standardSettings,
    channels: ["email"],
    reminders: { daysBefore: [1], daysAfter: [2] },
  };
  assert.equal((await asMerchant(app, "PUT", "/messages/settings", settings)).statusCode, 200);
  await issueInvoice(app, { client: { name: "نورة", mobile: "0551234567", email }, dueDate });
  const received: number[] = [];
  for (let days = 0; days < 5; days += 1) {
    moveTo(11);
    await work();
    received.push(app.mail.list(email).length);
  }
  assert.deepEqual(received, [1, 1, 1, 2, 2]);
  assert.ok(app.mail.list(email).some(({ subject }) => subject.includes(dueDate)));
  const first = { ...settings, reminders: { daysBefore: [3, 1], daysAfter: [] } };
  assert.equal((await asMerchant(app, "PUT", "/messages/settings", first)).statusCode, 200);
});

test("a reminder that falls into the night waits for the morning, and is dropped when the invoice was paid meanwhile", async () => {
  moveTo(23);
  const [kept, dropped] = ["night@example.com", "paid-at-night@example.com"];
  await issue(kept, 4);
  const paid = await issue(dropped, 4);
  app.clock.advance(dayMs);
  await work();
  assert.deepEqual([app.mail.list(kept).length, app.mail.list(dropped).length], [0, 0]);
  await payByCard(app, paid);
  moveTo(9);
  // The job counts its hours from when it was put off, a moment after it looked at the clock.
  app.clock.advance(60_000);
  await work();
  assert.deepEqual([app.mail.list(kept).length, app.mail.list(dropped).length], [1, 0]);
});

test("one click ends reminders to an address, a link that is only opened ends nothing, and links still arrive", async () => {
  moveTo(12);
  const email = "enough@example.com";
  await issue(email, 3.25);
  app.clock.advance(dayMs / 4);
  await work();
  const [first] = app.mail.list(email);
  const [, address = ""] =
    /^List-Unsubscribe: <([^>]+)>\r$/im.exec(first?.raw.replace(/\r\n[ \t]+/g, " ") ?? "") ?? [];
  assert.match(first?.raw ?? "", /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im);
  const url = address.replace("http://localhost:3000", "");
  const opened = await app.app.inject(url);
  assert.deepEqual([opened.statusCode, opened.body.includes("إيقاف التذكير")], [200, true]);
  const forged = await app.app.inject(
    url.replace(/\/stop\/(\d+)\/(\d+)/, (_, merchant, id) => `/stop/${merchant}/${Number(id) + 1}`),
  );
  assert.equal(forged.statusCode, 404);
  const payload = "List-Unsubscribe=One-Click";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  assert.equal((await app.app.inject({ method: "POST", url, headers, payload })).statusCode, 200);
  app.clock.advance(2 * dayMs);
  await work();
  assert.equal(app.mail.list(email).length, 1);
  const other = await issueInvoice(app, {
    client: { name: "نورة", mobile: "0551234567", email },
    send: ["email"],
  });
  await work();
  assert.equal(app.mail.list(email).length, 2, `the link of ${other}`);
});

test("a reminder that is asked for says until when to pay, that this day is over, or that the invoice waits", async () => {
  moveTo(12);
  const issueFor = (email: string, dueDate?: string) =>
    issueInvoice(app, { client: { name: "نورة", email }, ...(dueDate !== undefined && { dueDate }) });
  const remind = async (orderNumber: string) => {
    const body = { kind: "reminder", channel: "email" };
    return (await asMerchant(app, "POST", `/invoices/${orderNumber}/messages`, body)).json();
  };
  const [dated, undated] = ["dated@example.com", "undated@example.com"];
  const inTwoDays = new Date(app.clock.now() + 2 * dayMs).toISOString().slice(0, 10);
  const [early, open] = [await issueFor(dated, inTwoDays), await issueFor(undated)];
  assert.equal((await remind(early)).kind, "reminder_before_due");
  assert.equal((await remind(open)).kind, "reminder_after_due");
  await workAllDue(app.services, jobHandlers);
  assert.match(app.mail.list(dated)[0]?.text ?? "", /وآخر موعد لها/);
  assert.match(app.mail.list(undated)[0]?.text ?? "", /بانتظار الدفع، ولم يصلنا مبلغها بعد/);
  app.clock.advance(3 * dayMs);
  assert.equal((await remind(early)).kind, "reminder_after_due");
  await asMerchant(app, "POST", `/invoices/${open}/cancel`, {});
  assert.equal((await remind(open)).code, "order_cancelled");
});

test("the word alone stops reminders, in both languages; other texts that have it do not", async () => {
  for (const text of ["STOP", " stop. ", "ايقاف", "إيقاف"]) assert.equal(readStopWord(text), "stop", text);
  assert.equal(readStopWord("Start"), "start");
  for (const text of ["please stop by the shop", "متى إيقاف العرض؟", ""])
    assert.equal(readStopWord(text), null, text);
  const optOuts = async () =>
    (await app.db.pool.query("select source from message_opt_outs where channel = 'whatsapp'")).rows;
  const asked = { owner: app.merchantId, mobile: "966551234567" };
  await stopReminders(app.services, { ...asked, word: "stop" });
  await stopReminders(app.services, { ...asked, word: "stop" });
  assert.deepEqual(await optOuts(), [{ source: "reply" }]);
  await stopReminders(app.services, { ...asked, word: "start" });
  assert.deepEqual(await optOuts(), []);
});
