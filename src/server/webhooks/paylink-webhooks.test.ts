/** Webhooks in Paylink's words, and the header by which its receivers know their sender. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { WebhookDeliveryModel } from "#contract/webhook-endpoints.ts";
import { minor } from "#core/money.ts";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { laravelOrder, newNumber } from "#test/paylink-shop.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#test/webhook-receiver.ts";
import { addEndpoint, type Caller, callerOf, runJobs } from "#test/webhook-shop.ts";
import type { EventRow } from "../events/event-model.ts";
import { paylinkWebhookBody } from "../paylink-api/webhook-body.ts";

let app: TestApp;
let receiver: WebhookReceiver;
let call: Caller;
before(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp();
  call = callerOf(app, app.apiKey);
});
after(async () => {
  await app[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

/** A shop's plug-in issues an invoice. */
async function addInvoice(orderNumber: string): Promise<{ own: string; transactionNo: string }> {
  const keys = { apiId: app.apiKey.slice(0, 16), secretKey: app.apiKey };
  const auth = await app.app.inject({ method: "POST", url: "/api/auth", payload: keys });
  const answer = await app.app.inject({
    method: "POST",
    url: "/api/addInvoice",
    headers: { authorization: `Bearer ${auth.json().id_token}` },
    payload: laravelOrder({ orderNumber }),
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const { url, transactionNo } = answer.json();
  return { own: url.split("/").at(-1), transactionNo };
}

const secretHeader = "Bearer 8f14e45fceea167a5a36dedd4bea2543";

test("a paid invoice of a moved shop reaches its receiver as Paylink's payment webhook, with the shop's own header", async () => {
  const headers = { Authorization: secretHeader };
  const { id, types, headerNames } = await addEndpoint(call, receiver.url, {
    version: "paylink-v2",
    headers,
  });
  assert.deepEqual([types, headerNames], [["invoice.paid"], ["authorization"]]);
  const orderNumber = newNumber();
  const { own, transactionNo } = await addInvoice(orderNumber);
  const { callbackUrl } = (await payByCard(app, own)).json();
  const back = { basket: "7", orderNumber, transactionNo };
  assert.deepEqual(Object.fromEntries(new URL(callbackUrl).searchParams), back);
  // What the shop sells by the merchant API has no transaction number, and is not sent.
  await payByCard(app, await issueInvoice(app));
  await runJobs(app.services);
  assert.equal(receiver.received.length, 1);
  const [{ body, headers: sent } = { body: "", headers: {} as Record<string, string> }] = receiver.received;
  assert.match(body, /"amount":170\.00,/);
  assert.deepEqual(JSON.parse(body), {
    amount: 170,
    merchantEmail: "shop@example.com",
    transactionNo,
    merchantOrderNumber: orderNumber,
    orderStatus: "Paid",
    apiVersion: "v2",
  });
  assert.equal(sent["authorization"], secretHeader);
  assert.ok(sent["webhook-signature"]);
  const log = (await call("GET", `/webhook-endpoints/${id}/deliveries`)).json() as {
    items: WebhookDeliveryModel[];
  };
  assert.deepEqual(log.items.map(({ state }) => state).toSorted(), ["delivered", "dropped"]);
  const delivered = log.items.find(({ state }) => state === "delivered");
  assert.equal(delivered?.tries[0]?.request.headers["authorization"], "***");
});

test("a header of the merchant's is sealed, never shown, and gone when it is taken away", async () => {
  const { id } = await addEndpoint(call, receiver.url, { headers: { "X-Shop": secretHeader } });
  const { rows } = await app.db.pool.query("select sealed_headers from webhook_endpoints where id = $1", [
    id,
  ]);
  assert.ok(!rows[0].sealed_headers.includes(Buffer.from(secretHeader)));
  const shown = (await call("GET", `/webhook-endpoints/${id}`)).body;
  assert.ok(shown.includes("x-shop") && !shown.includes(secretHeader));
  await call("PATCH", `/webhook-endpoints/${id}`, { headers: {} });
  const after = await app.db.pool.query("select sealed_headers from webhook_endpoints where id = $1", [id]);
  assert.equal(after.rows[0].sealed_headers, null);
  await call("DELETE", `/webhook-endpoints/${id}`);
});

test("headers that are ours, or that no request may have, are refused, and types that Paylink's webhooks lack", async () => {
  const status = async (fields: object) =>
    (await call("POST", "/webhook-endpoints", { url: receiver.url, ...fields })).statusCode;
  for (const headers of [
    { Host: "other.example" },
    { "content-length": "3" },
    { "webhook-signature": "v1,x" },
    { "bad name": "x" },
    { "x-a": "line\r\nbreak" },
    { "x-a": "1", "X-A": "2" },
    Object.fromEntries(Array.from({ length: 11 }, (_none, index) => [`x-${index}`, "1"])),
  ])
    assert.equal(await status({ headers }), 422, JSON.stringify(headers));
  assert.equal(await status({ version: "paylink-v1", types: ["invoice.created"] }), 422);
  assert.equal(await status({ version: "paylink-v1", types: [] }), 422);
  const { id } = await addEndpoint(call, receiver.url);
  const changed = await call("PATCH", `/webhook-endpoints/${id}`, { version: "paylink-v1" });
  assert.equal(changed.statusCode, 422);
  await call("DELETE", `/webhook-endpoints/${id}`);
});

test("a test event has the shape of the version and no invoice of the shop", async () => {
  const { id } = await addEndpoint(call, receiver.url, { version: "paylink-v1" });
  const before = receiver.received.length;
  await call("POST", `/webhook-endpoints/${id}/test`);
  await runJobs(app.services);
  const body = JSON.parse(receiver.received.at(-1)?.body ?? "{}");
  assert.equal(receiver.received.length, before + 1);
  assert.deepEqual(
    [body.orderStatus, body.transactionNo, body.merchantOrderNumber, body.apiVersion],
    ["Test", "1000000000000", "test", undefined],
  );
  await call("DELETE", `/webhook-endpoints/${id}`);
});

test("a refund is Paylink's refund webhook; another merchant's invoice and other events are nothing", async () => {
  const orderNumber = newNumber();
  const { own, transactionNo } = await addInvoice(orderNumber);
  const { kysely } = app.db;
  const { merchant_id: merchantId } = await kysely
    .selectFrom("orders")
    .select("merchant_id")
    .where("order_number", "=", own)
    .executeTakeFirstOrThrow();
  const { rows } = await app.db.pool.query(
    "select * from events where type = 'invoice.created' order by id desc limit 1",
  );
  const event = {
    ...rows[0],
    type: "invoice.refunded",
    data: { refundId: "r1", amount: minor(2050), currency: "SAR", reason: null },
  } as EventRow;
  const body = await paylinkWebhookBody(kysely, event, { merchantId, version: "paylink-v1" });
  assert.match(body ?? "", /"refundAmount":20\.50/);
  assert.deepEqual(JSON.parse(body ?? ""), {
    transactionNo,
    merchantOrderNumber: orderNumber,
    refundStatus: "Refunded",
    refundAmount: 20.5,
    currency: "SAR",
    apiVersion: "v1",
  });
  const created = { ...event, type: "invoice.created" } as EventRow;
  assert.equal(await paylinkWebhookBody(kysely, created, { merchantId, version: "paylink-v1" }), null);
  const { id: otherId } = await kysely
    .insertInto("merchants")
    .values({ username: "other", shop_name: "Other", email: "o@other.example", phone: "+966112345679" })
    .returning("id")
    .executeTakeFirstOrThrow();
  assert.equal(await paylinkWebhookBody(kysely, event, { merchantId: otherId, version: "paylink-v1" }), null);
});
