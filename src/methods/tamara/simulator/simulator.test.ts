/** What the simulated Tamara refuses, what people can do with it, and what it tells merchants. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startSimulators } from "#sim/server.ts";
import { startNotificationReceiver } from "#test/notification-receiver.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { defaultAccount } from "./account.ts";
import { tamaraSimulator } from "./simulator.ts";

async function start(t: TestContext, stateDir?: string) {
  const server = await startSimulators({
    port: 0,
    host: "127.0.0.1",
    simulators: [tamaraSimulator()],
    ...(stateDir !== undefined && { stateDir }),
  });
  t.after(() => server.close());
  const url = `${server.url}/tamara`;
  const send = async (method: string, path: string, body?: object, token = defaultAccount.apiToken) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const press = async (path: string, fields: Record<string, string>) =>
    fetch(url + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  return { url, send, press, close: server.close };
}

const sar = (amount: number) => ({ amount, currency: "SAR" });

const checkout = (change: object = {}) => ({
  total_amount: sar(115),
  shipping_amount: sar(0),
  tax_amount: sar(15),
  order_reference_id: "1001-A1",
  order_number: "1001",
  items: [
    {
      reference_id: "L1",
      type: "Physical",
      name: "Bag",
      sku: "P-7",
      quantity: 1,
      unit_price: sar(100),
      total_amount: sar(100),
    },
  ],
  consumer: { first_name: "Sara", last_name: "Ali", phone_number: "544337866", email: "s@example.com" },
  country_code: "SA",
  description: "Invoice 1001",
  merchant_url: {
    success: "http://127.0.0.1:9/s",
    failure: "http://127.0.0.1:9/f",
    cancel: "http://127.0.0.1:9/c",
  },
  payment_type: "PAY_BY_INSTALMENTS",
  shipping_address: {
    first_name: "Sara",
    last_name: "Ali",
    line1: "Road 1",
    city: "Riyadh",
    country_code: "SA",
  },
  ...change,
});

const { payment_type: _, ...withoutPaymentType } = checkout();
const consumer = checkout().consumer;
const urls = checkout().merchant_url;

const refusals: readonly [string, object, string][] = [
  ["a field that Tamara does not know", checkout({ total: 115 }), "total_unexpected"],
  ["no payment type", withoutPaymentType, "payment_type_missing"],
  ["a total that is not the sum of its parts", checkout({ tax_amount: sar(14.99) }), "total_amount_invalid"],
  ["a third decimal", checkout({ tax_amount: sar(15.001) }), "amount_invalid"],
  [
    "a total over the limit",
    checkout({ total_amount: sar(9000), tax_amount: sar(8900) }),
    "total_amount_invalid_limit",
  ],
  [
    "two currencies",
    checkout({ tax_amount: { amount: 15, currency: "AED" } }),
    "total_amount_invalid_currency",
  ],
  [
    "a phone that it calls invalid",
    checkout({ consumer: { ...consumer, phone_number: "+966511111111" } }),
    "consumer_invalid_phone_number",
  ],
  [
    "a phone of another country",
    checkout({ consumer: { ...consumer, phone_number: "501234567890" } }),
    "consumer_phone_number_invalid",
  ],
  [
    "an address with a query",
    checkout({ merchant_url: { ...urls, success: "http://127.0.0.1:9/s?a=b" } }),
    "merchant_url_success_invalid",
  ],
];

for (const [what, body, code] of refusals) {
  test(`a checkout with ${what} is refused with ${code}`, async (t) => {
    const { send } = await start(t);
    const answer = await send("POST", "/checkout", body);
    assert.deepEqual([answer.status, answer.body.errors[0].error_code], [400, code]);
  });
}

test("calls without the right token are refused, whatever they ask", async (t) => {
  const { send } = await start(t);
  for (const path of ["/checkout", "/orders/x/authorise", "/payments/capture"])
    assert.equal((await send("POST", path, checkout(), "another")).status, 401);
});

test("an order can be authorised once it is approved, and not twice", async (t) => {
  const { send, press } = await start(t);
  const { body } = await send("POST", "/checkout", checkout());
  const authorise = () => send("POST", `/orders/${body.order_id}/authorise`);
  assert.equal((await authorise()).status, 409);
  await press(`/checkout/${body.checkout_id}`, { choice: "approve" });
  assert.equal((await authorise()).body.status, "authorised");
  assert.equal((await authorise()).status, 409);
});

test("more than was authorised or captured is neither captured nor refunded", async (t) => {
  const { send, press } = await start(t);
  const { body } = await send("POST", "/checkout", checkout());
  await press(`/checkout/${body.checkout_id}`, { choice: "approve" });
  await send("POST", `/orders/${body.order_id}/authorise`);
  const capture = (amount: number) =>
    send("POST", "/payments/capture", {
      order_id: body.order_id,
      total_amount: sar(amount),
      shipping_info: { shipped_at: "2026-11-20T08:30:10.000Z", shipping_company: "N/A" },
    });
  const refund = (amount: number) =>
    send("POST", `/payments/simplified-refund/${body.order_id}`, { total_amount: sar(amount), comment: "c" });
  assert.equal((await refund(1)).status, 400);
  assert.equal((await capture(115.01)).status, 400);
  assert.equal((await capture(15)).body.status, "partially_captured");
  assert.equal((await capture(100)).body.status, "fully_captured");
  assert.equal((await capture(1)).status, 409);
  assert.equal((await refund(115)).body.status, "fully_refunded");
  assert.equal((await refund(1)).status, 400);
});

test("whether a payment would be taken can be asked before", async (t) => {
  const { send } = await start(t);
  const ask = async (amount: number, phone: string) =>
    (
      await send("POST", "/checkout/payment-options-pre-check", {
        country: "SA",
        order_value: sar(amount),
        phone_number: phone,
      })
    ).body.has_available_payment_options;
  assert.deepEqual(
    [await ask(115, "544337866"), await ask(5001, "544337866"), await ask(115, "526422337")],
    [true, false, false],
  );
  const types = await send("GET", "/checkout/payment-types?country=SA&currency=SAR");
  assert.deepEqual(types.body[0].max_limit, sar(5000));
});

test("the checkout page is in the buyer's language, and an unknown one is a 404", async (t) => {
  const { url, send } = await start(t);
  const { body } = await send("POST", "/checkout", checkout({ locale: "ar_SA" }));
  const shown = await (await fetch(body.checkout_url)).text();
  assert.match(shown, /lang="ar" dir="rtl"/);
  assert.match(await (await fetch(`${url}/checkout/${body.checkout_id}?locale=en_US`)).text(), /lang="en"/);
  assert.equal((await fetch(`${url}/checkout/nobody`)).status, 404);
});

test("a tester approves, notifies again and sees it at the desk", async (t) => {
  const { url, send, press } = await start(t);
  const receiver = await startNotificationReceiver();
  t.after(receiver.close);
  const merchantUrl = { ...urls, notification: receiver.url };
  const { body } = await send("POST", "/checkout", checkout({ merchant_url: merchantUrl }));
  assert.match(await (await fetch(`${url}/desk`)).text(), /1001/);
  await press(`/desk/${body.order_id}`, { action: "approve" });
  const [first] = await receiver.received({ mentions: body.order_id, including: "approved" });
  assert.deepEqual(JSON.parse(first?.body ?? "{}"), {
    order_id: body.order_id,
    order_reference_id: "1001-A1",
    order_number: "1001",
    data: [],
    order_status: "approved",
  });
  assert.match(first?.headers["authorization"] ?? "", /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  assert.equal((await press(`/desk/${body.order_id}`, { action: "resend" })).status, 303);
});

test("a registered address receives its events by name, and no address twice", async (t) => {
  const { send, press } = await start(t);
  const receiver = await startNotificationReceiver();
  t.after(receiver.close);
  const registration = {
    type: "order",
    url: receiver.url,
    events: ["order_declined"],
    headers: { "x-our": "1" },
  };
  const registered = await send("POST", "/webhooks", registration);
  assert.equal(
    (await send("POST", "/webhooks", registration)).body.errors[0].error_code,
    "webhook_already_registered",
  );
  const { body } = await send("POST", "/checkout", checkout());
  await press(`/checkout/${body.checkout_id}`, { choice: "decline" });
  const [told] = await receiver.received({ mentions: body.order_id, including: "order_declined" });
  assert.equal(told?.headers["x-our"], "1");
  const path = `/webhooks/${registered.body.webhook_id}`;
  assert.equal((await send("GET", path)).status, 200);
  await send("DELETE", path);
  assert.equal((await send("GET", path)).status, 404);
});

test("orders survive a restart", async (t) => {
  using directory = temporaryDirectory();
  const before = await start(t, directory.path);
  const { body } = await before.send("POST", "/checkout", checkout());
  await before.close();
  const after = await start(t, directory.path);
  const found = await after.send("GET", "/merchants/orders/reference-id/1001-A1");
  await after.close();
  assert.equal(found.body.order_id, body.order_id);
});
