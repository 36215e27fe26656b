import assert from "node:assert/strict";
import { test } from "node:test";
import fastify from "fastify";
import { Problem, type ProblemCode } from "#core/problem.ts";
import { issueInvoice, loadModel, post, startTestApp, type TestApp } from "#test/app-harness.ts";
import { mountProblems } from "../http/problems.ts";
import { mountAccessLog } from "./access-log.ts";
import { createLog } from "./log.ts";
import { createSecurityLog, securityEvents } from "./security-log.ts";

type Line = Readonly<Record<string, unknown>>;

const parse = (line: string): Line => JSON.parse(line) as Line;
const security = (lines: readonly Line[]): Line[] =>
  lines.filter(({ msg }) => String(msg).startsWith("security."));

function fields(line: Line | undefined, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, line?.[name]]));
}

test("each refusal that tells of an attack leaves one line with code, route, address and request", async () => {
  const lines: Line[] = [];
  const log = createLog((line) => lines.push(parse(line)));
  const app = fastify({ genReqId: () => "the-request" });
  mountProblems(app, log);
  mountAccessLog(app, { log, security: createSecurityLog(log, Date.now) });
  app.get("/rest/pay/order/:orderNumber/:code", (request) => {
    throw new Problem((request.params as { code: ProblemCode }).code);
  });
  for (const [code, event] of Object.entries(securityEvents)) {
    lines.length = 0;
    const reply = await app.inject({
      url: `/rest/pay/order/7KQ2M4N6P8R9S1TV/${code}?signature=stolen`,
      remoteAddress: "2001:db8:1:2:3::4",
    });
    assert.equal(reply.headers["x-request-id"], "the-request");
    const [line, ...more] = security(lines);
    assert.deepEqual(more, []);
    assert.deepEqual(
      fields(line, ["level", "msg", "code", "method", "route", "address", "requestId", "orderEnd"]),
      {
        level: "warn",
        msg: event,
        code,
        method: "GET",
        route: "/rest/pay/order/:orderNumber/:code",
        address: "2001:db8:1:2::/64",
        requestId: "the-request",
        orderEnd: "S1TV",
      },
    );
    assert.doesNotMatch(JSON.stringify(lines), /7KQ2M4N6P8R9S1TV|stolen|2001:db8:1:2:3/);
  }
  await app.close();
});

test("a request is one line: its route, how long, how much, from where, and never its address", async () => {
  await using shop = await startTestApp();
  const orderNumber = await issueInvoice(shop);
  const url = await shop.app.listen({ host: "127.0.0.1", port: 0 });
  shop.logLines.length = 0;
  const reply = await fetch(`${url}/rest/pay/order/${orderNumber}?lang=ar&secret=word`);
  const body = await reply.text();
  const line = shop.logLines.map(parse).find(({ msg }) => msg === "http.answered");
  assert.deepEqual(fields(line, ["level", "method", "route", "status", "requestId", "address"]), {
    level: "info",
    method: "GET",
    route: "/rest/pay/order/:orderNumber",
    status: 200,
    requestId: reply.headers.get("x-request-id"),
    address: "127.0.0.0/24",
  });
  assert.ok(Number(line?.["bytes"]) > body.length, "with headers");
  assert.ok(Number(line?.["ms"]) >= 0);
  assert.doesNotMatch(JSON.stringify(line), new RegExp(`${orderNumber}|secret|lang`));
});

test("every answer names its request: good ones, refusals, what is not there", async () => {
  await using shop = await startTestApp();
  for (const url of [
    "/healthz",
    "/rest/pay/terms",
    "/rest/pay/order/0000000000000000",
    "/api/v1/invoices",
    "/nothing",
  ]) {
    const reply = await shop.app.inject(url);
    assert.match(String(reply.headers["x-request-id"]), /^[\w-]{12}$/, url);
    if (reply.statusCode >= 400) assert.equal(reply.json().requestId, reply.headers["x-request-id"], url);
  }
});

type Attack = {
  readonly name: string;
  readonly event: string;
  readonly run: (shop: TestApp) => Promise<unknown>;
};

async function stcBody(shop: TestApp, changes: Readonly<Record<string, unknown>>): Promise<unknown> {
  const model = await loadModel(shop, await issueInvoice(shop));
  return {
    orderNumber: model.orderNumber,
    clientName: "نورة العتيبي",
    clientMobile: "0551234567",
    clientCountryCode: "sa",
    transactionId: model.transactionId,
    signature: model.signature,
    emailSignature: null,
    stcPayMobile: "0551234567",
    stcPayMobileCountryCode: "966",
    total: model.total,
    ...changes,
  };
}

const attacks: readonly Attack[] = [
  {
    name: "a forged order signature",
    event: "security.signature",
    run: async (shop) =>
      await post(shop, "/rest/pay/stcpay/sendOtp", await stcBody(shop, { signature: "A".repeat(52) })),
  },
  {
    name: "another total than the order's",
    event: "security.amount",
    run: async (shop) => await post(shop, "/rest/pay/stcpay/sendOtp", await stcBody(shop, { total: 1 })),
  },
  {
    name: "a forged address of a 3-D Secure page",
    event: "security.signature",
    run: async (shop) =>
      await shop.app.inject(
        `/rest/pay/get3DPage/${await issueInvoice(shop)}?key=${"k".repeat(43)}&signature=forged`,
      ),
  },
  {
    name: "a wrong API key",
    event: "security.key",
    run: async (shop) =>
      await shop.app.inject({
        url: "/api/v1/invoices",
        headers: { authorization: "Bearer wasl_test_guess" },
      }),
  },
  {
    name: "a forged webhook",
    event: "security.webhook",
    run: async (shop) => await post(shop, `/rest/pay/notify/card/${shop.merchantId}`, { forged: true }),
  },
  {
    name: "a call from another site's page",
    event: "security.cross_site",
    run: async (shop) =>
      await shop.app.inject({
        method: "POST",
        url: "/rest/pay/checkPaymentStatus",
        headers: { origin: "https://evil.example" },
        payload: { orderNumber: await issueInvoice(shop) },
      }),
  },
];

for (const { name, event, run } of attacks) {
  test(`${name} leaves a line ${event}`, async () => {
    await using shop = await startTestApp();
    await run(shop);
    const lines = security(shop.logLines.map(parse));
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      [event],
    );
  });
}

test("too much from one address leaves a line security.limit", async () => {
  await using shop = await startTestApp({ env: { WASL_RATE_LIMITS: "true", WASL_TRUSTED_PROXIES: "1" } });
  const headers = { "x-forwarded-for": "203.0.113.7" };
  for (let i = 0; i < 21; i += 1) await shop.app.inject({ url: "/rest/pay/order/0000000000000000", headers });
  const lines = security(shop.logLines.map(parse));
  assert.deepEqual(
    lines.map((line) => fields(line, ["msg", "address"])),
    [{ msg: "security.limit", address: "203.0.113.7" }],
  );
});

test("a refusal of the merchant API names the merchant", async () => {
  await using shop = await startTestApp();
  const { id } = { id: shop.merchantId };
  const reply = await shop.app.inject({
    method: "POST",
    url: "/api/v1/invoices",
    headers: { authorization: `Bearer ${shop.apiKey}`, "idempotency-key": "once" },
    payload: {
      client: { name: "نورة", mobile: "0551234567" },
      lines: [{ title: "تمر", quantity: 1, unitPrice: "5.00" }],
      callbackUrl: "javascript:alert(1)",
    },
  });
  assert.equal(reply.statusCode, 422);
  const [line] = security(shop.logLines.map(parse));
  assert.deepEqual(fields(line, ["msg", "merchantId"]), { msg: "security.address", merchantId: id });
});
