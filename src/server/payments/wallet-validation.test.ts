import assert from "node:assert/strict";
import { test } from "node:test";
import {
  issueInvoice,
  loadModel,
  payByCard,
  post,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { appleToken } from "#test/wallet-tokens.ts";

const validationUrl = "https://apple-pay-gateway.apple.com/paymentservices/startSession";
const association = "/.well-known/apple-developer-merchantid-domain-association";

const issue = (app: TestApp) => issueInvoice(app, { allowedMethods: ["applepay", "creditcard"] });
const validate = (app: TestApp, orderNumber: string, body: object = { validationUrl }) =>
  post(app, `/rest/pay/apple/validateMerchant/${orderNumber}`, body);

/** What Apple was asked, by the simulator's journal. */
async function asked(app: TestApp): Promise<unknown[]> {
  const response = await fetch(`${app.simulatorUrl}/_control/journal?simulator=applepay`);
  return ((await response.json()) as { entries: unknown[] }).entries;
}

test("an order that Apple Pay may pay gets a merchant session for our own domain and the shop's name", async () => {
  await using app = await startTestApp({ env: { WASL_WEB_URL: "http://pay.example:3000" } });
  const reply = await validate(app, await issue(app));
  assert.equal(reply.statusCode, 200, reply.body);
  assert.equal(reply.headers["cache-control"], "no-store");
  const session = reply.json();
  assert.equal(session.domainName, "pay.example");
  assert.equal(session.displayName, "متجر النخيل");
  assert.match(session.merchantSessionIdentifier, /^SSH/);
});

test("the domain comes from the configuration, whatever host the request names", async () => {
  await using app = await startTestApp();
  const url = `/rest/pay/apple/validateMerchant/${await issue(app)}`;
  const asked = (host: string) =>
    app.app.inject({ method: "POST", url, headers: { host }, payload: { validationUrl } });
  assert.equal((await asked("127.0.0.1:3000")).json().domainName, "localhost");
  const evil = await asked("evil.example");
  assert.deepEqual([evil.statusCode >= 400, evil.json().domainName], [true, undefined]);
});

for (const [what, body] of [
  ["another host", { validationUrl: "https://evil.example/paymentservices/startSession" }],
  ["an address within", { validationUrl: "http://169.254.169.254/latest/meta-data/" }],
  ["Apple's name in front", { validationUrl: "https://apple-pay-gateway.apple.com.evil.example/" }],
] as const) {
  test(`${what} is refused, and no request is sent`, async () => {
    await using app = await startTestApp();
    const reply = await validate(app, await issue(app), body);
    assert.equal(reply.statusCode, 422, reply.body);
    assert.equal(reply.json().code, "validation_url_not_allowed");
    assert.deepEqual(await asked(app), []);
  });
}

test("a body without an address, or with more, is refused", async () => {
  await using app = await startTestApp();
  const orderNumber = await issue(app);
  for (const body of [{}, { validationUrl: "" }, { validationUrl, domain: "evil.example" }]) {
    assert.equal((await validate(app, orderNumber, body)).json().code, "validation_failed");
  }
});

test("orders that cannot be paid by Apple Pay now are refused before Apple is asked", async () => {
  await using app = await startTestApp();
  assert.equal((await validate(app, "7K3M9Q2XW4HTBZ6N")).json().code, "order_not_found");
  const cardOnly = await issueInvoice(app, { allowedMethods: ["creditcard"] });
  assert.equal((await validate(app, cardOnly)).json().code, "method_not_allowed_for_order");
  const paid = await issue(app);
  await payByCard(app, paid);
  assert.equal((await validate(app, paid)).json().code, "order_already_paid");
  assert.deepEqual(await asked(app), []);
});

test("no sheet opens while a payment of the order is being checked", async () => {
  await using app = await startTestApp();
  const orderNumber = await issue(app);
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  const { transactionId, signature, total } = await loadModel(app, orderNumber);
  const packet = { orderNumber, transactionId, signature, clientName: "N", clientMobile: "0551234567" };
  await post(app, "/rest/pay/apple/processPayment", {
    paymentPacket: packet,
    paymentToken: appleToken(),
    total,
  });
  assert.equal((await validate(app, orderNumber)).json().code, "payment_in_progress");
});

for (const [fault, status, code] of [
  ["not_registered", 502, "gateway_refused"],
  ["status_503", 503, "gateway_unavailable"],
] as const) {
  test(`Apple's ${fault} is reported as ${code}, without Apple's words`, async () => {
    await using app = await startTestApp();
    await setFault(app, { simulator: "applepay", fault });
    const reply = await validate(app, await issue(app));
    assert.equal(reply.statusCode, status);
    assert.equal(reply.json().code, code);
    assert.doesNotMatch(reply.body, /Payment Services|registered/);
  });
}

test("Apple finds the domain's file as text, without a redirect", async () => {
  await using app = await startTestApp({ env: { APPLE_PAY_DOMAIN_ASSOCIATION: " 7B227073704964223A \n" } });
  const reply = await app.app.inject(association);
  assert.equal(reply.statusCode, 200);
  assert.match(String(reply.headers["content-type"]), /^text\/plain/);
  assert.equal(reply.body, "7B227073704964223A");
});

test("without the setting there is no such file", async () => {
  await using app = await startTestApp();
  assert.equal((await app.app.inject(association)).statusCode, 404);
});
