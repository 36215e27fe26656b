/** The daily comparison with the providers' books: each planted difference is found once, and there are no false ones. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type RedirectMethod, redirectMethods, referenceMethods } from "#methods/allowed.ts";
import { payableInvoice } from "#methods/payable-amount.ts";
import { issueInvoice, ledger, payByCard, setFault, type TestApp } from "#test/app-harness.ts";
import {
  actAtBank,
  askForReference,
  askStatus,
  beginRedirect,
  callOfMerchant,
  leaveProviderPage,
  payWithCode,
  sendCode,
  statusOf,
} from "#test/buyers.ts";
import { type GatedApp, startGatedApp } from "#test/gated-app.ts";
import { endRefunds, isRefundedByProvider } from "#test/given-back.ts";
import { asMerchant } from "#test/product-links.ts";
import { sendDueRefunds } from "../payments/refund-jobs.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";
import { reconcileDueDays } from "./reconcile-day.ts";

const dayMs = 24 * 60 * 60_000;

type Found = { kind: string; account: string; order_number: string | null; ours: number; theirs: number };

async function differences(app: TestApp): Promise<Found[]> {
  const { rows } = await app.db.pool.query<Found>(
    `select d.kind, d.account, o.order_number, d.ours, d.theirs from reconciliation_differences d
     left join orders o on o.id = d.order_id order by d.id`,
  );
  return rows;
}

/** What the jobs of the days after do. The first call knows of no day before yesterday. */
async function afterTheNight(app: TestApp, days = 2): Promise<void> {
  await reconcileDueDays(app.services);
  app.clock.advance(days * dayMs);
  for (let count = 1; count > 0; ) count = await reconcileDueDays(app.services);
}

async function payOnPage(app: TestApp, method: RedirectMethod): Promise<string> {
  const orderNumber = await issueInvoice(app, payableInvoice);
  await leaveProviderPage(await beginRedirect(app, method, orderNumber), "approve");
  await askStatus(app, orderNumber);
  app.clock.advance(3_000);
  await checkDueAttempts(app.services);
  return orderNumber;
}

async function payByWallet(app: TestApp): Promise<string> {
  const orderNumber = await issueInvoice(app);
  assert.equal((await payWithCode(app, orderNumber, await sendCode(app, orderNumber))).statusCode, 200);
  return orderNumber;
}

async function payWithCard(app: TestApp): Promise<string> {
  const orderNumber = await issueInvoice(app);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  return orderNumber;
}

const refund = async (app: TestApp, orderNumber: string, body: object = {}) =>
  assert.equal((await callOfMerchant(app, orderNumber, { path: "refunds", body })).statusCode, 201);

/** A merchant gives money back in the gateway's own dashboard. */
async function refundAtGateway(app: TestApp, orderNumber: string, amount: string): Promise<void> {
  const path = `/mpgs/api/rest/version/100/merchant/TESTWASL/order/${orderNumber}/transaction/by-hand`;
  const credentials = Buffer.from("merchant.TESTWASL:simulator-card-password").toString("base64");
  const reply = await fetch(app.simulatorUrl + path, {
    method: "PUT",
    headers: { authorization: `Basic ${credentials}`, "content-type": "application/json" },
    body: JSON.stringify({ apiOperation: "REFUND", transaction: { amount, currency: "SAR" } }),
  });
  assert.ok(reply.ok, await reply.text());
}

/** A call to STC Pay that we know nothing of, with the account's own client code. */
async function callStcPay(app: GatedApp, operation: string, fields: object) {
  const own = app.outward.passed.find(({ path }) => path.includes("DirectPaymentAuthorize"));
  const path = `/stcpay/B2B.DirectPayment.WebApi/DirectPayment/V4/${operation}`;
  const reply = await fetch(app.simulatorUrl + path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-clientcode": own?.headers["x-clientcode"] ?? "" },
    body: JSON.stringify({ [`${operation}V4RequestMessage`]: fields }),
  });
  return Object(await reply.json());
}

async function confirmPastUs(app: GatedApp, OtpReference: string, STCPayPmtReference: string): Promise<void> {
  const code = { OtpValue: "123456", TokenReference: "", TokenizeYn: false };
  const paid = await callStcPay(app, "DirectPaymentConfirm", { OtpReference, STCPayPmtReference, ...code });
  assert.equal(paid.DirectPaymentConfirmV4ResponseMessage?.PaymentStatusDesc, "Paid", JSON.stringify(paid));
}

test("books that agree bring no difference, whatever was paid, given back or surplus", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const card = await payWithCard(app);
  await refund(app, card, { amount: "15.00" });
  await refund(app, card, { amount: "40.00" });
  const wallet = await payByWallet(app);
  await refund(app, wallet);
  for (const method of redirectMethods) {
    const orderNumber = await payOnPage(app, method);
    await refund(app, orderNumber, { amount: "46.00" });
  }
  for (const method of referenceMethods) {
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    await actAtBank(app, method, "pay");
    app.clock.advance(61_000);
    await checkDueAttempts(app.services);
    assert.equal(await statusOf(app, orderNumber), "PAID");
    // What the merchant pays out by hand is not in the provider's books.
    const way = isRefundedByProvider(app, method) ? {} : { byHand: true };
    await refund(app, orderNumber, { amount: "10.00", ...way });
  }
  await endRefunds(app);
  await payByCard(app, await issueInvoice(app), { expiry: "05/39" });
  await afterTheNight(app);
  assert.deepEqual(await differences(app), []);
  const { rows } = await app.db.pool.query(
    "select account, orders, our_taken, their_taken, our_given_back, their_given_back from reconciliation_sums",
  );
  const accounts = new Map<string, string>();
  for (const method of ["card", "stcpay", ...redirectMethods, ...referenceMethods] as const) {
    const provider = app.services.providers.ofInstallation(method);
    accounts.set(provider?.account ?? provider?.id ?? method, method);
  }
  assert.deepEqual(rows.map(({ account }) => account).toSorted(), [...accounts.keys()].toSorted());
  for (const { account, orders, ...sums } of rows) {
    // Null: a provider need not state what it gives back.
    const theirs = [sums.their_taken, sums.their_given_back ?? sums.our_given_back];
    assert.deepEqual(
      [orders, ...theirs],
      [1, sums.our_taken, sums.our_given_back],
      `${accounts.get(account)} (${account}) states ${sums.their_taken} taken, ${sums.their_given_back} given back`,
    );
  }
  const { rows: days } = await app.db.pool.query(
    "select unanswered from reconciliation_days where unanswered > 0",
  );
  assert.deepEqual(days, []);
});

test("what a shop gave back in the gateway's dashboard, and wrote down, is no difference once the order was paid again", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await setFault(app, { fault: "amount_mismatch", operation: "PAY" });
  assert.equal((await payByCard(app, orderNumber)).json().code, "outcome_unknown");
  const [wrong] = await ledger(app);
  await refundAtGateway(app, orderNumber, wrong?.amount ?? "");
  const { items } = (await asMerchant(app, "GET", "/payments?state=surplus")).json();
  const recorded = await asMerchant(app, "POST", `/payments/${items[0].id}/surplus-refund`, {
    reason: "In the dashboard",
  });
  assert.equal(recorded.statusCode, 201);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  await afterTheNight(app);
  assert.deepEqual(await differences(app), []);
});

test("the sums of days add up: money that came on one day and went back on another is of each its own", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  await reconcileDueDays(app.services);
  const card = await payWithCard(app);
  await afterTheNight(app);
  await refund(app, card, { amount: "15.00" });
  await afterTheNight(app);
  await refund(app, card, { amount: "20.00" });
  await afterTheNight(app);
  const { rows } = await app.db.pool.query(
    "select orders, our_taken, their_taken, our_given_back, their_given_back from reconciliation_sums order by day",
  );
  const sums = (taken: number, back: number) => ({
    orders: 1,
    our_taken: taken,
    their_taken: taken,
    our_given_back: back,
    their_given_back: back,
  });
  assert.deepEqual(rows, [sums(11_500, 0), sums(0, 1_500), sums(0, 2_000)]);
  assert.deepEqual(await differences(app), []);
});

test("a refund in the gateway's dashboard is found once, reported to the merchant and to the operator", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const [orderNumber, part] = [await payWithCard(app), await payWithCard(app)];
  await payWithCard(app);
  await refundAtGateway(app, orderNumber, "100.00");
  await refund(app, part, { amount: "15.00" });
  await refundAtGateway(app, part, "1.00");
  await afterTheNight(app);
  // The same days again, as another process or a later try compares them.
  await app.db.pool.query("update reconciliation_days set next_try_at = now(), tries = 0");
  for (let count = 1; count > 0; ) count = await reconcileDueDays(app.services);
  const account = "mpgs/TESTWASL";
  const found = await differences(app);
  assert.deepEqual(
    found.toSorted((left, right) => left.ours - right.ours),
    [
      { kind: "refund_unknown_to_us", account, order_number: orderNumber, ours: 0, theirs: 10_000 },
      { kind: "refund_amount", account, order_number: part, ours: 1_500, theirs: 1_600 },
    ],
  );
  const { rows: events } = await app.db.pool.query(
    "select o.order_number, e.data->>'kind' as kind, e.data->>'theirs' as theirs from events e join orders o on o.id = e.order_id where e.type = 'reconciliation.difference' order by theirs",
  );
  assert.deepEqual(events, [
    { order_number: orderNumber, kind: "refund_unknown_to_us", theirs: "100.00" },
    { order_number: part, kind: "refund_amount", theirs: "16.00" },
  ]);
  assert.equal(app.logLines.filter((line) => line.includes("reconciliation difference")).length, 2);
});

test("a payment and a refund of ours that the provider does not know are found", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await payWithCard(app);
  await refund(app, orderNumber, { amount: "15.00" });
  const wallet = await payByWallet(app);
  await fetch(`${app.simulatorUrl}/_control/reset`, { method: "POST" });
  await afterTheNight(app);
  const found = (await differences(app)).map(({ kind, account, order_number }) => [
    kind,
    account,
    order_number,
  ]);
  assert.deepEqual(found.toSorted(), [
    ["payment_unknown_to_provider", "mpgs/TESTWASL", orderNumber],
    ["payment_unknown_to_provider", "stcpay", wallet],
    ["refund_unknown_to_provider", "mpgs/TESTWASL", orderNumber],
  ]);
});

for (const [what, change, kind, theirs] of [
  ["another amount", { totalCapturedAmount: 114.99 }, "payment_amount", 11_499],
  ["another currency", { currency: "AED" }, "currency", 11_500],
] as const) {
  test(`a payment that the provider has with ${what} is found`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await payWithCard(app);
    app.outward.rewrite({ method: "GET", path: new RegExp(`/order/${orderNumber}$`) }, (body) =>
      JSON.stringify({ ...JSON.parse(body), ...change }),
    );
    await afterTheNight(app);
    assert.deepEqual(await differences(app), [
      { kind, account: "mpgs/TESTWASL", order_number: orderNumber, ours: 11_500, theirs },
    ]);
  });
}

test("money on a provider's list for a payment that we had closed is found, brought in and given back", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await sendCode(app, orderNumber);
  app.clock.advance(11 * 60_000);
  for (let round = 0; round < 3; round += 1) {
    await checkDueAttempts(app.services);
    app.clock.advance(61_000);
  }
  const [attempt] = (await app.db.pool.query("select state, provider_data from payment_attempts")).rows;
  assert.equal(attempt.state, "expired");
  const { otpReference, paymentReference } = attempt.provider_data;
  // As a request does that was held up on its way.
  await confirmPastUs(app, otpReference, paymentReference);
  await afterTheNight(app);
  assert.deepEqual(await differences(app), [
    { kind: "payment_unknown_to_us", account: "stcpay", order_number: orderNumber, ours: 0, theirs: 11_500 },
  ]);
  for (let round = 0; round < 3; round += 1) {
    app.clock.advance(61_000);
    await checkDueAttempts(app.services);
    await sendDueRefunds(app.services);
  }
  const { rows } = await app.db.pool.query("select state from payment_attempts");
  assert.deepEqual(rows, [{ state: "refunded" }]);
});

test("money on the installation's account that is no order's is found, and is an event of the installation and a line for the operator", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  await payByWallet(app);
  // The account is used past us.
  const started = await callStcPay(app, "DirectPaymentAuthorize", {
    BranchID: "1",
    TellerID: "1",
    DeviceID: "1",
    RefNum: "by-hand-1",
    BillNumber: "by-hand-1",
    MobileNo: "966512345678",
    Amount: "20.00",
    MerchantNote: "",
  });
  const { OtpReference, STCPayPmtReference } = started.DirectPaymentAuthorizeV4ResponseMessage;
  await confirmPastUs(app, OtpReference, STCPayPmtReference);
  await afterTheNight(app);
  assert.deepEqual(await differences(app), [
    { kind: "payment_unknown_to_us", account: "stcpay", order_number: null, ours: 0, theirs: 2_000 },
  ]);
  const { rows } = await app.db.pool.query(
    "select merchant_id, order_id, data->>'kind' as kind, data->>'theirs' as theirs, data->>'reference' as reference from events where type = 'reconciliation.difference'",
  );
  const [event] = rows;
  assert.ok(event.reference !== "");
  // No merchant's: the account is shared.
  assert.deepEqual(rows, [
    {
      merchant_id: null,
      order_id: null,
      kind: "payment_unknown_to_us",
      theirs: "20.00",
      reference: event.reference,
    },
  ]);
  assert.equal(app.logLines.filter((line) => line.includes("reconciliation difference")).length, 1);
});

test("a SADAD bill at Moyasar that is no order's is found by its list of the day, as an event and a line", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const headers = {
    authorization: `Basic ${Buffer.from("sk_test_simulator-moyasar:").toString("base64")}`,
    "content-type": "application/json",
    "user-agent": "somebody else",
  };
  const body = JSON.stringify({ amount: 2_500, currency: "SAR", source: { type: "sadadbill" } });
  const path = `${app.simulatorUrl}/moyasar/v1/payments`;
  const { id } = Object(await (await fetch(path, { method: "POST", headers, body })).json());
  await actAtBank(app, "sadad", "pay");
  await afterTheNight(app);
  assert.deepEqual(await differences(app), [
    { kind: "payment_unknown_to_us", account: "moyasar-sadad", order_number: null, ours: 0, theirs: 2_500 },
  ]);
  const { rows } = await app.db.pool.query(
    "select data->>'reference' as reference from events where type = 'reconciliation.difference'",
  );
  assert.deepEqual(rows, [{ reference: id }]);
});

test("a provider that does not answer makes no difference: the day is compared again later", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await payWithCard(app);
  await refundAtGateway(app, orderNumber, "100.00");
  await fetch(`${app.simulatorUrl}/_control/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ simulator: "mpgs", fault: "drop_before", operation: "RETRIEVE_ORDER", times: 1 }),
  });
  await afterTheNight(app);
  assert.deepEqual(await differences(app), []);
  const waiting = "select day::text from reconciliation_days where unanswered > 0";
  assert.equal((await app.db.pool.query(waiting)).rowCount, 1);
  app.clock.advance(61 * 60_000);
  await reconcileDueDays(app.services);
  assert.deepEqual(
    (await differences(app)).map(({ kind }) => kind),
    ["refund_unknown_to_us"],
  );
  assert.equal((await app.db.pool.query(waiting)).rowCount, 0);
});

test("a refund that is made while the provider is asked is no difference", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await payWithCard(app);
  await reconcileDueDays(app.services);
  app.clock.advance(2 * dayMs);
  const stop = app.outward.stop({ method: "GET", path: new RegExp(`/order/${orderNumber}$`) }, "request");
  const comparing = (async () => {
    for (let count = 1; count > 0; ) count = await reconcileDueDays(app.services);
  })();
  await stop.reached;
  await refund(app, orderNumber, { amount: "15.00" });
  stop.letGo();
  await comparing;
  app.clock.advance(61 * 60_000);
  await reconcileDueDays(app.services);
  assert.deepEqual(await differences(app), []);
  const { rows } = await app.db.pool.query("select their_taken, their_given_back from reconciliation_sums");
  assert.deepEqual(rows, [{ their_taken: 11_500, their_given_back: 0 }], "it was made on a later day");
});

test("two processes compare a day once, and each day once however often they look", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  await payWithCard(app);
  await reconcileDueDays(app.services);
  // One day to the minute: one more day has ended, whatever the hour at which this runs.
  app.clock.advance(dayMs);
  const counts = await Promise.all([reconcileDueDays(app.services), reconcileDueDays({ ...app.services })]);
  assert.deepEqual(counts.toSorted(), [0, 1]);
  assert.equal(await reconcileDueDays(app.services), 0);
});
