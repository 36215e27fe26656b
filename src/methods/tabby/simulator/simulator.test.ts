/** What the simulated Tabby refuses, what people can do with it, and what it tells merchants. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startSimulators } from "#sim/server.ts";
import { startNotificationReceiver } from "#test/notification-receiver.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { defaultAccount } from "./account.ts";
import { tabbySimulator } from "./simulator.ts";

async function start(t: TestContext, stateDir?: string) {
  const server = await startSimulators({
    port: 0,
    host: "127.0.0.1",
    simulators: [tabbySimulator()],
    ...(stateDir !== undefined && { stateDir }),
  });
  t.after(() => server.close());
  const url = `${server.url}/tabby`;
  const send = async (
    method: string,
    path: string,
    body?: object,
    key = `Bearer ${defaultAccount.secretKey}`,
  ) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: key,
        "content-type": "application/json",
        "x-merchant-code": defaultAccount.merchantCode,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  const press = async (path: string, fields: Record<string, string>) =>
    fetch(url + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  const advance = (advanceMs: number) =>
    fetch(`${server.url}/_control/clock`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ advanceMs }),
    });
  return { url, send, press, advance, close: server.close };
}

/** The documented request, with parts of its payment changed. */
const checkout = (payment: object = {}, change: object = {}) => ({
  payment: {
    amount: "115.00",
    currency: "SAR",
    description: "Invoice 1001",
    buyer: { name: "Sara Ali", email: "otp.success@tabby.ai", phone: "500000001", dob: "1990-01-20" },
    shipping_address: { city: "Riyadh", address: "King Fahd Rd", zip: "11111" },
    order: {
      reference_id: "1001-A1",
      items: [{ title: "Bag", quantity: 1, unit_price: "115.00", category: "Invoice" }],
    },
    buyer_history: { registered_since: "2025-01-01T10:00:00Z", loyalty_level: 0 },
    order_history: [],
    meta: { order_id: "1001", customer: null },
    ...payment,
  },
  lang: "ar",
  merchant_code: defaultAccount.merchantCode,
  merchant_urls: {
    success: "http://127.0.0.1:9/s",
    cancel: "http://127.0.0.1:9/c",
    failure: "http://127.0.0.1:9/f",
  },
  ...change,
});

const { buyer } = checkout().payment;

const refusals: readonly [string, object, number, RegExp][] = [
  ["a field that Tabby does not know", checkout({ total: "1" }), 400, /payment\.total: unexpected/],
  ["an amount that is no text", checkout({ amount: 115 }), 400, /payment\.amount: invalid/],
  ["a third decimal", checkout({ amount: "115.001" }), 400, /payment\.amount/],
  ["no history", checkout({ buyer_history: undefined }), 400, /buyer_history: missing/],
  ["no items", checkout({ order: { reference_id: "1", items: [] } }), 400, /order\.items/],
  ["another currency", checkout({ currency: "AED" }), 400, /only 'SAR' is supported/],
  [
    "a phone of another country",
    checkout({ buyer: { ...buyer, phone: "+971500000001" } }),
    400,
    /buyer\.phone/,
  ],
  ["another shop's code", checkout({}, { merchant_code: "ANOTHER" }), 403, /another account/],
];

for (const [what, body, status, error] of refusals) {
  test(`a session with ${what} is refused`, async (t) => {
    const { send } = await start(t);
    const answer = await send("POST", "/api/v2/checkout", body);
    assert.equal(answer.status, status);
    assert.match(answer.body.error, error);
  });
}

test("calls without the right key are refused, whatever they ask", async (t) => {
  const { send } = await start(t);
  for (const key of ["", "Basic x", "Bearer another"])
    assert.equal((await send("POST", "/api/v2/checkout", checkout(), key)).status, 401);
});

test("a rejected session answers 200 with a reason and nothing to pay with", async (t) => {
  const { send } = await start(t);
  const answer = await send("POST", "/api/v2/checkout", checkout({ amount: "5000.01" }));
  assert.deepEqual(
    [answer.status, answer.body.status, answer.body.configuration.available_products],
    [200, "rejected", {}],
  );
  assert.equal(answer.body.configuration.products.installments.rejection_reason, "order_amount_too_high");
});

test("what is captured and given back stays within the payment, once per reference", async (t) => {
  const { send, press } = await start(t);
  const session = (await send("POST", "/api/v2/checkout", checkout())).body;
  const path = `/api/v2/payments/${session.payment.id}`;
  const move = (what: string, amount: string, reference: string) =>
    send("POST", `${path}/${what}`, { amount, reference_id: reference });
  assert.equal((await move("captures", "115.00", "c1")).status, 400);
  await press(`/checkout?sessionId=${session.id}`, { choice: "approve", otp: "8888" });
  assert.equal((await move("captures", "115.01", "c1")).status, 400);
  assert.equal((await move("captures", "15.00", "c1")).body.status, "AUTHORIZED");
  assert.equal((await move("captures", "15.00", "c1")).body.captures.length, 1);
  assert.equal((await move("refunds", "1.00", "r1")).status, 400);
  assert.equal((await move("captures", "100.00", "c2")).body.status, "CLOSED");
  assert.equal((await move("refunds", "100.00", "r1")).body.refunds.length, 1);
  assert.equal((await move("refunds", "100.00", "r1")).body.refunds.length, 1);
  assert.equal((await move("refunds", "15.01", "r2")).status, 400);
  assert.equal((await send("POST", `${path}/close`)).status, 400);
});

test("the page wants the code, and expires after twenty minutes", async (t) => {
  const { url, send, press, advance } = await start(t);
  const session = (await send("POST", "/api/v2/checkout", checkout())).body;
  const path = `/checkout?sessionId=${session.id}`;
  assert.match(await (await press(path, { choice: "approve", otp: "1111" })).text(), /role="alert"/);
  assert.match(await (await fetch(url + path)).text(), /lang="ar" dir="rtl"/);
  await advance(20 * 60_000);
  const over = await press(path, { choice: "approve", otp: "8888" });
  assert.match(over.headers.get("location") ?? "", /^http:\/\/127\.0\.0\.1:9\/c\?payment_id=/);
  assert.equal((await send("GET", `/api/v2/payments/${session.payment.id}`)).body.status, "CREATED");
  assert.equal((await fetch(`${url}/checkout?sessionId=nobody`)).status, 404);
});

test("a tester approves, tells again and sees it at the desk; messages carry the registered header", async (t) => {
  const { url, send, press } = await start(t);
  const receiver = await startNotificationReceiver();
  t.after(receiver.close);
  await send("POST", "/api/v1/webhooks", { url: receiver.url, header: { title: "X-Our", value: "secret" } });
  const session = (await send("POST", "/api/v2/checkout", checkout())).body;
  assert.match(await (await fetch(`${url}/desk`)).text(), /1001/);
  await press(`/desk/${session.payment.id}`, { action: "approve" });
  const [told] = await receiver.received({ mentions: session.payment.id, including: '"authorized"' });
  assert.equal(told?.headers["x-our"], "secret");
  assert.equal(JSON.parse(told?.body ?? "{}").order.reference_id, "1001-A1");
  assert.ok(!told?.body.includes("otp.success"));
  assert.equal((await press(`/desk/${session.payment.id}`, { action: "resend" })).status, 303);
});

test("at most four addresses can be registered, changed and removed", async (t) => {
  const { send } = await start(t);
  const path = "/api/v1/webhooks";
  const address = (number: number) => ({ url: `http://127.0.0.1:9/${number}` });
  for (const number of [1, 2, 3, 4]) assert.equal((await send("POST", path, address(number))).status, 200);
  assert.equal((await send("POST", path, address(5))).status, 400);
  const [first] = (await send("GET", path)).body;
  await send("PUT", `${path}/${first.id}`, address(6));
  assert.equal((await send("GET", `${path}/${first.id}`)).body.url, "http://127.0.0.1:9/6");
  await send("DELETE", `${path}/${first.id}`);
  assert.equal((await send("GET", `${path}/${first.id}`)).status, 404);
  assert.equal((await send("GET", path)).body.length, 3);
});

test("payments survive a restart", async (t) => {
  using directory = temporaryDirectory();
  const before = await start(t, directory.path);
  const session = (await before.send("POST", "/api/v2/checkout", checkout())).body;
  await before.close();
  const after = await start(t, directory.path);
  const found = await after.send("GET", `/api/v2/payments/${session.payment.id}`);
  await after.close();
  assert.equal(found.body.order.reference_id, "1001-A1");
});
