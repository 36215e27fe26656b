import assert from "node:assert/strict";
import { test } from "node:test";
import {
  issueInvoice,
  loadModel,
  payByCard,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { everyText } from "#test/every-text.ts";
import { until } from "#test/until.ts";
import { startJobs } from "../schedule/jobs.ts";
import { issueWaitingInvoices } from "../tax-documents/waiting-invoices.ts";
import { eraseBuyer } from "./erase-buyer.ts";
import { eraseAgedBuyers } from "./erase-by-age.ts";

const dayMs = 24 * 60 * 60_000;
const twoYears = { env: { WASL_BUYER_DATA_MONTHS: "24" } };
/** Two years and a bit: a month is what the calendar says. */
const twoYearsMs = 2 * 366 * dayMs;

async function paidInvoice(
  shop: TestApp,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const orderNumber = await issueInvoice(shop, overrides);
  const reply = await payByCard(shop, orderNumber);
  assert.equal(reply.statusCode, 200, reply.body);
  return orderNumber;
}

/** Numbers of the orders whose client has still a name, in the order of their making. */
async function named(shop: TestApp): Promise<string[]> {
  const { rows } = await shop.db.pool.query(
    "select order_number from orders o join clients c on c.id = o.client_id where c.name is not null order by o.id",
  );
  return rows.map(({ order_number: orderNumber }) => orderNumber);
}

test("where no period is set, no buyer is ever erased", async () => {
  await using shop = await startTestApp();
  const orderNumber = await paidInvoice(shop);
  shop.clock.advance(20 * 366 * dayMs);
  assert.equal(await eraseAgedBuyers(shop.services), 0);
  assert.deepEqual(await named(shop), [orderNumber]);
});

test("the job takes a buyer out of every table when the period has ended, not before; books and tax invoice stay", async () => {
  await using shop = await startTestApp(twoYears);
  const orderNumber = await paidInvoice(shop, {
    client: { name: "نورة العتيبي", mobile: "0551234567", email: "Noura@Example.com", address: "حي النخيل" },
  });
  shop.clock.advance(729 * dayMs);
  assert.equal(await eraseAgedBuyers(shop.services), 0);
  assert.match(await everyText(shop), /551234567/);

  shop.clock.advance(5 * dayMs);
  const stopJobs = startJobs(shop.services);
  await until(async () => (await named(shop)).length === 0);
  await stopJobs();
  const texts = await everyText(shop);
  for (const word of ["نورة", "551234567", "oura@", "حي النخيل"]) assert.ok(!texts.includes(word), word);
  const { rows } = await shop.db.pool.query("select order_number, status, total, captured_total from orders");
  assert.deepEqual(rows, [
    { order_number: orderNumber, status: "PAID", total: 11_500, captured_total: 11_500 },
  ]);
  const documents = await shop.db.pool.query("select from tax_documents where content::text like '%نورة%'");
  assert.equal(documents.rowCount, 1, "the tax invoice stays as it was issued");
  assert.equal((await loadModel(shop, orderNumber)).order.orderStatus, "PAID", "its page still opens");
  const acts = await shop.db.pool.query("select actor, act, subject, result from admin_acts");
  assert.deepEqual(acts.rows, [
    {
      actor: "job",
      act: "erase-by-age",
      subject: "1 orders of nakheel, over for 24 months",
      result: "done",
    },
  ]);
  assert.equal(await eraseAgedBuyers(shop.services), 0, "what is done is found by nobody again");
});

test("an order that is not over keeps its buyer, however old; one that can no longer be paid does not", async () => {
  await using shop = await startTestApp(twoYears);
  const of = (name: string) => ({ client: { name, mobile: "0551234567" } });
  const open = await issueInvoice(shop, of("open"));
  const expiresAt = new Date(shop.clock.now() + dayMs).toISOString();
  await issueInvoice(shop, { ...of("expired"), expiresAt });
  await setFault(shop, { fault: "drop_after_commit", operation: "PAY", times: 1 });
  await setFault(shop, { fault: "drop_before", operation: "RETRIEVE_ORDER" });
  // It has expired, too: nothing but the doubt keeps its buyer.
  const inDoubt = await issueInvoice(shop, { ...of("in doubt"), expiresAt });
  assert.equal((await payByCard(shop, inDoubt)).statusCode, 504);
  const refunding = await paidInvoice(shop, of("refunding"));
  await setFault(shop, { fault: "drop_before", operation: "REFUND" });
  await setFault(shop, { fault: "drop_before", operation: "RETRIEVE_TRANSACTION" });
  const refund = await shop.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${refunding}/refunds`,
    headers: { authorization: `Bearer ${shop.apiKey}`, "idempotency-key": "one" },
    payload: {},
  });
  assert.equal(refund.json().state, "unknown", refund.body);
  shop.clock.advance(twoYearsMs);
  assert.equal(await eraseAgedBuyers(shop.services), 1);
  assert.deepEqual(await named(shop), [open, inDoubt, refunding]);
});

test("an order whose tax invoice waits keeps its buyer, however old, until the invoice has named them", async () => {
  await using shop = await startTestApp(twoYears);
  const waiting = await issueInvoice(shop);
  await shop.db.kysely.updateTable("merchants").set({ legal_name: null }).execute();
  assert.equal((await payByCard(shop, waiting)).statusCode, 200);
  shop.clock.advance(twoYearsMs);
  assert.equal(await eraseAgedBuyers(shop.services), 0);
  await shop.db.kysely.updateTable("merchants").set({ legal_name: "شركة النخيل للتجارة" }).execute();
  assert.equal(await issueWaitingInvoices(shop.services), 1);
  assert.equal(await eraseAgedBuyers(shop.services), 1);
});

test("a buyer who orders again is erased from all orders when the last one has ended for the period", async () => {
  await using shop = await startTestApp(twoYears);
  const first = await paidInvoice(shop);
  const second = await issueInvoice(shop);
  shop.clock.advance(twoYearsMs);
  assert.equal(await eraseAgedBuyers(shop.services), 1);
  assert.deepEqual(await named(shop), [first, second], "one person, whose name the open order needs");
  await shop.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${second}/cancel`,
    headers: { authorization: `Bearer ${shop.apiKey}` },
  });
  assert.equal(await eraseAgedBuyers(shop.services), 1);
  assert.deepEqual(await named(shop), []);
});

test("an order that changed within the period keeps its buyer until the period after the change has ended", async () => {
  await using shop = await startTestApp({ env: { WASL_BUYER_DATA_MONTHS: "12" } });
  await paidInvoice(shop);
  const cancelled = await issueInvoice(shop);
  await shop.db.pool.query("update orders set created_at = now() - interval '3 years'");
  await shop.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${cancelled}/cancel`,
    headers: { authorization: `Bearer ${shop.apiKey}` },
  });
  assert.equal(await eraseAgedBuyers(shop.services), 0, "paid or cancelled a moment ago");
  shop.clock.advance(367 * dayMs);
  assert.equal(await eraseAgedBuyers(shop.services), 2);
});

test("an expired order that is changed or paid by hand after its buyer went is erased again", async () => {
  await using shop = await startTestApp(twoYears);
  const expiresAt = new Date(shop.clock.now() + dayMs).toISOString();
  const [paid, changed] = [await issueInvoice(shop, { expiresAt }), await issueInvoice(shop, { expiresAt })];
  shop.clock.advance(twoYearsMs);
  assert.equal(await eraseAgedBuyers(shop.services), 2);
  const send = async (method: "POST" | "PATCH", url: string, payload: object) => {
    const headers = { authorization: `Bearer ${shop.apiKey}`, "idempotency-key": url, "if-match": "*" };
    const answer = await shop.app.inject({ method, url: `/api/v1/invoices/${url}`, headers, payload });
    assert.ok(answer.statusCode < 300, answer.body);
    return answer.json();
  };
  const { dueTotal: amount } = await send("PATCH", changed, { client: { name: "نورة العتيبي" } });
  await send("POST", `${paid}/payments`, { amount, way: "cash", note: "سلّمتها نورة" });
  await send("POST", `${changed}/cancel`, {});
  const texts = await everyText(shop);
  assert.ok(["نورة العتيبي", "سلّمتها نورة"].every((text) => texts.includes(text)));
  assert.equal(await eraseAgedBuyers(shop.services), 2);
  const { rows } = await shop.db.pool.query(
    "select name as text from clients union all select note from payments_by_hand",
  );
  assert.ok(
    rows.every(({ text }) => text === null),
    JSON.stringify(rows),
  );
});

test("a merchant's own period counts for its orders, and is set by its own call", async () => {
  await using shop = await startTestApp(twoYears);
  await paidInvoice(shop);
  const set = async (buyerDataMonths: number | null) =>
    await shop.app.inject({
      method: "PATCH",
      url: "/api/v1/merchant",
      headers: { authorization: `Bearer ${shop.apiKey}` },
      payload: { buyerDataMonths },
    });
  assert.equal((await set(120)).json().buyerDataMonths, 120);
  for (const months of [5, 181, 12.5]) assert.equal((await set(months)).statusCode, 422, String(months));
  shop.clock.advance(twoYearsMs);
  assert.equal(await eraseAgedBuyers(shop.services), 0);
  assert.equal((await set(null)).json().buyerDataMonths, null);
  assert.equal(await eraseAgedBuyers(shop.services), 1);
});

test("batches are small, and two processes at once erase each order once", async () => {
  await using shop = await startTestApp(twoYears);
  await issueInvoice(shop, { expiresAt: new Date(shop.clock.now() + dayMs).toISOString() });
  await shop.db.pool.query(`
    with buyers as (
      insert into clients (merchant_id, name, mobile)
      select ${shop.merchantId}, 'ريم', '+96655' || lpad(n::text, 7, '0') from generate_series(1, 119) n returning id)
    insert into orders (order_number, merchant_id, client_id, source, currency, sub_total, discount, vat, vat_bps,
      service_fees, total, allowed_methods, expires_at)
    select 'AGED' || lpad(b.id::text, 12, '0'), merchant_id, b.id, source, currency, sub_total, discount, vat, vat_bps,
      service_fees, total, allowed_methods, expires_at from orders, buyers b`);
  shop.clock.advance(twoYearsMs + 2 * dayMs);
  const rounds: number[] = [];
  for (let erased = 1; erased > 0; rounds.push(erased)) {
    const both = await Promise.all([eraseAgedBuyers(shop.services), eraseAgedBuyers(shop.services)]);
    assert.ok(
      both.every((count) => count <= 50),
      String(both),
    );
    erased = both[0] + both[1];
  }
  assert.equal(
    rounds.reduce((sum, count) => sum + count, 0),
    120,
  );
  assert.deepEqual(await named(shop), []);
});

test("an address that was still to be written to when its buyer was erased on request goes with the period", async () => {
  await using shop = await startTestApp(twoYears);
  await paidInvoice(shop);
  const { pool } = shop.db;
  await pool.query(`insert into digital_deliveries (merchant_id, order_id, address, language, cause, next_try_at)
    select merchant_id, id, 'noura@example.com', 'ar', 'paid', now() from orders`);
  await eraseBuyer(shop.db.kysely, { kind: "mobile", value: "+966551234567" }, null);
  await pool.query("update digital_deliveries set state = 'sent', next_try_at = null, sent_at = now()");
  assert.match(await everyText(shop), /noura@example/);
  shop.clock.advance(twoYearsMs);
  assert.equal(await eraseAgedBuyers(shop.services), 1);
  assert.doesNotMatch(await everyText(shop), /noura@example/);
});
