/** Sales reports are the sums of what was paid and given back, per method and account. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { SalesReport } from "#contract/reports.ts";
import { issueInvoice, ledger, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";
import { createApiKey, createMerchant } from "../merchant-api/api-keys.ts";

let shop: TestApp;
let orders: string[];
let fees: number;

before(async () => {
  shop = await startTestApp();
  await shop.db.pool.query("update merchants set commission_rate_bps = 250 where id = $1", [shop.merchantId]);
  orders = [
    await issueInvoice(shop, { clientPaysFees: true }),
    await issueInvoice(shop),
    await issueInvoice(shop, { lines: [{ title: "تمر", quantity: 1, unitPrice: "300.00", vatRate: "15" }] }),
  ];
  for (const order of orders) assert.equal((await payByCard(shop, order)).statusCode, 200);
  await payByCard(shop, await issueInvoice(shop), { expiry: "05/39" });
  for (const amount of ["10.00", "20.50"])
    assert.equal(
      (await asMerchant(shop, "POST", `/invoices/${orders[1]}/refunds`, { amount })).statusCode,
      201,
    );
  const { serviceFees } = (await asMerchant(shop, "GET", `/invoices/${orders[0]}`)).json() as never as {
    serviceFees: string;
  };
  fees = Number(serviceFees);
});
after(async () => await shop[Symbol.asyncDispose]());

async function read(query: string, key = shop.apiKey): Promise<SalesReport> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await shop.app.inject({ url: `/api/v1/reports/sales?${query}`, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

const year = (now = shop.clock.now()): string => {
  const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  return `from=${day(-300)}&to=${day(60)}`;
};

test("what was paid and given back is what the gateway's books say; what was declined is not in it", async () => {
  const { rows, totals } = await read(year());
  const books = await ledger(shop);
  const sumOf = (kind: string): string =>
    books
      .filter((entry) => entry.kind === kind)
      .reduce((all, { amount }) => all + Number(amount), 0)
      .toFixed(2);
  const [row] = rows;
  assert.equal(rows.length, 1);
  assert.deepEqual([row?.period, row?.method, row?.account, row?.payments], [null, "card", "mpgs-cards", 3]);
  assert.deepEqual([row?.gross, row?.refunds], [sumOf("capture"), sumOf("refund")]);
  assert.ok(fees > 0);
  assert.equal(row?.fees, fees.toFixed(2));
  assert.equal(row?.net, (Number(row?.gross) - 30.5 - fees).toFixed(2));
  const { period: _, method: __, account: ___, ...sums } = row as SalesReport["rows"][number];
  assert.deepEqual(totals, [sums]);
});

test("by day and by month a payment counts when it was paid in Riyadh, and a refund when it was done", async () => {
  // An hour before and after midnight of Riyadh at the end of October, and the end of November. What is settled never
  // changes: the rules that hold it are off for this.
  const [first, second, third] = orders;
  await shop.db.pool.query(`
    alter table payment_attempts disable trigger user;
    alter table refunds disable trigger user;
    update payment_attempts a set settled_at = case o.order_number when '${first}' then timestamptz '2026-10-31T20:00:00Z'
        when '${second}' then '2026-10-31T22:00:00Z' when '${third}' then '2026-11-01T20:00:00Z' end
      from orders o where o.id = a.order_id and a.settled_at is not null;
    update refunds set updated_at = '2026-11-30T20:59:59.999Z';
    alter table refunds enable trigger user;
    alter table payment_attempts enable trigger user`);
  const shown = ({ rows }: SalesReport) =>
    rows.map(({ period, payments, refunds }) => [period, payments, refunds]);
  assert.deepEqual(shown(await read("from=2026-10-01&to=2026-11-30&by=day")), [
    ["2026-10-31", 1, "0.00"],
    ["2026-11-01", 2, "0.00"],
    ["2026-11-30", 0, "30.50"],
  ]);
  assert.deepEqual(shown(await read("from=2026-10-01&to=2026-11-30&by=month")), [
    ["2026-10", 1, "0.00"],
    ["2026-11", 2, "30.50"],
  ]);
  assert.deepEqual(shown(await read("from=2026-11-01&to=2026-11-29")), [[null, 2, "0.00"]]);
  assert.deepEqual((await read("from=2026-12-01&to=2026-12-31")).rows, []);
});

test("another merchant's sales are in no report of this one", async () => {
  const { id } = await createMerchant(shop.db.kysely, {
    username: "other",
    shopName: "Other",
    email: "o@example.com",
    phone: "+966112345670",
  });
  const key = await createApiKey(shop.db.kysely, { merchantId: id, name: "other", environment: "test" });
  assert.deepEqual(await read("from=2026-10-01&to=2026-11-30", key), {
    from: "2026-10-01",
    to: "2026-11-30",
    rows: [],
    totals: [],
  });
});
