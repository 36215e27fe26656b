/** Events as merchants read them: all that happens is there, once, complete, in order, and no other merchant's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fastify from "fastify";
import type { EventModel } from "#contract/events.ts";
import { event } from "#contract/events.ts";
import { eventTypes } from "#core/event-types.ts";
import { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import {
  cards,
  issueInvoice,
  payByCard,
  post,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { actAtBank, askForReference, askStatus, callOfMerchant } from "#test/buyers.ts";
import { startMerchantApi } from "#test/merchant-api.ts";
import { asMerchant, buy, makeLink, openLink } from "#test/product-links.ts";
import { until } from "#test/until.ts";
import { sendDueDeliveries } from "../digital/send-deliveries.ts";
import { createMailer } from "../notifications/mailer.ts";
import { expireInvoices } from "../orders/expire-invoices.ts";
import { mountOrderViews } from "../orders/order-views.ts";
import { cancelExpiredLinkOrders } from "../products/expire-link-orders.ts";
import { placeEvents } from "./place-events.ts";

/** Everything that the merchant reads, checked against the contract. */
async function read(app: TestApp, query = ""): Promise<EventModel[]> {
  await placeEvents(app.services);
  const answer = await asMerchant(app, "GET", `/events?limit=100${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().items.map((item: unknown) => event.parse(item));
}

const typesOf = (events: readonly EventModel[]): string[] => events.map(({ type }) => type);

test("the database publishes the types of core and no others", async () => {
  await using app = await startTestApp();
  const { rows } = await app.db.pool.query<{ type: string }>(
    "select type from unnest($1::text[]) type where is_published_event(type)",
    [[...eventTypes, "payment.captured", "order.pending", "refund.pending", "cards.paused"]],
  );
  assert.deepEqual(
    rows.map(({ type }) => type),
    eventTypes,
  );
});

test("a paid invoice is reported step by step, each with the invoice and its payments as they were then", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { externalOrderNumber: "A-1" });
  await payByCard(app, orderNumber);
  const events = await read(app);
  assert.deepEqual(typesOf(events), [
    "invoice.created",
    "payment.attempted",
    "invoice.paid",
    "tax_document.issued",
  ]);
  const standings = events.map(({ data }) => [
    data.invoice?.status,
    data.invoice?.paidTotal,
    data.invoice?.dueTotal,
    data.payments?.map(({ state }) => state).join(),
  ]);
  assert.deepEqual(standings, [
    ["CREATED", "0.00", "115.00", ""],
    ["CREATED", "0.00", "115.00", "in_flight"],
    ["PAID", "115.00", "0.00", "captured"],
    ["PAID", "115.00", "0.00", "captured"],
  ]);
  const [, attempted, paid, issued] = events;
  assert.equal(paid?.data.invoice?.externalOrderNumber, "A-1");
  assert.equal(paid?.data.paymentId, attempted?.data.payments?.[0]?.id);
  assert.deepEqual(paid?.data.payments?.[0]?.card, { brand: "mastercard", lastFour: "2346" });
  // Money apart from tries: none before it came, then what the invoice of the API has.
  assert.deepEqual(
    events.map(({ data }) => data.invoice?.payments?.map(({ amount, currency }) => `${amount} ${currency}`)),
    [[], [], ["115.00 SAR"], ["115.00 SAR"]],
  );
  const invoice = (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json();
  assert.deepEqual(issued?.data.invoice?.payments, invoice.payments);
  assert.equal(issued?.data.taxDocument?.number, "INV-000001");
  assert.equal(issued?.data.taxDocument?.vat, "15.00");
});

test("a failed payment is reported with its reason in a merchant's words, beside the one before", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber, { expiry: "05/39" });
  await payByCard(app, orderNumber, { expiry: "04/27" });
  const failed = await read(app, "&type=payment.failed");
  assert.equal(failed.length, 2);
  for (const { data } of failed) {
    const failure = data.failure;
    assert.ok(failure && failure.message.en.length > 20 && /[ء-ي]/.test(failure.message.ar));
    const own = data.payments?.find(({ id }) => id === data.paymentId);
    assert.equal(own?.state, "declined");
    assert.equal(own?.reason, failure.code);
  }
  assert.deepEqual(
    failed.map(({ data }) => data.failure?.code),
    ["card_declined", "expired_card"],
  );
  assert.deepEqual(
    failed.map(({ data }) => data.payments?.length),
    [1, 2],
  );
});

test("a payment whose provider does not answer is reported as unknown, never as failed", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  await payByCard(app, orderNumber);
  const types = typesOf(await read(app));
  assert.ok(types.includes("payment.unknown"), types.join());
  assert.ok(!types.includes("payment.failed"), types.join());
});

test("each refund is reported with its amount, also of a part, and the credit notes beside them", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  for (const amount of ["15.00", "100.00"])
    await callOfMerchant(app, orderNumber, { path: "refunds", body: { amount, reason: "broken" } });
  const events = (await read(app)).slice(4);
  assert.deepEqual(typesOf(events), [
    "invoice.refunded",
    "tax_document.issued",
    "invoice.refunded",
    "tax_document.issued",
  ]);
  const refunded = events.filter(({ type }) => type === "invoice.refunded");
  assert.deepEqual(
    refunded.map(({ data }) => [
      data.refund?.amount,
      data.refund?.reason,
      data.invoice?.refundedTotal,
      data.invoice?.payments?.map(({ refundedAmount }) => refundedAmount).join(),
      data.invoice?.status,
    ]),
    [
      ["15.00", "broken", "15.00", "15.00", "PAID"],
      ["100.00", "broken", "115.00", "115.00", "REFUNDED"],
    ],
  );
});

test("money that comes for a cancelled invoice is reported as surplus", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await askForReference(app, "sadad", orderNumber);
  await callOfMerchant(app, orderNumber, { path: "cancel" });
  await actAtBank(app, "sadad", "pay");
  await askStatus(app, orderNumber);
  const surplus = await read(app, "&type=payment.surplus");
  assert.deepEqual(
    surplus.map(({ data }) => [data.invoice?.status, data.payments?.[0]?.state]),
    [["CANCELLED", "surplus"]],
  );
});

test("an invoice's first view by a person is reported once; previews, crawlers and prefetching are no views", async () => {
  await using api = await startMerchantApi();
  const { orderNumber } = await api.issue();
  const pages = fastify();
  mountOrderViews(pages, api.services);
  pages.get("/pay/order/:orderNumber", { config: { views: "invoice" } }, async () => "the page");
  const views = async () => {
    const { rows } = await api.db.pool.query("select 1 from events where type = 'invoice.viewed'");
    return rows.length;
  };
  const phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
  const open = (headers: Readonly<Record<string, string>>) =>
    pages.inject({ url: `/pay/order/${orderNumber}`, headers });
  for (const agent of [
    "WhatsApp/2.24.20.89 A",
    "TelegramBot (like TwitterBot)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "curl/8.5.0",
    "",
  ])
    await open({ "user-agent": agent });
  await open({ "user-agent": phone, "sec-purpose": "prefetch" });
  assert.equal(await views(), 0);
  await Promise.all([open({ "user-agent": phone }), open({ "user-agent": phone })]);
  await until(async () => (await views()) > 0);
  await open({ "user-agent": phone });
  assert.equal(await views(), 1);
  await pages.close();
});

test("an invoice that is not paid in time is reported as expired, once; a link's order as well", async () => {
  await using app = await startTestApp();
  const expiresAt = new Date(app.clock.now() + 3_600_000).toISOString();
  const orderNumber = await issueInvoice(app, { expiresAt });
  const { linkIdentity } = await makeLink(app);
  const ofLink = await buy(app, await openLink(app, linkIdentity));
  assert.equal(await expireInvoices(app.services), 0);
  app.clock.advance(30 * 24 * 3_600_000);
  assert.equal(await expireInvoices(app.services), 1);
  assert.equal(await expireInvoices(app.services), 0);
  assert.equal(await cancelExpiredLinkOrders(app.services), 1);
  const expired = await read(app, "&type=invoice.expired");
  assert.deepEqual(
    expired.map(({ data }) => [data.invoice?.orderNumber, data.invoice?.status]),
    [
      [orderNumber, "CREATED"],
      [ofLink, "CANCELLED"],
    ],
  );
  assert.deepEqual(await read(app, "&type=invoice.cancelled"), []);
});

test("mails to buyers are reported: the code, the goods, and one that could not go out", async () => {
  await using app = await startTestApp();
  const digitalContent = { text: "KEY" };
  const lines = [
    { title: "key", quantity: 1, unitPrice: "10.00", vatRate: "15", isDigital: true, digitalContent },
  ];
  const orderNumber = await issueInvoice(app, { lines });
  const email = { email: "noura@example.com", emailType: "EmailOtp" };
  const asked = await post(app, `/rest/pay/registerClientEmail/${orderNumber}`, email);
  const otp = /(?<!\d)\d{6}(?!\d)/.exec(app.mail.list(email.email)[0]?.text ?? "")?.[0];
  const body = { ...email, otp, signature: asked.json().signature };
  await post(app, `/rest/pay/confirmClientEmail/${orderNumber}`, body);
  await payByCard(app, orderNumber);
  await sendDueDeliveries(app.services);
  await asMerchant(app, "POST", `/invoices/${orderNumber}/deliveries`);
  const away = createMailer({ ...app.services.config, smtpUrl: new Secret("smtp://127.0.0.1:9") });
  for (const waitMs of [0, ...timing.deliveryRetriesMs]) {
    app.clock.advance(waitMs);
    await sendDueDeliveries({ ...app.services, mailer: away });
  }
  const told = (await read(app)).filter(({ type }) => type.startsWith("message."));
  assert.deepEqual(
    told.map(({ type, data }) => [type, data.message?.kind, data.message?.outcome]),
    [
      ["message.sent", "email_code", "sent"],
      ["message.sent", "digital_goods", "sent"],
      ["message.failed", "digital_goods", "unreachable"],
    ],
  );
});

test("an event that is committed late comes after those that were read, so that no reader misses it", async () => {
  await using app = await startTestApp({ poolSize: 4 });
  await issueInvoice(app);
  const insert = `insert into events (merchant_id, type, data)
    values ($1, 'webhook_endpoint.test', '{"id": 1, "url": "https://shop.example/hook"}')`;
  const slow = await app.db.pool.connect();
  await slow.query("begin");
  await slow.query(insert, [app.merchantId]);
  await app.db.pool.query(insert, [app.merchantId]);
  const before = await read(app);
  assert.equal(before.length, 2);
  await slow.query("commit");
  slow.release();
  await placeEvents(app.services);
  const after = await read(app, `&after=${before.at(-1)?.id}`);
  assert.equal(after.length, 1);
  assert.ok(!before.some(({ id }) => id === after[0]?.id));
});

test("positions that several processes give at the same time are each given once, and none is left out", async () => {
  await using app = await startTestApp({ poolSize: 8 });
  await app.db.pool.query(
    "insert into events (merchant_id, type) select $1, 'webhook_endpoint.test' from generate_series(1, 1200)",
    [app.merchantId],
  );
  for (let round = 0; round < 4; round += 1)
    await Promise.all(Array.from({ length: 6 }, () => placeEvents(app.services)));
  const { rows } = await app.db.pool.query(
    "select count(distinct position) as positions, count(*) filter (where position is null) as missing from events",
  );
  assert.deepEqual(rows, [{ positions: 1200, missing: 0 }]);
});

test("a merchant with thousands of new events delays no other's, and its own keep their order", async () => {
  await using api = await startMerchantApi();
  const other = await api.addMerchant();
  await api.db.pool.query(
    `insert into events (merchant_id, type, data)
     select $1, 'webhook_endpoint.test', jsonb_build_object('id', n) from generate_series(1, 1200) n`,
    [api.merchant.id],
  );
  await api.db.pool.query("insert into events (merchant_id, type) values ($1, 'webhook_endpoint.test')", [
    other.id,
  ]);
  assert.equal(await placeEvents(api.services), 500);
  const placed = await api.db.pool.query<{ merchant: number; count: number }>(
    "select merchant_id as merchant, count(*)::int as count from events where position is not null group by 1",
  );
  assert.deepEqual(
    new Map(placed.rows.map(({ merchant, count }) => [merchant, count])),
    new Map([
      [api.merchant.id, 499],
      [other.id, 1],
    ]),
  );
  while ((await placeEvents(api.services)) > 0);
  const { rows } = await api.db.pool.query<{ isInOrder: boolean }>(
    `select bool_and(follows) as "isInOrder" from (
       select position > lag(position, 1, 0::bigint) over (order by id) as follows from events where merchant_id = $1) pairs`,
    [api.merchant.id],
  );
  assert.deepEqual(rows, [{ isInOrder: true }]);
});

test("events are read page by page, by type, and one by its id", async () => {
  await using app = await startTestApp();
  for (let count = 0; count < 5; count += 1) await issueInvoice(app);
  await payByCard(app, await issueInvoice(app), { number: cards.frictionless });
  await placeEvents(app.services);
  const ids: string[] = [];
  for (let hasMore = true; hasMore; ) {
    const after = ids.length > 0 ? `&after=${ids.at(-1)}` : "";
    const page = (await asMerchant(app, "GET", `/events?limit=2${after}`)).json();
    ids.push(...page.items.map(({ id }: EventModel) => id));
    hasMore = page.hasMore;
  }
  assert.equal(ids.length, new Set(ids).size);
  assert.deepEqual(
    ids,
    (await read(app)).map(({ id }) => id),
  );
  assert.deepEqual(typesOf(await read(app, "&type=invoice.paid")), ["invoice.paid"]);
  const one = (await asMerchant(app, "GET", `/events/${ids[0]}`)).json();
  assert.equal(event.parse(one).type, "invoice.created");
  for (const query of ["after=evt_none", "type=invoice.lost", "limit=0"])
    assert.equal((await asMerchant(app, "GET", `/events?${query}`)).statusCode, 422, query);
});

test("a merchant neither reads nor detects another one's events", async () => {
  await using api = await startMerchantApi();
  await api.issue();
  await placeEvents(api.services);
  const own = (await api.call("GET", "/api/v1/events")).json();
  assert.equal(own.items.length, 1);
  const other = await api.addMerchant();
  const call = (url: string) => api.call("GET", url, { merchant: other });
  assert.deepEqual((await call("/api/v1/events")).json(), { items: [], hasMore: false, nextAfter: null });
  assert.equal((await call(`/api/v1/events/${own.items[0].id}`)).statusCode, 404);
  assert.equal((await call(`/api/v1/events?after=${own.items[0].id}`)).statusCode, 422);
});

test("an event is written with what causes it or not at all", async () => {
  await using app = await startTestApp();
  await assert.rejects(
    runInTransaction(app.db.kysely, async (trx) => {
      await trx
        .insertInto("events")
        .values({ merchant_id: app.merchantId, order_id: null, type: "webhook_endpoint.test" })
        .execute();
      throw new Error("no");
    }),
    /no/,
  );
  assert.deepEqual(await read(app), []);
});
