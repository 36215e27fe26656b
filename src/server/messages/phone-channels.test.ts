/** SMS and WhatsApp over HTTP against the simulators: what is sent, what reports change, and what silence means. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { type MessageModel, message as messageShape } from "#contract/messages.ts";
import { smsParts } from "#core/messages/sms-text.ts";
import * as timing from "#core/timing.ts";
import {
  issueInvoice,
  loadModel,
  payByCard,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { freePort } from "#test/free-port.ts";
import { asMerchant } from "#test/product-links.ts";
import { until } from "#test/until.ts";
import { placeEvents } from "../events/place-events.ts";
import { workAllDue } from "../queue/work-queue.ts";
import { jobHandlers } from "../schedule/job-handlers.ts";
import { standardSettings } from "./message-settings.ts";

type Fields = Readonly<Record<string, unknown>>;

let app: TestApp;
let serverUrl: string;
before(async () => {
  const port = await freePort();
  serverUrl = `http://127.0.0.1:${port}`;
  app = await startTestApp({ env: { WASL_API_URL: serverUrl } });
  await app.app.listen({ host: "127.0.0.1", port });
  await postForm("/whatsapp/webhook", { url: `${serverUrl}/rest/messages/whatsapp/installation` });
});
after(() => app[Symbol.asyncDispose]());

async function postForm(path: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const body = new URLSearchParams(fields);
  const reply = await fetch(`${app.simulatorUrl}${path}`, { method: "POST", body, redirect: "manual" });
  assert.equal(reply.status, 303, await reply.text());
}

let buyers = 0;

/** A mobile of a test's own. @param ending chooses what the simulator does */
function newMobile(ending = "1111"): string {
  buyers += 1;
  return `+96655${String(buyers).padStart(3, "0")}${ending}`;
}

const issue = (mobile: string, fields: Fields = {}) =>
  issueInvoice(app, {
    client: { name: "نورة", mobile: mobile.slice(4), countryCode: "SA", email: "noura@example.com" },
    ...fields,
  });

async function ask(orderNumber: string, body: Fields): Promise<MessageModel> {
  const reply = await asMerchant(app, "POST", `/invoices/${orderNumber}/messages`, {
    kind: "payment_link",
    ...body,
  });
  assert.equal(reply.statusCode, 202, reply.body);
  return messageShape.parse(reply.json());
}

const work = () => workAllDue(app.services, jobHandlers);

async function read(id: number): Promise<MessageModel> {
  return messageShape.parse((await asMerchant(app, "GET", `/messages/${id}`)).json());
}

const becomes = (id: number, state: MessageModel["state"]) =>
  until(async () => (await read(id)).state === state);

async function texts(mobile: string): Promise<{ body: string; sender: string; units: number }[]> {
  const reply = await fetch(`${app.simulatorUrl}/unifonic/sent.json`);
  const { messages } = (await reply.json()) as { messages: { recipient: string }[] };
  return messages.filter(({ recipient }) => `+${recipient}` === mobile) as never;
}

type Template = {
  template: string;
  language: string;
  suffix: string;
  parameters: { name: string; text: string }[];
};

async function templates(mobile: string): Promise<Template[]> {
  const reply = await fetch(`${app.simulatorUrl}/whatsapp/sent.json`);
  const { messages } = (await reply.json()) as { messages: { to: string }[] };
  return messages.filter(({ to }) => to === mobile) as never;
}

test("a text message has the shop, the amount and the link, and its report makes it delivered", async () => {
  const mobile = newMobile();
  const orderNumber = await issue(mobile);
  const { id, to } = await ask(orderNumber, { channel: "sms" });
  assert.equal(to, "••• ••• 111");
  await work();
  await becomes(id, "delivered");
  const [text, ...others] = await texts(mobile);
  assert.deepEqual(others, []);
  assert.equal(
    text?.body,
    `متجر النخيل: فاتورة ${orderNumber} بمبلغ 115 ر.س http://localhost:3000/pay/order/${orderNumber}?lang=ar`,
  );
  assert.equal(text.sender, "WASL");
  const logged = await read(id);
  assert.deepEqual([logged.parts, text.units], [2, smsParts(text.body)]);
});

test("a text message is seen before it is sent, with what it costs, and is then sent as it was seen", async () => {
  const mobile = newMobile();
  const orderNumber = await issue(mobile);
  const preview = async (query = "") =>
    await asMerchant(app, "GET", `/invoices/${orderNumber}/messages/sms-preview${query}`);
  const seen = (await preview()).json();
  assert.deepEqual([seen.kind, seen.language, seen.encoding, seen.parts], ["payment_link", "ar", "UCS_2", 2]);
  assert.equal(seen.letters, seen.text.length);
  assert.deepEqual(await texts(mobile), []);
  await ask(orderNumber, { channel: "sms" });
  await work();
  assert.deepEqual(
    (await texts(mobile)).map(({ body }) => body),
    [seen.text],
  );
  assert.match((await preview("?language=en")).json().text, /lang=en$/);
  assert.equal((await preview("?kind=receipt")).json().code, "order_not_paid");
});

test("a template names its words, and its button leads to the invoice", async () => {
  const mobile = newMobile();
  const orderNumber = await issue(mobile, { externalOrderNumber: "NK-7" });
  const { id } = await ask(orderNumber, { channel: "whatsapp", language: "en" });
  await work();
  await becomes(id, "delivered");
  const [sent, ...others] = await templates(mobile);
  assert.deepEqual(others, []);
  assert.deepEqual([sent?.template, sent?.language, sent?.suffix], ["wasl_payment_link", "en", orderNumber]);
  assert.deepEqual(sent?.parameters, [
    { name: "shop", text: "متجر النخيل" },
    { name: "number", text: "NK-7" },
    { name: "amount", text: "SAR 115" },
  ]);
});

test("reports that are doubled or in another order leave a message delivered, and read after that", async () => {
  await setFault(app, { simulator: "whatsapp", fault: "reports_reversed" });
  await setFault(app, { simulator: "whatsapp", fault: "duplicate_webhook" });
  await setFault(app, { simulator: "whatsapp", fault: "webhook_before_reply" });
  const { id } = await ask(await issue(newMobile()), { channel: "whatsapp" });
  await work();
  assert.equal((await read(id)).state, "delivered");
  const { providerId } = await read(id);
  await postForm("/whatsapp/report", { id: providerId ?? "", status: "read" });
  await becomes(id, "read");
  await postForm("/whatsapp/report", { id: providerId ?? "", status: "failed" });
  await postForm("/whatsapp/report", { id: providerId ?? "", status: "delivered" });
  assert.equal((await read(id)).state, "read");
});

test("a report that is not signed, or whose address lacks the secret, is refused and changes nothing", async () => {
  await setFault(app, { simulator: "whatsapp", fault: "no_report" });
  const { id } = await ask(await issue(newMobile()), { channel: "whatsapp" });
  await work();
  const { providerId } = await read(id);
  const body = JSON.stringify({
    entry: [{ changes: [{ value: { statuses: [{ id: providerId, status: "delivered" }] } }] }],
  });
  const post = (signature: string, owner: string | number = "installation") =>
    app.app.inject({
      method: "POST",
      url: `/rest/messages/whatsapp/${owner}`,
      headers: { "content-type": "application/json", "x-hub-signature-256": signature },
      payload: body,
    });
  assert.equal((await post("sha256=0")).statusCode, 400);
  assert.equal((await post("", app.merchantId)).statusCode, 400, "a merchant without an account");
  const sms = await app.app.inject({
    method: "POST",
    url: "/rest/messages/sms/installation/wrong",
    payload: {},
  });
  assert.equal(sms.statusCode, 400);
  assert.equal((await read(id)).state, "accepted");
  const right = createHmac("sha256", "whatsapp-app-secret-of-tests").update(body).digest("hex");
  assert.equal((await post(`sha256=${right}`)).statusCode, 200);
  assert.equal((await read(id)).state, "delivered");
});

test("a report whose address names a message as no address of ours does is refused, and is no failure of ours", async () => {
  for (const query of [`id=${"x".repeat(101)}`, "id=1.1&id=1.2"]) {
    const reply = await app.app.inject({
      method: "POST",
      url: `/rest/messages/sms/installation/unifonic-webhook-secret?${query}`,
      payload: {},
    });
    assert.deepEqual([reply.statusCode, reply.json().code], [422, "validation_failed"], query.slice(0, 20));
  }
});

test("Meta's challenge is repeated for our token alone", async () => {
  const ask = (token: string) =>
    app.app.inject({
      url: "/rest/messages/whatsapp/installation",
      query: { "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": token },
    });
  assert.equal((await ask("whatsapp-verify-token-of-tests")).body, "1158201444");
  assert.equal((await ask("another")).statusCode, 400);
});

test("a text without an answer is asked about, and neither sent again where it was taken nor lost where it was not", async () => {
  const taken = newMobile();
  const lost = newMobile();
  const [first, second] = [await issue(taken), await issue(lost)];
  const one = await ask(first, { channel: "sms" });
  await setFault(app, { simulator: "unifonic", fault: "drop_after_commit", operation: "SEND" });
  await setFault(app, { simulator: "unifonic", fault: "no_report" });
  await work();
  const two = await ask(second, { channel: "sms" });
  await setFault(app, { simulator: "unifonic", fault: "drop_before", operation: "SEND" });
  await work();
  assert.deepEqual([(await read(one.id)).state, (await read(two.id)).state], ["unknown", "unknown"]);
  app.clock.advance(timing.messageDoubtMs);
  await work();
  assert.equal((await texts(taken)).length, 1);
  assert.equal((await texts(lost)).length, 1);
  assert.deepEqual([(await read(one.id)).tries, (await read(two.id)).tries], [1, 2]);
  assert.equal((await read(one.id)).state, "accepted");
  await becomes(two.id, "delivered");
});

test("a WhatsApp message without an answer waits for its report, and is sent again where none comes", async () => {
  const [taken, lost] = [newMobile(), newMobile()];
  const one = await ask(await issue(taken), { channel: "whatsapp" });
  await setFault(app, { simulator: "whatsapp", fault: "drop_after_commit" });
  await setFault(app, { simulator: "whatsapp", fault: "webhook_before_reply" });
  await work();
  const two = await ask(await issue(lost), { channel: "whatsapp" });
  await setFault(app, { simulator: "whatsapp", fault: "drop_before" });
  await work();
  assert.deepEqual([(await read(one.id)).state, (await read(two.id)).state], ["delivered", "unknown"]);
  app.clock.advance(timing.messageDoubtMs);
  await work();
  assert.equal((await templates(taken)).length, 1);
  assert.equal((await templates(lost)).length, 1);
  await becomes(two.id, "delivered");
});

test("who is not on WhatsApp gets the text message that the shop prefers next, at once or when the report says so", async () => {
  const settings = {
    ...standardSettings,
    automatic: { paymentLink: true, receipt: false, refundNotice: false },
  };
  assert.equal((await asMerchant(app, "PUT", "/messages/settings", settings)).statusCode, 200);
  const [refused, failedLater] = [newMobile("0026"), newMobile("0027")];
  const first = await issue(refused);
  await work();
  assert.equal((await texts(refused)).length, 1);
  await issue(failedLater);
  await work();
  await until(async () => {
    await work();
    return (await texts(failedLater)).length === 1;
  });
  const log = (await asMerchant(app, "GET", `/invoices/${first}/messages`)).json().items as MessageModel[];
  assert.deepEqual(
    log.map(({ channel, cause, class: reason }) => [channel, cause, reason]),
    [
      ["sms", "fallback", null],
      ["whatsapp", "issue", "recipient"],
    ],
  );
  await asMerchant(app, "PUT", "/messages/settings", standardSettings);
});

test("a provider that is busy is tried again; a dead account keeps its queue, and the invoice can be paid meanwhile", async () => {
  const busy = newMobile();
  await setFault(app, { simulator: "unifonic", fault: "throttle" });
  const one = await ask(await issue(busy), { channel: "sms" });
  await work();
  assert.deepEqual([(await read(one.id)).state, (await read(one.id)).class], ["queued", "throttle"]);
  app.clock.advance(timing.messageRetriesMs[0]);
  await work();
  await becomes(one.id, "delivered");

  await setFault(app, { simulator: "unifonic", fault: "no_balance" });
  const orderNumber = await issue(newMobile());
  const two = await ask(orderNumber, { channel: "sms" });
  await work();
  assert.deepEqual([(await read(two.id)).state, (await read(two.id)).class], ["queued", "account"]);
  assert.ok(app.logLines.some((line) => line.includes("messages wait for their account")));
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  app.clock.advance(timing.messageAccountRetryMs);
  await work();
  assert.deepEqual([(await read(two.id)).state, (await read(two.id)).class], ["suppressed", "not_payable"]);
  assert.equal((await loadModel(app, orderNumber)).order.orderStatus, "PAID");
});

test("what will never be taken ends the message with the provider's code", async () => {
  for (const [channel, ending, reason, code] of [
    ["sms", "0004", "recipient", "ER-04"],
    ["sms", "0007", "content", "ER-07"],
    ["whatsapp", "0032", "template", "132001"],
  ] as const) {
    const { id } = await ask(await issue(newMobile(ending)), { channel });
    await work();
    const { state, class: found, code: told } = await read(id);
    assert.deepEqual([state, found, told], ["failed", reason, code]);
  }
  await placeEvents(app.services);
});

test("a message that is never reported on is asked about and expires; a late report still counts", async () => {
  await setFault(app, { simulator: "whatsapp", fault: "no_report" });
  const { id } = await ask(await issue(newMobile()), { channel: "whatsapp" });
  await work();
  for (const pauseMs of timing.messageChecksMs) {
    assert.equal((await read(id)).state, "accepted");
    app.clock.advance(pauseMs);
    await work();
  }
  assert.deepEqual([(await read(id)).state, (await read(id)).class], ["expired", "no_report"]);
  await postForm("/whatsapp/report", { id: (await read(id)).providerId ?? "", status: "delivered" });
  await becomes(id, "delivered");
});

test("a merchant's own account is stored sealed, sends its messages and has reports of its own", async () => {
  const account = {
    appSid: "unifonic-app-sid-of-tests",
    sender: "NAKHEEL",
    webhookSecret: "a-secret-of-the-shop",
  };
  const put = (channel: string, payload: Fields) =>
    asMerchant(app, "PUT", `/messages/accounts/${channel}`, payload);
  const wrong = await put("sms", { ...account, sender: "much too long a name" });
  assert.deepEqual(
    [wrong.statusCode, wrong.json().errors?.[0]?.path ?? wrong.json().fields?.[0]?.path],
    [422, "sender"],
  );
  assert.ok(!wrong.body.includes("much too long"));
  const stored = await put("sms", account);
  assert.equal(stored.json().account, "own", stored.body);
  assert.equal(
    stored.json().webhookUrl,
    `${serverUrl}/rest/messages/sms/${app.merchantId}/a-secret-of-the-shop`,
  );
  const { rows } = await app.db.pool.query(
    "select sealed_settings from provider_accounts where method = 'sms'",
  );
  assert.ok(!rows[0].sealed_settings.toString("latin1").includes("a-secret-of-the-shop"));
  const mobile = newMobile();
  const { id } = await ask(await issue(mobile), { channel: "sms" });
  await work();
  await becomes(id, "delivered");
  assert.equal((await texts(mobile))[0]?.sender, "NAKHEEL");
  await app.app.inject({
    method: "DELETE",
    url: "/api/v1/messages/accounts/sms",
    headers: { authorization: `Bearer ${app.apiKey}` },
  });
  const { items } = (await asMerchant(app, "GET", "/messages/accounts")).json();
  assert.deepEqual(
    items.map(({ channel, account: whose }: Fields) => [channel, whose]),
    [
      ["email", "installation"],
      ["sms", "installation"],
      ["whatsapp", "installation"],
    ],
  );
});
