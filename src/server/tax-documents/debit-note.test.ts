/** What is charged after a tax invoice is stated by a debit note that refers to it, and goes the way of all documents. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Invoice } from "#contract/invoices.ts";
import type { IssuedTaxDocument } from "#contract/tax-documents.ts";
import { minor } from "#core/money.ts";
import { loadModel, startTestApp, type TestApp } from "#test/app-harness.ts";
import {
  insertMerchant,
  insertOrder,
  type OrderInput,
  refundOrder,
  type TestOrder,
} from "#test/document-fixtures.ts";
import { keepPicture, rasterise, readPages, readQr } from "#test/pdf.ts";
import {
  authorityFault,
  chainOf,
  eventsOf,
  onboardAtSimulator,
  sendAll,
  settle,
} from "#test/simulated-authority.ts";
import { findTaxInvoice } from "../documents/tax-document-store.ts";
import type { UnitId } from "../zatca/unit-store.ts";
import { insertDocument } from "./numbering.ts";

let app: TestApp;
let unit: UnitId;
before(async () => {
  app = await startTestApp({ poolSize: 16 });
  unit = await onboardAtSimulator(app);
});
after(() => app[Symbol.asyncDispose]());

const call = async (method: "GET" | "POST", path: string, payload?: object, key: string = randomUUID()) =>
  await app.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": key },
    ...(payload && { payload }),
  });

const delivery = { title: "فرق أجرة التوصيل", quantity: 2, unitPrice: "20.00" };
const body = { reason: "التوصيل خارج المدينة", lines: [delivery] };

const debit = async ({ orderNumber }: TestOrder, payload: object = body, key?: string) =>
  await call("POST", `/invoices/${orderNumber}/debit-notes`, payload, key);

async function invoiced(input: OrderInput = {}): Promise<TestOrder> {
  const order = await insertOrder(app.db.kysely, app.merchantId, input);
  await settle(app, order);
  await sendAll(app);
  return order;
}

const invoiceOf = async ({ orderNumber }: TestOrder): Promise<Invoice> =>
  (await call("GET", `/invoices/${orderNumber}`)).json();

test("a debit note has a number of its own, refers to the invoice, is reported, and prints in both sizes and languages", async () => {
  const order = await invoiced();
  const key = randomUUID();
  const reply = await debit(order, body, key);
  assert.equal(reply.statusCode, 201, reply.body);
  const note: IssuedTaxDocument = reply.json();
  const { taxInvoice } = await invoiceOf(order);
  assert.deepEqual(
    [note.number, note.kind, note.form, note.invoiceNumber, note.reason],
    ["DN-000001", "debit_note", "simplified", taxInvoice?.number, body.reason],
  );
  assert.deepEqual([note.taxable, note.vat, note.total], ["40.00", "6.00", "46.00"]);
  assert.equal((await debit(order, body, key)).json().number, note.number, "a repetition is the same note");

  await sendAll(app);
  const [listed] = (await invoiceOf(order)).debitNotes;
  assert.deepEqual([listed?.number, listed?.submission?.state], [note.number, "reported"]);
  const xml = (await chainOf(app, unit)).at(-1)?.xml ?? "";
  assert.match(xml, /<cbc:InvoiceTypeCode name="0200000">383</);
  assert.ok(xml.includes(`<cac:InvoiceDocumentReference><cbc:ID>${taxInvoice?.number}</cbc:ID>`));
  assert.ok(xml.includes(`<cbc:InstructionNote>${body.reason}</cbc:InstructionNote>`));
  const [told] = (await eventsOf(app, unit, "tax_document.reported")).toReversed();
  assert.deepEqual([told?.data.taxDocument?.kind, told?.data.taxDocument?.total], ["debit_note", "46.00"]);
  assert.deepEqual((await loadModel(app, order.orderNumber)).taxDocuments, [
    { kind: "tax_invoice", number: taxInvoice?.number },
    { kind: "debit_note", number: note.number },
  ]);

  const path = new URL(String(note.pdfUrl)).pathname;
  for (const [size, language] of [
    ["a4", "ar"],
    ["a4", "en"],
    ["80mm", "ar"],
    ["80mm", "en"],
  ] as const) {
    const paper = (await app.app.inject(`${path}?size=${size}&lang=${language}`)).rawPayload;
    const text = (await readPages(paper))[0]?.text.normalize("NFKC") ?? "";
    for (const words of [
      "إشعار مدين",
      "Debit note",
      note.number,
      String(taxInvoice?.number),
      body.reason,
      "46.00",
    ])
      assert.ok(text.replaceAll("\u00a0", " ").includes(words), `${size} ${language}: ${words}`);
    assert.ok(!text.includes("تم الدفع"), "nothing was paid by it");
    const picture = await rasterise(paper, { page: 1, dpi: 200 });
    await keepPicture(picture, `debit-note-${size}-${language}`);
    assert.equal(readQr(picture), note.qr);
  }
});

test("a debit note is refused where there is no invoice that counts, and for what no invoice could charge", async () => {
  const refusal = async (order: TestOrder, payload?: object) => {
    const reply = await debit(order, payload);
    return [reply.statusCode, reply.json().code];
  };
  const open = await insertOrder(app.db.kysely, app.merchantId);
  assert.deepEqual(await refusal(open), [409, "tax_invoice_missing"]);
  const foreign = await insertOrder(app.db.kysely, await insertMerchant(app.db.kysely));
  assert.deepEqual(await refusal(foreign), [404, "order_not_found"]);
  const order = await invoiced();
  const lineOf = (change: object) => ({ ...body, lines: [{ ...delivery, ...change }] });
  assert.deepEqual(await refusal(order, lineOf({ vatRate: "7" })), [422, "validation_failed"]);
  assert.deepEqual(await refusal(order, lineOf({ vatRate: "0" })), [422, "validation_failed"]);
  assert.deepEqual(await refusal(order, lineOf({ imageId: "x" })), [422, "validation_failed"]);
  assert.deepEqual(await refusal(order, { ...body, reason: " " }), [422, "validation_failed"]);
  assert.deepEqual(await refusal(order, lineOf({ unitPrice: "0" })), [422, "zero_total"]);
  await refundOrder(app.db.kysely, order, order.priced.total);
  assert.deepEqual(await refusal(order), [409, "order_refunded"]);
  const rejected = await insertOrder(app.db.kysely, app.merchantId);
  await settle(app, rejected);
  await authorityFault(app, "reject");
  await sendAll(app);
  assert.deepEqual(await refusal(rejected), [409, "tax_invoice_missing"]);
  const { rows } = await app.db.pool.query(
    "select count(*)::int as count from tax_documents where kind = 'debit_note'",
  );
  assert.deepEqual(rows, [{ count: 1 }], "what is refused takes no number");
});

test("a note of an invoice in another currency states its VAT in riyals by the invoice's rate, and a rejected one is corrected", async () => {
  const order = await invoiced({
    currency: "USD",
    lines: [{ title: "Consulting", qty: 1, unitPrice: 10_000, vatBps: 1_500 }],
    foreign: { currency: "SAR", total: 43_125 },
  });
  const first: IssuedTaxDocument = (await debit(order)).json();
  assert.deepEqual([first.currency, first.vat, first.vatInRiyals], ["USD", "6.00", "22.50"]);
  await authorityFault(app, "reject");
  await sendAll(app);
  const corrected: IssuedTaxDocument = (
    await call("POST", `/tax-documents/${first.number}/correct`, {})
  ).json();
  assert.deepEqual(
    [corrected.kind, corrected.replaces, corrected.total, corrected.vatInRiyals],
    ["debit_note", first.number, "46.00", "22.50"],
  );
  await sendAll(app);
  assert.deepEqual(
    (await invoiceOf(order)).debitNotes.map(({ number, submission }) => [number, submission?.state]),
    [[corrected.number, "reported"]],
  );
});

test("the database refuses a debit note without a reason or of another form, and one raises no limit of credit notes", async () => {
  const order = await invoiced();
  await debit(order);
  const invoice = await findTaxInvoice(app.db.kysely, order.id);
  assert.ok(invoice);
  const { facts } = invoice.content;
  const insert = async (change: Partial<Parameters<typeof insertDocument>[2]>) =>
    await app.db.kysely.transaction().execute(
      async (trx) =>
        await insertDocument(
          trx,
          { id: order.id, merchantId: app.merchantId },
          {
            kind: "debit_note",
            form: "simplified",
            vatNumber: String(facts.seller.vatNumber),
            riyals: { taxable: facts.taxable, vat: facts.vat, total: facts.total },
            at: new Date(app.clock.now()),
            content: { ...invoice.content, original: { number: invoice.number, issuedAt: invoice.issuedAt } },
            correction: { originalId: invoice.id, refundKey: null, reason: "x" },
            sealing: app.services.sealing,
            ...change,
          },
        ),
    );
  const correction = { originalId: invoice.id, refundKey: null, reason: null };
  await assert.rejects(insert({ correction }), /debit_notes_say_why/);
  await assert.rejects(insert({ form: "standard" }), /belongs to the tax invoice of its order/);
  const more = { ...facts, taxable: minor(facts.taxable + 4_000), total: minor(facts.total + 4_000) };
  await assert.rejects(
    insert({
      kind: "credit_note",
      content: { ...invoice.content, facts: more },
      correction: { ...correction, refundKey: "r" },
    }),
    /credit notes would exceed/,
  );
  await sendAll(app);
});

test("debit notes have a series of their own, which the merchant names", async () => {
  const headers = { authorization: `Bearer ${app.apiKey}` };
  const payload = { debitNotes: { prefix: "WEB-DN-", firstNumber: 100 } };
  const reply = await app.app.inject({ method: "PUT", url: "/api/v1/merchant/numbering", headers, payload });
  assert.equal(reply.statusCode, 200, reply.body);
  assert.equal((await debit(await invoiced())).json().number, "WEB-DN-000100");
});
