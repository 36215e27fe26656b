/** That drafts, quotes and invoices that repeat lose their buyer, however they name them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { everyText } from "#test/every-text.ts";
import { asMerchant } from "#test/product-links.ts";
import { dayAfter, today } from "../reconciliation/riyadh-day.ts";
import { eraseBuyer } from "./erase-buyer.ts";
import { eraseAgedBuyers } from "./erase-by-age.ts";

let api: TestApp;
before(async () => {
  api = await startTestApp({ env: { WASL_BUYER_DATA_MONTHS: "24" } });
});
after(async () => await api[Symbol.asyncDispose]());

const lines = [{ title: "تصميم شعار", quantity: 1, unitPrice: "500.00", vatRate: "15" }];

async function post(path: string, body: Readonly<Record<string, unknown>>) {
  const reply = await asMerchant(api, "POST", path, body);
  assert.ok(reply.statusCode < 300, reply.body);
  return reply.json();
}

const newClient = async (client: Readonly<Record<string, unknown>>): Promise<number> =>
  (await post("/clients", client)).id;

const quote = async (invoice: object): Promise<string> =>
  (await post("/quotes", { invoice: { lines, ...invoice }, validUntil: dayAfter(today(api.clock.now()), 7) }))
    .quoteNumber;

async function recurring(invoice: object): Promise<number> {
  const startsOn = dayAfter(today(api.clock.now()), 1);
  return (
    await post("/recurring-invoices", { name: "x", invoice: { lines, ...invoice }, every: "month", startsOn })
  ).id;
}

const read = async (path: string) => (await asMerchant(api, "GET", path)).json();

for (const [by, value] of [
  ["mobile", "+966559990001"],
  ["email", "hind@example.com"],
] as const)
  test(`an erasure by ${by} takes the buyer out of what names a client of the directory by its id, and ends it`, async () => {
    const clientId = await newClient({ name: "هند", mobile: "0559990001", email: "Hind@Example.com" });
    const other = await newClient({ name: "سعاد", mobile: "0559990002" });
    const note = "يسلم إلى بيت هند";
    const quoteNumber = await quote({ clientId, note });
    const repeated = await recurring({ clientId, note });
    const draft = await post("/invoice-drafts", { clientId, lines, note });
    const shown = await post("/invoice-drafts", { lines });
    await post(`/invoice-drafts/${shown.id}/page`, { invoice: { clientId, lines, note } });
    const kept = [await quote({ clientId: other }), await recurring({ clientId: other })] as const;
    // A draft holds whatever was typed.
    const typed = await post("/invoice-drafts", { clientId: "هـ", lines });

    const { erased } = await post("/buyers/erase", { buyer: value });
    assert.deepEqual([erased.clients, erased.drafts], [1, 4]);
    const texts = await everyText(api);
    for (const word of ["هند", "59990001", "ind@"]) assert.ok(!texts.includes(word), word);
    const { state, clientName, invoice } = await read(`/quotes/${quoteNumber}`);
    assert.deepEqual([state, clientName, invoice], ["withdrawn", null, { lines }]);
    assert.equal((await read(`/recurring-invoices/${repeated}`)).state, "ended");
    assert.equal((await asMerchant(api, "GET", `/invoice-drafts/${draft.id}`)).statusCode, 404);
    assert.equal((await read(`/quotes/${kept[0]}`)).clientName, "سعاد");
    assert.equal((await read(`/recurring-invoices/${kept[1]}`)).state, "active");
    assert.equal((await read(`/invoice-drafts/${typed.id}`)).id, typed.id);
    assert.equal((await post("/buyers/erase", { buyer: value })).erased.drafts, 0);
    await post("/buyers/erase", { buyer: "0559990002" });
  });

test("an erasure of one shop's buyer leaves another shop's draft that has typed the same id", async () => {
  const clientId = await newClient({ name: "هند", mobile: "0559990003" });
  const { id } = await post("/invoice-drafts", { clientId, lines });
  const { rows } = await api.db.pool.query(
    'insert into merchants select (json_populate_record(m, \'{"id":987654,"username":"other"}\')).* from merchants m returning id',
  );
  await api.db.pool.query("update invoice_drafts set merchant_id = $1 where id = $2", [rows[0].id, id]);
  await eraseBuyer(api.db.kysely, { kind: "mobile", value: "+966559990003" }, null);
  const { rowCount } = await api.db.pool.query("select from invoice_drafts where id = $1", [id]);
  assert.equal(rowCount, 1);
});

test("the erasure by age takes out buyers whose quotes name them by an address, a client's id or a note alone", async () => {
  const clientId = await newClient({ name: "دلال" });
  const quotes = [
    await quote({ client: { name: "وفاء", email: "wafa@example.com" } }),
    await quote({ clientId }),
    await quote({ client: { name: "بلا عنوان" }, note: "لوفاء" }),
  ];
  for (const number of quotes) await post(`/quotes/${number}/withdraw`, {});
  const ended = await recurring({ client: { name: "وفاء", email: "wafa@example.com" } });
  await post(`/recurring-invoices/${ended}/end`, {});
  const running = await recurring({ clientId });
  api.clock.advance(3 * 366 * 24 * 60 * 60_000);
  await eraseAgedBuyers(api.services);
  for (const number of quotes) {
    const { clientName, invoice } = await read(`/quotes/${number}`);
    assert.deepEqual([clientName, Object.keys(invoice)], [null, ["lines"]]);
  }
  assert.equal((await read(`/recurring-invoices/${ended}`)).clientName, null);
  assert.equal((await read(`/recurring-invoices/${running}`)).clientName, "دلال");
  const before = await api.db.pool.query("select xmin::text from quotes order by id");
  await eraseAgedBuyers(api.services);
  const again = await api.db.pool.query("select xmin::text from quotes order by id");
  assert.deepEqual(again.rows, before.rows, "what is done is not written again");
});
