/** What is real says so, and what is of a test world says that it is not: payments, refunds, events and webhooks. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type MerchantApi, startMerchantApi, type TestMerchant } from "#test/merchant-api.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#test/webhook-receiver.ts";
import { addEndpoint, callerOf, runJobs } from "#test/webhook-shop.ts";

let api: MerchantApi;
let twin: TestMerchant;
let receiver: WebhookReceiver;

before(async () => {
  api = await startMerchantApi({
    config: { environment: "live", simulatorUrl: null, testSimulatorUrl: "https://sim.example" },
  });
  const opened = await api.call("POST", "/api/v1/merchant/test-world");
  assert.equal(opened.statusCode, 201, opened.body);
  twin = { id: 0, key: opened.json().key.key };
  const account = { secretKey: `sk_live_${"k".repeat(24)}`, webhookSecret: "w".repeat(24) };
  const connected = await api.call("PUT", "/api/v1/accounts/sadad", { body: account });
  assert.equal(connected.statusCode, 200, connected.body);
  receiver = await startWebhookReceiver();
});
after(async () => {
  await receiver?.[Symbol.asyncDispose]();
  await api?.[Symbol.asyncDispose]();
});

/** Everything that a merchant reads of one paid order of which a part is given back. */
async function read(merchant: TestMerchant): Promise<Record<string, boolean>> {
  const get = async (path: string) => {
    const answer = await api.call("GET", `/api/v1${path}`, { merchant });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  // Endpoints of a live installation are public: this one is brought home behind the API.
  const { id } = await addEndpoint(callerOf(api, merchant.key), "https://example.com/hooks");
  await api.db.kysely
    .updateTable("webhook_endpoints")
    .set({ url: receiver.url })
    .where("id", "=", id)
    .execute();
  const { orderNumber } = await api.issue({}, { merchant });
  await api.addAttempt(orderNumber, "declined");
  const paymentId = await api.addAttempt(orderNumber, "captured", "sadad");
  await api.db.kysely
    .updateTable("payment_attempts")
    .set({ provider: "moyasar-sadad" })
    .where("id", "=", paymentId)
    .execute();
  const body = { amount: "10.00", byHand: true };
  const refund = await api.call("POST", `/api/v1/invoices/${orderNumber}/refunds`, { merchant, body });
  assert.equal(refund.statusCode, 201, refund.body);
  const sent = receiver.received.length;
  await runJobs(api.services);
  const bodies = receiver.received.slice(sent).map((one) => JSON.parse(one.body));
  assert.ok(bodies.length >= 2, "webhooks were sent");
  const [event] = (await get("/events?type=invoice.refunded")).items;
  return {
    "payments of a list": (await get("/payments")).items[0].livemode,
    "a payment": (await get(`/payments/${paymentId}`)).livemode,
    "the answer to a refund": refund.json().livemode,
    "refunds of a list": (await get("/refunds")).items[0].livemode,
    "refunds of an invoice": (await get(`/invoices/${orderNumber}/refunds`)).items[0].livemode,
    "a refund": (await get(`/refunds/${refund.json().id}`)).livemode,
    "events of a list": event.livemode,
    "an event": (await get(`/events/${event.id}`)).livemode,
    "every webhook": bodies[0].livemode,
    "webhooks alike": bodies.every(({ livemode }) => livemode === bodies[0].livemode),
  };
}

test("where money is real, livemode tells a live world's payments, refunds, events and webhooks from its test world's", async () => {
  const [live, test] = [await read(api.merchant), await read(twin)];
  for (const [name, value] of Object.entries(live)) assert.equal(value, true, name);
  for (const [name, value] of Object.entries(test)) assert.equal(value, name === "webhooks alike", name);
});
