/** What a line says of its quantity, unit, VAT and day of supply, from the invoice to its tax documents and refunds. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Invoice } from "#contract/invoices.ts";
import type { Refund } from "#contract/refunds.ts";
import { issueInvoice, loadModel, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant, buy, makeLink, openLink } from "#test/product-links.ts";
import type { DocumentFacts } from "./document-facts.ts";
import { dateText } from "./figures.ts";
import { creditNotesOf, findTaxInvoice } from "./tax-document-store.ts";

const cardamom = { title: "هيل", quantity: "0.5", unit: "KGM", unitPrice: "33.33", vatRate: "15" };

async function read(app: TestApp, orderNumber: string): Promise<Invoice> {
  return (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json();
}

async function orderIdOf(app: TestApp, orderNumber: string): Promise<number> {
  const { id } = await app.db.kysely
    .selectFrom("orders")
    .select("id")
    .where("order_number", "=", orderNumber)
    .executeTakeFirstOrThrow();
  return id;
}

async function taxInvoice(app: TestApp, orderNumber: string) {
  const invoice = await findTaxInvoice(app.db.kysely, await orderIdOf(app, orderNumber));
  assert.ok(invoice);
  return invoice;
}

async function invoiced(app: TestApp, changes: Readonly<Record<string, unknown>>): Promise<DocumentFacts> {
  const orderNumber = await issueInvoice(app, changes);
  await payByCard(app, orderNumber);
  return (await taxInvoice(app, orderNumber)).content.facts;
}

async function refund(app: TestApp, orderNumber: string, lines: readonly object[]): Promise<Refund> {
  const headers = { authorization: `Bearer ${app.apiKey}`, "idempotency-key": randomUUID() };
  const url = `/api/v1/invoices/${orderNumber}/refunds`;
  const reply = await app.app.inject({ method: "POST", url, headers, payload: { lines } });
  assert.equal(reply.statusCode, 201, reply.body);
  return reply.json();
}

test("half a kilogram is priced, shown, paid, invoiced and given back to the halala", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { lines: [cardamom, { ...cardamom, quantity: "2.000" }] });
  const { lines, total } = await read(app, orderNumber);
  assert.deepEqual(
    lines.map(({ quantity, unit, net, vat }) => [quantity, unit, net, vat]),
    [
      ["0.5", "KGM", "16.67", "2.50"],
      [2, "KGM", "66.66", "10.00"],
    ],
  );
  assert.equal(total, "95.83");
  const [shown] = (await loadModel(app, orderNumber)).order.products;
  assert.deepEqual([shown?.qty, shown?.unit], [0.5, { ar: "كجم", en: "kg" }]);

  await payByCard(app, orderNumber);
  const invoice = await taxInvoice(app, orderNumber);
  assert.deepEqual(
    invoice.content.facts.lines.map(({ qty, unit, unitPrice }) => [qty, unit?.code, unitPrice]),
    [
      [500, "KGM", 3_333],
      [2_000, "KGM", 3_333],
    ],
  );
  const parts = [await refund(app, orderNumber, [{ position: 1, quantity: "0.125" }])];
  assert.deepEqual(parts[0]?.lines, [{ position: 1, quantity: "0.125", amount: "4.79" }]);
  parts.push(await refund(app, orderNumber, [{ position: 1, quantity: "0.375" }]));
  parts.push(await refund(app, orderNumber, [{ position: 2, quantity: "1.999" }]));
  parts.push(await refund(app, orderNumber, [{ position: 2, quantity: "0.001" }]));
  const given = parts.reduce((sum, part) => sum + Math.round(Number(part.amount) * 100), 0);
  assert.equal(given, 9_583);
  const notes = await creditNotesOf(app.db.kysely, {
    orderId: await orderIdOf(app, orderNumber),
    debitNoteId: null,
  });
  assert.deepEqual(
    notes.map(({ content }) => content.facts.lines.map(({ qty, unit }) => [qty, unit?.names.en])),
    [[[125, "kg"]], [[375, "kg"]], [[1_999, "kg"]], [[1, "kg"]]],
  );
});

test("more than was sold of a part of a unit never comes back, by the call and by the database", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { lines: [cardamom] });
  await payByCard(app, orderNumber);
  await refund(app, orderNumber, [{ position: 1, quantity: "0.25" }]);
  const url = `/invoices/${orderNumber}/refunds`;
  const reply = await asMerchant(app, "POST", url, { lines: [{ position: 1, quantity: "0.251" }] });
  assert.deepEqual([reply.statusCode, reply.json().fields[0].code], [422, "too_large"]);
  await assert.rejects(
    app.db.pool.query(
      `with made as (
         insert into refunds (id, order_id, attempt_id, amount, currency, state, is_by_hand)
         select 'refundtoomuch', order_id, attempt_id, 1, currency, 'refunded', true from refunds
         returning id, order_id)
       insert into refund_lines (merchant_id, order_id, refund_id, position, qty_thousandths, taxable, vat)
       select merchant_id, order_id, 'refundtoomuch', 1, 251, 1, 0 from refund_lines`,
    ),
    /more is given back of line 1/,
  );
});

test("the day of supply is the day of payment in Riyadh, or the one that was named", async () => {
  await using app = await startTestApp();
  const paid = await invoiced(app, { lines: [cardamom] });
  assert.equal(paid.suppliedOn, dateText(paid.paidAt));
  const named = await invoiced(app, { lines: [cardamom], supplyDate: "2026-11-05" });
  assert.equal(named.suppliedOn, "2026-11-05");
});

test("an order keeps the category and the words of its reason, and its tax invoice says these", async () => {
  await using app = await startTestApp();
  const medicine = { ...cardamom, title: "دواء", vatRate: "0", vatExemption: "VATEX-SA-35" };
  const orderNumber = await issueInvoice(app, { lines: [medicine, cardamom] });
  const [first, second] = (await read(app, orderNumber)).lines;
  assert.deepEqual([first?.vatCategory, first?.vatReason?.ar], ["Z", "الأدوية والمعدات الطبية"]);
  assert.deepEqual([second?.vatCategory, second?.vatReason], ["S", null]);
  // As if the texts of the program were others by the time of the payment.
  await app.db.pool.query(
    "update order_lines set vat_reason_ar = 'كما كان', vat_reason_en = 'as it was' where position = 1",
  );
  await payByCard(app, orderNumber);
  const { lines } = (await taxInvoice(app, orderNumber)).content.facts;
  assert.deepEqual(
    lines.map(({ category, reason }) => [category, reason]),
    [
      ["Z", { ar: "كما كان", en: "as it was" }],
      ["S", null],
    ],
  );
});

test("a product is sold in its unit", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { unit: "KGM" } });
  assert.equal((await asMerchant(app, "GET", `/products/${productId}`)).json().unit, "KGM");
  const orderNumber = await buy(app, await openLink(app, linkIdentity), { qty: 2 });
  const [line] = (await read(app, orderNumber)).lines;
  assert.deepEqual([line?.quantity, line?.unit], [2, "KGM"]);
});
