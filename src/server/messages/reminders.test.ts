/** Reminders: on the chosen days, once each, never in quiet hours, never of what was paid, and never against a receiver's will. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { blocksOthers } from "#core/attempt-status.ts";
import * as timing from "#core/timing.ts";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { insertAttemptAt, standingsOfUnpaid } from "#test/attempt-standings.ts";
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

/** A payment that was in doubt turns out to have taken nothing. */
const decline = (attemptId: string) =>
  app.db.pool.query("update payment_attempts set state = 'declined' where id = $1", [attemptId]);

const inDoubt = { state: "unknown", step: "confirm" } as const;

test("no reminder is made while the invoice takes no other payment; after a payment that came to nothing it is", async () => {
  moveTo(12);
  const all: { email: string; id: string; isBlocked: boolean; isOwed: boolean }[] = [];
  for (const standing of standingsOfUnpaid) {
    const email = `${standing.state}-${standing.step}@example.com`.replaceAll("_", "-");
    const orderNumber = await issue(email, 3.5);
    const id = await insertAttemptAt(app.db.pool, orderNumber, standing);
    all.push({ email, id, isBlocked: blocksOthers(standing), isOwed: standing.isOwed });
  }
  app.clock.advance(dayMs / 2 + 10 * 3_600_000);
  const received = () => all.map(({ email }) => [email, app.mail.list(email).length]);
  await work();
  assert.deepEqual(
    received(),
    all.map(({ email, isBlocked }) => [email, isBlocked ? 0 : 1]),
  );
  // Money that is owed has gone back, which is a move of its own.
  for (const { id } of all.filter(({ isBlocked, isOwed }) => isBlocked && !isOwed)) await decline(id);
  await work();
  assert.deepEqual(
    received(),
    all.map(({ email, isOwed }) => [email, isOwed ? 0 : 1]),
  );
});

test("a reminder that waits when a payment begins is sent once that has come to nothing, and left out where it takes too long", async () => {
  moveTo(23);
  const [soon, late] = ["soon@example.com", "doubt@example.com"];
  const attempts: string[] = [];
  const numbers = [await issue(soon, 4), await issue(late, 4)];
  app.clock.advance(dayMs);
  await work();
  for (const number of numbers) attempts.push(await insertAttemptAt(app.db.pool, number, inDoubt));
  moveTo(9);
  app.clock.advance(60_000);
  await work();
  const received = () => [app.mail.list(soon).length, app.mail.list(late).length];
  assert.deepEqual(received(), [0, 0]);
  await decline(attempts[0] ?? "");
  app.clock.advance(timing.reminderPaymentWaitMs);
  await work();
  assert.deepEqual(received(), [1, 0]);
  // It was made at eleven in the evening.
  app.clock.advance(timing.reminderLatestMs - 10 * 3_600_000);
  await work();
  await decline(attempts[1] ?? "");
  await work();
  assert.deepEqual(received(), [1, 0]);
  const { items } = (await asMerchant(app, "GET", `/invoices/${numbers[1]}/messages`)).json();
  assert.deepEqual(
    items.map((message: { state: string; class: string }) => [message.state, message.class]),
    [["suppressed", "payment_in_progress"]],
  );
});

test("while a shop is closed its buyers are asked for no money, in reminders, links and quotes; opened again in time, they are reminded", async () => {
  const setOpen = (isOpen: boolean) =>
    app.db.kysely
      .updateTable("merchants")
      .set({ deactivated_at: isOpen ? null : new Date(app.clock.now()) })
      .execute();
  moveTo(12);
  const [due, linked, quoted, paid] = [
    "due@example.com",
    "linked@example.com",
    "quoted@example.com",
    "had@example.com",
  ];
  const client = (email: string) => ({ client: { name: "نورة", mobile: "0551234567", email } });
  await issue(due, 3.01);
  const receipt = await issueInvoice(app, client(paid));
  await payByCard(app, receipt);
  await work();
  app.clock.advance(60_000);
  const before = app.mail.list(paid).length;
  const ask = async (path: string, body: object) => {
    const reply = await asMerchant(app, "POST", `${path}/messages`, { channel: "email", ...body });
    assert.equal(reply.statusCode, 202, reply.body);
  };
  await ask(`/invoices/${receipt}`, { kind: "receipt" });
  const link = await issueInvoice(app, { ...client(linked), send: ["email"] });
  const lines = [{ title: "تصميم", quantity: 1, unitPrice: "100.00", vatRate: "15" }];
  const validUntil = new Date(app.clock.now() + 5 * dayMs).toISOString().slice(0, 10);
  const offer = { invoice: { ...client(quoted), lines }, validUntil };
  const { quoteNumber } = (await asMerchant(app, "POST", "/quotes", offer)).json();
  await ask(`/quotes/${quoteNumber}`, {});

  await setOpen(false);
  app.clock.advance(dayMs / 50);
  await work();
  const received = () => [due, linked, quoted].map((email) => app.mail.list(email).length);
  assert.deepEqual(received(), [0, 0, 0]);
  assert.equal(app.mail.list(paid).length, before + 1, "a receipt asks for nothing");

  await setOpen(true);
  await work();
  assert.deepEqual(received(), [1, 0, 0]);
  for (const path of [`/invoices/${link}`, `/quotes/${quoteNumber}`]) {
    const { items } = (await asMerchant(app, "GET", `${path}/messages`)).json();
    assert.deepEqual(
      items.map((message: { state: string; class: string }) => [message.state, message.class]),
      [["suppressed", "not_payable"]],
    );
  }
});

test("a reminder that is asked for during a payment is refused, and the link is sent", async () => {
  moveTo(12);
  const orderNumber = await issue("asked@example.com", 5);
  await insertAttemptAt(app.db.pool, orderNumber, inDoubt);
  const ask = (kind: string) =>
    asMerchant(app, "POST", `/invoices/${orderNumber}/messages`, { kind, channel: "email" });
  const refused = await ask("reminder");
  assert.deepEqual([refused.statusCode, refused.json().code], [409, "payment_in_progress"]);
  assert.equal((await ask("payment_link")).statusCode, 202);
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
