import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { at, browser, challengedCard, frictionlessCard, merchant, startGateway } from "./test-merchant.ts";

async function start(t: TestContext) {
  const gateway = await startGateway();
  t.after(() => gateway.close());
  return gateway;
}

type Row = {
  readonly number: string;
  readonly hasMethod: boolean;
  readonly status: string;
  readonly result: string;
  readonly recommendation: string;
  readonly transactionStatus?: string;
  readonly eci?: string;
};
const authenticated = {
  status: "AUTHENTICATION_SUCCESSFUL",
  result: "SUCCESS",
  recommendation: "PROCEED",
  transactionStatus: "Y",
};
const attempted = {
  status: "AUTHENTICATION_ATTEMPTED",
  result: "SUCCESS",
  recommendation: "PROCEED",
  transactionStatus: "A",
};
const challenged = {
  status: "AUTHENTICATION_PENDING",
  result: "PENDING",
  recommendation: "PROCEED",
  transactionStatus: "C",
};
const rejected = {
  status: "AUTHENTICATION_REJECTED",
  result: "FAILURE",
  recommendation: "RESUBMIT_WITH_ALTERNATIVE_PAYMENT_DETAILS",
  transactionStatus: "R",
};
const rows: readonly Row[] = [
  { number: "5123450000000008", hasMethod: true, ...challenged },
  { number: "2223000000000007", hasMethod: true, ...challenged },
  { number: "5123456789012346", hasMethod: true, ...authenticated, eci: "02" },
  { number: "5555555555000018", hasMethod: false, ...authenticated, eci: "02" },
  { number: "5500005555555559", hasMethod: false, ...attempted, eci: "01" },
  { number: "5506900140100503", hasMethod: false, ...rejected },
  {
    number: "5123459999998221",
    hasMethod: false,
    status: "AUTHENTICATION_UNAVAILABLE",
    result: "FAILURE",
    recommendation: "PROCEED",
  },
  { number: "4440000009900010", hasMethod: false, ...challenged },
  { number: "4440000042200014", hasMethod: true, ...authenticated, eci: "05" },
  { number: "4440000042200022", hasMethod: false, ...attempted, eci: "06" },
  { number: "5297410588409146", hasMethod: true, ...challenged },
  { number: "5433570000000008", hasMethod: false, ...authenticated, eci: "02" },
  { number: "4860940000000008", hasMethod: false, ...authenticated, eci: "05" },
  { number: "9682090000000031", hasMethod: false, ...authenticated, eci: "05" },
];
for (const row of rows) {
  test(`test card ${row.number} is answered ${row.status}`, async (t) => {
    const { cards } = await start(t);
    const sessionId = await cards.session({ number: row.number });
    const initiated = await cards.initiate("o", "a", sessionId);
    assert.equal(initiated.status, 201);
    assert.equal(at(initiated.body, "response.gatewayCode"), "AUTHENTICATION_IN_PROGRESS");
    assert.equal(at(initiated.body, "transaction.authenticationStatus"), "AUTHENTICATION_AVAILABLE");
    assert.equal(at(initiated.body, "authentication.version"), "3DS2");
    assert.equal(at(initiated.body, "authentication.redirect.html") !== undefined, row.hasMethod);
    const { status, body } = await cards.authenticate("o", "a", sessionId);
    assert.equal(status, 200);
    assert.equal(at(body, "transaction.authenticationStatus"), row.status);
    assert.equal(at(body, "result"), row.result);
    assert.equal(at(body, "response.gatewayRecommendation"), row.recommendation);
    assert.equal(at(body, "authentication.3ds2.transactionStatus"), row.transactionStatus);
    if (row.eci !== undefined) assert.equal(at(body, "authentication.3ds.acsEci"), row.eci);
    const isChallenged = row.result === "PENDING";
    assert.equal(
      String(at(body, "authentication.redirect.html")).includes("threedsChallengeRedirectForm"),
      isChallenged,
    );
  });
}

test("test card 371881733404002 is challenged under the American Express profile", async (t) => {
  const { url } = await start(t);
  const amex = merchant(url, "TESTWASLAMEX", "simulator-amex-password");
  const sessionId = await amex.session({ number: "371881733404002", securityCode: "1000" });
  await amex.initiate("o", "a", sessionId);
  const { body } = await amex.authenticate("o", "a", sessionId);
  assert.equal(at(body, "transaction.authenticationStatus"), "AUTHENTICATION_PENDING");
  assert.match(String(at(body, "authentication.redirect.html")), /\/mpgs\/acs\/amex\/v2\/prompt/);
});

test("a card without 3-D Secure says so, and may only continue if it is not mada", async (t) => {
  const { cards } = await start(t);
  for (const [number, outcome] of [
    ["5111111111111118", "APPROVED"],
    ["4860940000000024", "BLOCKED"],
  ] as const) {
    const sessionId = await cards.session({ number });
    const initiated = await cards.initiate(number, "a", sessionId);
    assert.equal(at(initiated.body, "authentication.version"), "NONE");
    assert.equal(at(initiated.body, "transaction.authenticationStatus"), "AUTHENTICATION_NOT_SUPPORTED");
    assert.equal(at(initiated.body, "response.gatewayRecommendation"), "PROCEED");
    const { body } = await cards.transaction(
      number,
      "p",
      cards.payBody(sessionId, { authenticationId: "a" }),
    );
    assert.equal(at(body, "response.gatewayCode"), outcome);
  }
});

test("the two failing test cards answer SERVER_FAILED and leave nothing behind", async (t) => {
  const { cards } = await start(t);
  const first = await cards.initiate("one", "a", await cards.session({ number: "5210760000000004" }));
  assert.equal(first.status, 500);
  assert.equal(at(first.body, "error.cause"), "SERVER_FAILED");
  assert.match(String(at(first.body, "error.supportCode")), /^\d+$/);
  assert.equal((await cards.send("GET", "order/one")).status, 404);
  const sessionId = await cards.session({ number: "5455031257390496" });
  await cards.initiate("two", "a", sessionId);
  assert.equal((await cards.authenticate("two", "a", sessionId)).status, 500);
  const { body } = await cards.send("GET", "order/two/transaction/a");
  assert.equal(at(body, "transaction.authenticationStatus"), "AUTHENTICATION_AVAILABLE");
});

test("an unsuccessful authentication does not pay", async (t) => {
  const { cards } = await start(t);
  for (const number of ["5506900140100503", "5123459999998221", challengedCard]) {
    const { reply } = await cards.payWith({ number });
    assert.equal(at(reply.body, "response.gatewayCode"), "AUTHENTICATION_FAILED");
    assert.equal(at(reply.body, "order.totalCapturedAmount"), 0);
  }
});

const initiate = {
  apiOperation: "INITIATE_AUTHENTICATION",
  authentication: { channel: "PAYER_BROWSER" },
  order: { currency: "SAR" },
};
const authenticate = {
  apiOperation: "AUTHENTICATE_PAYER",
  authentication: { redirectResponseUrl: "http://127.0.0.1:9/return" },
  device: browser,
  order: { amount: "100.00", currency: "SAR" },
};
const { browserDetails: _, ...noDetails } = browser;
const wrong: readonly (readonly [string, object, string, string])[] = [
  [
    "INITIATE with an amount",
    { ...initiate, order: { currency: "SAR", amount: "1.00" } },
    "order.amount",
    "UNSUPPORTED",
  ],
  ["INITIATE with a device", { ...initiate, device: browser }, "device", "UNSUPPORTED"],
  ["INITIATE without a channel", { ...initiate, authentication: {} }, "authentication.channel", "MISSING"],
  ["INITIATE without a currency", { ...initiate, order: {} }, "order.currency", "MISSING"],
  [
    "AUTHENTICATE without a return address",
    { ...authenticate, authentication: {} },
    "authentication.redirectResponseUrl",
    "MISSING",
  ],
  [
    "AUTHENTICATE to a script address",
    { ...authenticate, authentication: { redirectResponseUrl: "javascript:alert(1)" } },
    "authentication.redirectResponseUrl",
    "INVALID",
  ],
  [
    "AUTHENTICATE without browser details",
    { ...authenticate, device: noDetails },
    "device.browserDetails",
    "MISSING",
  ],
  [
    "AUTHENTICATE with a colour depth of 30",
    {
      ...authenticate,
      device: { ...browser, browserDetails: { ...browser.browserDetails, colorDepth: 30 } },
    },
    "device.browserDetails.colorDepth",
    "INVALID",
  ],
  [
    "AUTHENTICATE without an amount",
    { ...authenticate, order: { currency: "SAR" } },
    "order.amount",
    "MISSING",
  ],
  [
    "AUTHENTICATE in another currency",
    { ...authenticate, order: { amount: "1.00", currency: "USD" } },
    "order.currency",
    "INVALID",
  ],
  [
    "AUTHENTICATE with a notification address",
    { ...authenticate, order: { notificationUrl: "http://127.0.0.1/" } },
    "order.notificationUrl",
    "UNSUPPORTED",
  ],
];
for (const [what, body, field, validationType] of wrong) {
  test(`${what} is refused with its field`, async (t) => {
    const { cards } = await start(t);
    const sessionId = await cards.session();
    if (what.startsWith("AUTHENTICATE")) await cards.initiate("o", "a", sessionId);
    const { status, body: reply } = await cards.transaction("o", "a", {
      ...body,
      session: { id: sessionId },
    });
    assert.equal(status, 400);
    assert.deepEqual([at(reply, "error.field"), at(reply, "error.validationType")], [field, validationType]);
  });
}

test("the payer is authenticated only after INITIATE_AUTHENTICATION under the same transaction id", async (t) => {
  const { cards } = await start(t);
  const sessionId = await cards.session();
  await cards.initiate("o", "a", sessionId);
  const { body } = await cards.authenticate("o", "b", sessionId);
  assert.equal(at(body, "error.field"), "transaction.id");
});

test("a card without 3-D Secure cannot be authenticated", async (t) => {
  const { cards } = await start(t);
  const sessionId = await cards.session({ number: "5111111111111118" });
  await cards.initiate("o", "a", sessionId);
  const { body } = await cards.authenticate("o", "a", sessionId);
  assert.equal(at(body, "error.field"), "transaction.id");
});

test("a paid order takes no further authentication", async (t) => {
  const { cards } = await start(t);
  const sessionId = await cards.session();
  await cards.initiate("o", "left", sessionId);
  await cards.payWith({}, { orderId: "o" });
  assert.equal(at((await cards.authenticate("o", "left", sessionId)).body, "error.field"), "order.id");
  assert.equal(at((await cards.initiate("o", "new", sessionId)).body, "error.field"), "order.id");
});

test("the payer is authenticated only with the card that was initiated", async (t) => {
  const { cards } = await start(t);
  await cards.initiate("o", "a", await cards.session({ number: frictionlessCard }));
  const { body } = await cards.authenticate("o", "a", await cards.session({ number: "5555555555000018" }));
  assert.equal(at(body, "error.field"), "sourceOfFunds.provided.card.number");
});
