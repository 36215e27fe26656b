/** An unpaid invoice is issued again at another address: what it takes along, how both are linked, when it is refused. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Invoice } from "#contract/invoices.ts";
import type { Schema } from "#db/schema.ts";
import { type CallOptions, type MerchantApi, oneLine, startMerchantApi } from "#test/merchant-api.ts";
import { type CopiedColumn, copiedColumns } from "../orders/insert-order.ts";

let api: MerchantApi;
before(async () => {
  api = await startMerchantApi();
});
after(async () => await api[Symbol.asyncDispose]());

const path = "/api/v1/invoices";
const reissue = (orderNumber: string, options: CallOptions = {}) =>
  api.call("POST", `${path}/${orderNumber}/reissue`, options);
const read = async (orderNumber: string): Promise<Invoice> =>
  (await api.call("GET", `${path}/${orderNumber}`)).json();

const own = "it has its own";
const ofPayments = "nothing of it was paid";
const ofBuyer = "its buyer has not been there yet";
const ofTime = "nothing has happened to it";

/** What an order has that the one in its place begins without. A text of its buyer that the shop is to keep is copied. */
const notCopied: Readonly<Record<Exclude<keyof Schema["orders"], CopiedColumn>, string>> = {
  ...{ id: own, order_number: own, replaces_id: own, expires_at: own, created_at: own, updated_at: own },
  ...{ status: ofTime, version: ofTime, cancelled_at: ofTime, expired_at: ofTime, buyer_erased_at: ofTime },
  ...{ captured_total: ofPayments, refunded_total: ofPayments, paid_at: ofPayments },
  ...{ agreement_accepted_at: ofBuyer, agreement_accepted_sha256: ofBuyer },
  ...{ client_validated_at: ofBuyer, client_validated_email: ofBuyer },
};

const full = {
  externalOrderNumber: "NK-1",
  client: { name: "نورة العتيبي", mobile: "0551234567" },
  lines: [oneLine, { title: "كتاب", quantity: "1.5", unit: "KGM", unitPrice: "20.00", vatRate: "15" }],
  discount: { type: "FIXED", value: "10.00" },
  note: "مع الشكر",
  agreement: { title: "الشروط", text: "لا يُرد المبيع بعد فتحه." },
  metadata: { shopOrder: "6735" },
  expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
};

test("the new one has the content of the first at another number, the first is closed, and each names the other", async () => {
  const first = await api.issue(full);
  const reply = await reissue(first.orderNumber);
  assert.equal(reply.statusCode, 201, reply.body);
  const second: Invoice = reply.json();
  assert.equal(reply.headers.location, `${path}/${second.orderNumber}`);
  const changing = ["orderNumber", "url", "paymentUrl", "createdAt", "updatedAt", "replaces", "whatsappLink"];
  for (const [name, value] of Object.entries(second))
    if (!changing.includes(name)) assert.deepEqual(value, first[name as keyof Invoice], name);
  assert.notEqual(second.orderNumber, first.orderNumber);
  assert.ok(second.url.endsWith(second.orderNumber));
  const closed = await read(first.orderNumber);
  assert.deepEqual(
    [closed.status, closed.dueTotal, closed.replacedBy],
    ["CANCELLED", "0.00", second.orderNumber],
  );
  assert.equal(closed.total, first.total);
  assert.deepEqual(
    [second.replaces, (await read(second.orderNumber)).replaces],
    [first.orderNumber, first.orderNumber],
  );
});

test("each column of an order is copied to the one in its place, or that one begins without it for a reason", async () => {
  const { rows } = await api.db.pool.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'orders' order by 1",
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...copiedColumns, ...Object.keys(notCopied)].toSorted(),
  );
});

test("messages about the one in its place are in the language in which the buyer has used the first", async () => {
  const { orderNumber } = await api.issue(full);
  await api.db.pool.query("update orders set client_language = 'en' where order_number = $1", [orderNumber]);
  const second: Invoice = (await reissue(orderNumber)).json();
  const { rows } = await api.db.pool.query("select client_language from orders where order_number = $1", [
    second.orderNumber,
  ]);
  assert.deepEqual(rows, [{ client_language: "en" }]);
});

test("asked for again, and by many at once, there is one in its place", async () => {
  const { orderNumber } = await api.issue(full);
  const replies = await Promise.all(Array.from({ length: 6 }, () => reissue(orderNumber)));
  const numbers = replies.map((reply) => reply.json().orderNumber);
  assert.deepEqual(new Set(numbers).size, 1, replies.map(({ body }) => body).join("\n"));
  assert.deepEqual((await reissue(orderNumber)).json().orderNumber, numbers[0]);
  const { rows } = await api.db.pool.query(
    `select e.type from events e join orders o on o.id = e.order_id where o.order_number in ($1, $2) order by e.id`,
    [orderNumber, numbers[0]],
  );
  assert.deepEqual(
    rows.map(({ type }) => type),
    ["invoice.created", "invoice.cancelled", "invoice.created"],
  );
});

test("one that has expired needs a later end, or none", async () => {
  const { orderNumber } = await api.issue(full);
  await api.db.pool.query("update orders set expires_at = '2026-01-01' where order_number = $1", [
    orderNumber,
  ]);
  const refused = await reissue(orderNumber);
  assert.deepEqual(
    [refused.statusCode, refused.json().fields[0].path, refused.json().fields[0].code],
    [422, "expiresAt", "not_in_future"],
  );
  assert.equal((await read(orderNumber)).status, "CREATED");
  const second = await reissue(orderNumber, { body: { expiresAt: null, language: "en" } });
  assert.deepEqual([second.json().expiresAt, second.json().url.endsWith("?lang=en")], [null, true]);
});

test("what is paid, cancelled or being paid is not issued again, and a bill that is out is taken back", async () => {
  for (const [state, code] of [
    ["captured", "order_already_paid"],
    ["in_flight", "payment_in_progress"],
    ["unknown", "payment_in_progress"],
  ] as const) {
    const { orderNumber } = await api.issue();
    await api.addAttempt(orderNumber, state);
    assert.equal((await reissue(orderNumber)).json().code, code, state);
  }
  const cancelled = await api.issue();
  await api.call("POST", `${path}/${cancelled.orderNumber}/cancel`);
  assert.equal((await reissue(cancelled.orderNumber)).json().code, "order_cancelled");
  const linked = await api.issue();
  await api.db.pool.query("update orders set source = 'link' where order_number = $1", [linked.orderNumber]);
  assert.equal((await reissue(linked.orderNumber)).json().code, "invoice_of_link");
  const billed = await api.issue();
  const attempt = await api.addAttempt(billed.orderNumber, "offered", "sadad");
  assert.equal((await reissue(billed.orderNumber)).statusCode, 201);
  const { rows } = await api.db.pool.query(
    "select next_check_at as due from payment_attempts where id = $1",
    [attempt],
  );
  assert.ok(rows[0].due <= new Date(api.clock.now()), "its provider is asked to take it back");
});

test("another merchant issues nothing of it again, and cannot distinguish it from what does not exist", async () => {
  const other = await api.addMerchant();
  const { orderNumber } = await api.issue();
  const said = await Promise.all(
    [orderNumber, "0000000000000000"].map(async (number) => {
      const { requestId: _id, ...rest } = (await reissue(number, { merchant: other })).json();
      return rest;
    }),
  );
  assert.deepEqual(said[0], said[1]);
  assert.equal(said[0].code, "order_not_found");
  assert.equal((await read(orderNumber)).status, "CREATED");
});

test("the database lets nothing replace what is open", async () => {
  const [first, second] = [await api.issue(), await api.issue()];
  const replace = api.db.pool.query(
    "update orders set replaces_id = (select id from orders where order_number = $1) where order_number = $2",
    [first.orderNumber, second.orderNumber],
  );
  await assert.rejects(replace, /is not closed/);
});
