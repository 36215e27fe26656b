/** A refund that its provider declines reaches the shop, however long after the call: as an event, on the home page, by mail and on its devices. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventModel } from "#contract/events.ts";
import type { Home } from "#contract/home.ts";
import { issueInvoice, ledger, payByCard, setFault, startTestApp, type TestApp } from "#test/app-harness.ts";
import { openBankPage, pressAtBank } from "#test/bank-page.ts";
import { askStatus, attemptsOf, callOfMerchant, statusOf } from "#test/buyers.ts";
import { startShop } from "#test/console.ts";
import { endRefunds } from "#test/given-back.ts";
import { asMerchant } from "#test/product-links.ts";
import { startPushService } from "#test/push-service.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { addEndpoint, callerOf, runJobs } from "#test/webhook-shop.ts";

const env = { URPAY_DRIVER: "arb" };

const pay = { action: "pay", otp: "123456" };

async function payAtBank(app: TestApp): Promise<string> {
  const orderNumber = await issueInvoice(app);
  await pressAtBank(await openBankPage(app, orderNumber), pay);
  await askStatus(app, orderNumber);
  assert.equal(await statusOf(app, orderNumber), "PAID");
  return orderNumber;
}

async function refund(app: TestApp, orderNumber: string, body: object = {}) {
  const made = await callOfMerchant(app, orderNumber, { path: "refunds", body });
  assert.equal(made.statusCode, 201, made.body);
  return made.json();
}

const refuseLater = (app: TestApp) =>
  setFault(app, { simulator: "arb", fault: "refund_refused_later", operation: "REFUND" });

/** The shop asks for money back, its provider takes the refund on, and declines it later. */
async function declineLater(app: TestApp, orderNumber: string, body: object = {}) {
  await refuseLater(app);
  const asked = await refund(app, orderNumber, body);
  assert.equal(asked.state, "pending");
  await endRefunds(app);
  return asked;
}

async function told(app: TestApp): Promise<EventModel[]> {
  await runJobs(app.services);
  return (await asMerchant(app, "GET", "/events?limit=100&type=refund.declined")).json().items;
}

const waits = async (app: TestApp): Promise<unknown[]> =>
  (await asMerchant(app, "GET", "/home"))
    .json()
    .attention.map(({ kind, count, amounts, list }: Home["attention"][number]) => [
      kind,
      count,
      amounts.map(({ amount, currency }) => `${amount} ${currency}`).join(),
      list,
    ]);

const asWaiting = (count: number, amount: string) => [
  ["refund_declined", count, `${amount} SAR`, "/api/v1/refunds?state=declined"],
];

test("a refund that is declined long after the call is an event, reaches the webhook, and is on the home page until the money is given back by hand", async () => {
  await using app = await startTestApp({ env });
  await using receiver = await startWebhookReceiver();
  await addEndpoint(callerOf(app, app.apiKey), receiver.url, { types: ["refund.declined"] });
  const orderNumber = await payAtBank(app);
  await refuseLater(app);
  const asked = await refund(app, orderNumber, { amount: "15.00", reason: "broken" });
  assert.equal(asked.state, "pending");
  assert.deepEqual([await told(app), await waits(app)], [[], []]);
  await endRefunds(app);
  const [event, ...others] = await told(app);
  assert.deepEqual(others, []);
  const ofRefund = { id: asked.id, amount: "15.00", currency: "SAR", reason: "broken" };
  assert.deepEqual(event?.data.refund, ofRefund);
  const { status, refundedTotal, paidTotal } = event?.data.invoice ?? {};
  assert.deepEqual([status, refundedTotal, paidTotal], ["PAID", "0.00", "115.00"]);
  assert.equal(event?.data.paymentId, event?.data.payments?.[0]?.id);
  assert.deepEqual(
    receiver.received.map(({ body }) => JSON.parse(body)),
    [event],
  );
  assert.deepEqual(await waits(app), asWaiting(1, "15.00"));
  const { items } = (await asMerchant(app, "GET", "/refunds?state=declined")).json();
  assert.deepEqual(
    items.map(({ id }: { id: string }) => id),
    [asked.id],
  );
  await refund(app, orderNumber, { amount: "15.00", byHand: true });
  assert.deepEqual(await waits(app), []);
  assert.equal((await told(app)).length, 1);
});

test("of a refund that is made again the home page names the last alone: declined again, under way, made", async () => {
  await using app = await startTestApp({ env });
  const orderNumber = await payAtBank(app);
  for (const amount of ["15.00", "40.00"]) {
    await declineLater(app, orderNumber, { amount });
    assert.deepEqual(await waits(app), asWaiting(1, amount));
  }
  await declineLater(app, await payAtBank(app));
  assert.deepEqual(await waits(app), asWaiting(2, "155.00"));
  await setFault(app, { simulator: "arb", fault: "refund_made_later", operation: "REFUND" });
  assert.equal((await refund(app, orderNumber)).state, "pending");
  assert.deepEqual(await waits(app), asWaiting(1, "115.00"));
  await endRefunds(app);
  assert.deepEqual(await waits(app), asWaiting(1, "115.00"));
  assert.equal((await told(app)).length, 3);
  app.clock.advance(31 * 24 * 60 * 60_000);
  assert.deepEqual(await waits(app), [], "what is older is in the list alone");
});

/** The simulated card gateway declines what comes to this sum. */
const declinedAtOnce = "77.05";

test("a refund that is declined at once is reported, too: who asked for it is not all of the shop", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  const asked = await refund(app, orderNumber, { amount: declinedAtOnce });
  assert.equal(asked.state, "declined");
  assert.deepEqual(
    (await told(app)).map(({ data }) => data.refund?.id),
    [asked.id],
  );
  assert.deepEqual(await waits(app), asWaiting(1, declinedAtOnce));
});

test("surplus whose refund is declined stays surplus: no event, and no other line on the home page", async () => {
  await using app = await startTestApp({ env });
  const orderNumber = await issueInvoice(app);
  const page = await openBankPage(app, orderNumber);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  await pressAtBank(page, pay);
  await refuseLater(app);
  await endRefunds(app);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["urpay surplus", "card captured"]);
  const { items } = (await asMerchant(app, "GET", `/invoices/${orderNumber}/refunds`)).json();
  assert.deepEqual([items.length, items[0].state, items[0].ofSurplus], [1, "declined", true]);
  assert.deepEqual(await told(app), []);
  assert.deepEqual(await waits(app), [["surplus_money", 1, "115.00 SAR", "/api/v1/payments?state=surplus"]]);
  assert.ok((await ledger(app)).every(({ kind }) => kind !== "refund"));
});

test("a declined refund is mailed to the shop that asks for such notices, and shown on its people's devices, with its own amount", async () => {
  await using shop = await startShop({ env: { ...env, WASL_PUSH_CONTACT: "mailto:ops@wasl.example" } });
  await using service = await startPushService();
  const of = { cookie: await shop.signIn(await shop.addPerson("owner")), shop: shop.merchantId };
  const path = "/api/v1/me/push";
  const { serverKey } = (await shop.send(path, of)).json();
  await shop.send(path, { ...of, json: { ...service.subscribe(serverKey), language: "ar" } });
  const settings = (await asMerchant(shop, "GET", "/messages/settings")).json();
  const notices = { emails: ["owner@shop.example"], events: ["refund.declined"] };
  const chosen = await asMerchant(shop, "PUT", "/messages/settings", { ...settings, notices });
  assert.equal(chosen.statusCode, 200, chosen.body);
  const orderNumber = await payAtBank(shop);
  await declineLater(shop, orderNumber, { amount: "15.00" });
  await runJobs(shop.services);
  const shown = service.messages.map(({ content }) => content);
  const notice = shown.find((content) => JSON.stringify(content).includes("refund-"));
  assert.partialDeepStrictEqual(notice, {
    title: "رفض مزوّد الدفع استردادًا",
    tag: `refund-${orderNumber}`,
    path: `/invoices/${orderNumber}?shop=${shop.merchantId}`,
  });
  assert.match(JSON.stringify(notice), /15\.00/);
  const [mail, ...others] = shop.mail.list("owner@shop.example");
  assert.deepEqual(others, []);
  assert.match(mail?.subject ?? "", /استرداد مرفوض.*15/);
});
