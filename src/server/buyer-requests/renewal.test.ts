/** A buyer who comes too late asks for a fresh link: once, notified once, and answered by giving the invoice time again. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { limits } from "#core/limits.ts";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { startShop } from "#test/console.ts";
import { startPushService } from "#test/push-service.ts";
import { runJobs } from "#test/webhook-shop.ts";

let app: TestApp;

before(async () => {
  app = await startTestApp();
});
after(() => app[Symbol.asyncDispose]());

const hourMs = 60 * 60_000;

/** Calls the merchant API with the shop's key. */
async function call(method: "GET" | "POST" | "PATCH", path: string, body?: object) {
  const headers = {
    authorization: `Bearer ${app.apiKey}`,
    ...(method === "POST" && { "idempotency-key": randomUUID() }),
    ...(method === "PATCH" && { "if-match": "*" }),
  };
  const url = `/api/v1${path}`;
  return await app.app.inject({ method, url, headers, ...(body && { payload: body }) });
}

/** An invoice whose time ended a moment ago. */
async function expired(of: TestApp = app): Promise<string> {
  const expiresAt = new Date(of.clock.now() + hourMs).toISOString();
  const orderNumber = await issueInvoice(of, { expiresAt });
  of.clock.advance(hourMs + 1_000);
  return orderNumber;
}

async function ask(
  orderNumber: string,
  of: TestApp = app,
  from: { readonly remoteAddress?: string; readonly origin?: string | null } = {},
) {
  const { remoteAddress = "127.0.0.1", origin = "http://localhost:3000" } = from;
  return await of.app.inject({
    method: "POST",
    remoteAddress,
    url: `/rest/pay/askRenewal/${orderNumber}`,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(origin !== null && { origin }),
    },
    payload: "lang=ar",
  });
}

const requestedAt = async (orderNumber: string): Promise<string | null> =>
  (await call("GET", `/invoices/${orderNumber}`)).json().renewalRequestedAt;

async function told(orderNumber: string): Promise<number> {
  await runJobs(app.services);
  const { items } = (await call("GET", "/events?type=invoice.renewal_requested&limit=100")).json();
  type Told = { readonly data: { readonly invoice: { readonly orderNumber: string } } };
  return items.filter(({ data }: Told) => data.invoice.orderNumber === orderNumber).length;
}

test("one press tells the shop once, however often it is made and by how many at the same time", async () => {
  const orderNumber = await expired();
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask(orderNumber)));
  for (const answer of answers) {
    assert.equal(answer.statusCode, 303, answer.body);
    assert.equal(answer.headers["location"], `/pay/error/expired-qr?order=${orderNumber}&lang=ar`);
  }
  assert.equal(await told(orderNumber), 1);
  assert.ok(await requestedAt(orderNumber));
  const listed = (await call("GET", "/invoices?renewalRequested=true")).json().items;
  assert.ok(listed.some((one: { orderNumber: string }) => one.orderNumber === orderNumber));
});

test("more time answers the request, at the buyer's own address; the next end can be asked after again", async () => {
  const orderNumber = await expired();
  await ask(orderNumber);
  const { attention } = (await call("GET", "/home")).json();
  const waiting = (list: typeof attention): number =>
    list.find((one: { kind: string }) => one.kind === "renewal_requests")?.count ?? 0;
  const before = waiting(attention);
  const expiresAt = new Date(app.clock.now() + hourMs).toISOString();
  const renewed = await call("PATCH", `/invoices/${orderNumber}`, { expiresAt });
  assert.equal(renewed.statusCode, 200, renewed.body);
  assert.equal(renewed.json().renewalRequestedAt, null);
  assert.equal(waiting((await call("GET", "/home")).json().attention), before - 1);
  // While it can be paid there is nothing to ask for.
  await ask(orderNumber);
  assert.equal(await told(orderNumber), 1);
  app.clock.advance(hourMs + 1_000);
  await ask(orderNumber);
  assert.equal(await told(orderNumber), 2);
});

test("nothing is asked of what is paid, cancelled or without an end", async () => {
  const paid = await issueInvoice(app, { expiresAt: new Date(app.clock.now() + hourMs).toISOString() });
  await payByCard(app, paid);
  const cancelled = await issueInvoice(app, { expiresAt: new Date(app.clock.now() + hourMs).toISOString() });
  await call("POST", `/invoices/${cancelled}/cancel`, {});
  const endless = await issueInvoice(app);
  app.clock.advance(2 * hourMs);
  for (const orderNumber of [paid, cancelled, endless]) {
    assert.equal((await ask(orderNumber)).statusCode, 303);
    assert.equal(await requestedAt(orderNumber), null);
    assert.equal(await told(orderNumber), 0);
  }
  assert.equal((await ask("0000000000000000")).statusCode, 404);
});

test("another site's page asks for nothing, and one address only so often", async () => {
  const orderNumber = await expired();
  assert.equal((await ask(orderNumber, app, { origin: "https://evil.example" })).statusCode, 403);
  assert.equal((await ask(orderNumber, app, { origin: null })).statusCode, 403);
  assert.equal(await requestedAt(orderNumber), null);
  const address = { remoteAddress: "203.0.113.7" };
  await using behind = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  const other = await expired(behind);
  for (let asked = 0; asked < limits.buyerRequestsPerAddressPerHour; asked += 1)
    assert.equal((await ask(other, behind, address)).statusCode, 303);
  assert.equal((await ask(other, behind, address)).statusCode, 429);
  // What buyers ask for is counted together: returns, too.
  const returning = await behind.app.inject({
    ...{ method: "POST", url: `/rest/pay/askReturn/${other}`, ...address },
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:3000" },
    payload: "lang=ar&reason=other",
  });
  assert.equal(returning.statusCode, 429);
});

test("the shop is notified by the mails and on the devices that it has chosen", async () => {
  await using shop = await startShop({ env: { WASL_PUSH_CONTACT: "mailto:ops@wasl.example" } });
  await using service = await startPushService();
  const cookie = await shop.signIn(await shop.addPerson("owner"));
  const of = { cookie, shop: shop.merchantId };
  const { serverKey } = (await shop.send("/api/v1/me/push", of)).json();
  await shop.send("/api/v1/me/push", { ...of, json: { ...service.subscribe(serverKey), language: "en" } });
  const settings = (await shop.send("/api/v1/messages/settings", of)).json();
  const notices = { emails: ["sales@shop.example.sa"], events: ["invoice.renewal_requested"] };
  const saved = await shop.send("/api/v1/messages/settings", {
    ...of,
    method: "PUT",
    json: { ...settings, notices },
  });
  assert.equal(saved.statusCode, 200, saved.body);
  const orderNumber = await expired(shop);
  await ask(orderNumber, shop);
  await runJobs(shop.services);
  await runJobs(shop.services);
  const [mail] = shop.mail.list("sales@shop.example.sa");
  assert.match(mail?.subject ?? "", /مشترٍ يطلب رابطًا جديدًا/);
  const [pushed] = service.messages;
  const content = pushed?.content as { title: string; tag: string } | undefined;
  assert.deepEqual([content?.title, content?.tag], ["A buyer asks for a new link", `renewal-${orderNumber}`]);
});
