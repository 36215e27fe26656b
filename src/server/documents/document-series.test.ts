import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";

async function invoiceNumber(app: TestApp): Promise<string> {
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  return (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json().taxInvoice.number;
}

const put = (app: TestApp, body: Readonly<Record<string, unknown>>) =>
  asMerchant(app, "PUT", "/merchant/numbering", body);

test("a merchant's invoices begin where it says, and follow each other", async () => {
  await using app = await startTestApp();
  const usual = (await asMerchant(app, "GET", "/merchant/numbering")).json();
  assert.deepEqual(usual.taxInvoices, { prefix: "INV-", next: "INV-000001", isUsed: false });
  const set = await put(app, { taxInvoices: { prefix: "WEB-", firstNumber: 41 } });
  assert.deepEqual(set.json().taxInvoices, { prefix: "WEB-", next: "WEB-000041", isUsed: false });
  assert.deepEqual(set.json().creditNotes, { prefix: "CN-", next: "CN-000001", isUsed: false });
  // Nothing was issued yet: said again, and changed, before the first.
  assert.equal((await put(app, { taxInvoices: { prefix: "WEB-", firstNumber: 41 } })).statusCode, 200);
  assert.equal((await put(app, { taxInvoices: { prefix: "WEB-", firstNumber: 7 } })).statusCode, 200);
  assert.deepEqual([await invoiceNumber(app), await invoiceNumber(app)], ["WEB-000007", "WEB-000008"]);
});

test("a series that has documents is not begun again; another one follows it from its own first number", async () => {
  await using app = await startTestApp();
  assert.equal(await invoiceNumber(app), "INV-000001");
  for (const taxInvoices of [
    { prefix: "INV-", firstNumber: 1 },
    { prefix: "INV-", firstNumber: 500 },
    { prefix: "CN-", firstNumber: 1 },
  ]) {
    const reply = await put(app, { taxInvoices });
    assert.deepEqual([reply.statusCode, reply.json().fields[0].code], [422, "series_used"]);
  }
  assert.equal((await put(app, { taxInvoices: { prefix: "B2-", firstNumber: 1 } })).statusCode, 200);
  assert.equal(await invoiceNumber(app), "B2-000001");
  assert.equal((await put(app, { taxInvoices: { prefix: "INV-", firstNumber: 2 } })).statusCode, 422);
  assert.equal((await put(app, { creditNotes: { prefix: "B2-", firstNumber: 9 } })).statusCode, 422);
  const refused = await put(app, { taxInvoices: { prefix: "A1", firstNumber: 1 } });
  assert.equal(refused.json().fields[0].path, "taxInvoices.prefix");
});

test("the database refuses a number of another series, a jump within one, and a prefix for both kinds", async () => {
  await using app = await startTestApp();
  await invoiceNumber(app);
  const run = (sql: string) => app.db.pool.query(sql);
  await assert.rejects(run("update document_counters set last_sequence = 5"), /the number after 1 is 2/);
  await assert.rejects(run("update document_counters set first_sequence = 5"), /begins at its first number/);
  await assert.rejects(
    run("update document_counters set first_sequence = 5, last_sequence = 4"),
    /the series INV- has documents/,
  );
  await assert.rejects(
    run(`insert into document_counters (merchant_id, kind, last_sequence, last_issued_at, prefix)
      select merchant_id, 'credit_note', 0, null, prefix from document_counters`),
    /document_counters_check|has documents/,
  );
  await assert.rejects(
    run(`with taken as (update document_counters set last_sequence = 2 returning merchant_id)
      insert into tax_documents (merchant_id, order_id, kind, form, sequence, number, issued_at, currency, taxable, vat,
        total, vat_sar, qr, content)
      select d.merchant_id, order_id, kind, form, 2, 'ELSE-000002', issued_at, currency, taxable, vat, total, vat_sar, qr,
        content from tax_documents d, taken`),
    /is not of the series|was not taken/,
  );
});

test("invoices that are paid while the series changes have neither gaps nor doubles", async () => {
  await using app = await startTestApp();
  const [first] = await Promise.all([
    invoiceNumber(app),
    put(app, { taxInvoices: { prefix: "NEW-", firstNumber: 1 } }),
  ]);
  const numbers = [first, ...(await Promise.all([invoiceNumber(app), invoiceNumber(app)]))];
  assert.equal(new Set(numbers).size, 3);
  const { rows } = await app.db.pool.query(
    "select series, array_agg(sequence order by sequence) as taken from tax_documents group by series",
  );
  for (const { taken } of rows)
    assert.deepEqual(
      taken.map(Number),
      taken.map((_one: unknown, index: number) => index + 1),
    );
});
