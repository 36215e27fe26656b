/** A rejected tax document keeps its number; a corrected one takes its place wherever the order's document is asked for. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { taxCorrectCommands } from "#cli/admin-tax-correct.ts";
import type { Invoice } from "#contract/invoices.ts";
import type { IssuedTaxDocument } from "#contract/tax-documents.ts";
import { minor } from "#core/money.ts";
import { Secret } from "#core/secret/secret.ts";
import { loadModel, startTestApp, type TestApp } from "#test/app-harness.ts";
import { insertOrder, type OrderInput, refundOrder, type TestOrder } from "#test/document-fixtures.ts";
import { keepPicture, rasterise, readPages } from "#test/pdf.ts";
import {
  authorityFault,
  chainOf,
  eventsOf,
  onboardAtSimulator,
  sendAll,
  settle,
} from "#test/simulated-authority.ts";
import { loadPrintedTaxInvoice } from "../documents/printed-tax-invoice.ts";
import { findStoredDocument } from "../documents/tax-document-store.ts";
import { backlogs } from "../zatca/submission-standing.ts";
import type { UnitId } from "../zatca/unit-store.ts";
import { insertDocument } from "./numbering.ts";

let app: TestApp;
let unit: UnitId;
before(async () => {
  app = await startTestApp({ poolSize: 16 });
  unit = await onboardAtSimulator(app);
});
after(() => app[Symbol.asyncDispose]());

const postalAddress = {
  street: "شارع العليا",
  buildingNumber: "7525",
  district: "الورود",
  postalCode: "12252",
  city: "الرياض",
};
const company: OrderInput = { client: { vatNumber: "399999999800003", address: "Riyadh" } };

const call = async (method: "GET" | "POST", path: string, payload?: object) =>
  await app.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": randomUUID() },
    ...(payload && { payload }),
  });

const correct = async (number: string, body: object = {}) =>
  await call("POST", `/tax-documents/${number}/correct`, body);

async function documentOf(number: string): Promise<IssuedTaxDocument> {
  const reply = await call("GET", `/tax-documents/${number}`);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json();
}

const invoiceOf = async ({ orderNumber }: TestOrder): Promise<Invoice> =>
  (await call("GET", `/invoices/${orderNumber}`)).json();

/** A paid order whose tax invoice was rejected. */
async function rejected(input: OrderInput = {}): Promise<{ order: TestOrder; number: string }> {
  const order = await insertOrder(app.db.kysely, app.merchantId, input);
  const { number } = await settle(app, order);
  await authorityFault(app, "reject");
  await sendAll(app);
  return { order, number };
}

/** Gives an amount back, as a refund that is done writes it. */
async function refund(order: TestOrder, amount: number): Promise<void> {
  await refundOrder(app.db.kysely, order, minor(amount));
  await app.db.kysely.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("refunds")
      .selectAll()
      .where("order_id", "=", order.id)
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    await app.services.onOrderRefunded(trx, {
      merchantId: order.merchantId,
      orderId: order.id,
      refundId: row.id,
      amount: row.amount,
      reason: row.reason,
    });
  });
}

test("a corrected invoice has a number of its own, the buyer as corrected and every amount, and is the order's everywhere", async () => {
  const { order, number } = await rejected(company);
  const before = await documentOf(number);
  assert.deepEqual([before.submission?.state, before.xmlUrl, before.replacedBy], ["rejected", null, null]);
  const reply = await correct(number, {
    client: { legalName: "شركة الواحة", vatNumber: "300000000000003", postalAddress },
  });
  assert.equal(reply.statusCode, 201, reply.body);
  const corrected: IssuedTaxDocument = reply.json();
  assert.notEqual(corrected.number, number);
  assert.deepEqual(
    [corrected.replaces, corrected.form, corrected.taxable, corrected.vat, corrected.total],
    [number, "standard", before.taxable, before.vat, before.total],
  );
  const [told] = (await eventsOf(app, unit, "tax_document.issued")).toReversed();
  assert.deepEqual(
    [told?.data.taxDocument?.number, told?.data.taxDocument?.replaces],
    [corrected.number, number],
  );

  await sendAll(app);
  const old = await documentOf(number);
  assert.deepEqual([old.replacedBy, old.pdfUrl, old.submission?.state], [corrected.number, null, "rejected"]);
  const { taxInvoice } = await invoiceOf(order);
  assert.deepEqual([taxInvoice?.number, taxInvoice?.submission?.state], [corrected.number, "cleared"]);
  const page = await loadModel(app, order.orderNumber);
  assert.deepEqual(page.taxDocuments, [{ kind: "tax_invoice", number: corrected.number }]);
  const printed = await loadPrintedTaxInvoice(app.services, order.orderNumber);
  assert.deepEqual([printed?.number, printed?.title.en], [corrected.number, "Tax invoice"]);
  assert.deepEqual(
    (await backlogs(app.db.kysely)).map(({ rejected: open }) => open),
    [0],
  );

  for (const list of ["invoices", "tax-documents"]) {
    const days = "from=2020-01-01&to=2100-01-01&language=en";
    const lines = (await call("GET", `/exports/${list}?${days}`)).body.split("\r\n");
    const of = lines.filter((line) => line.includes(order.orderNumber));
    assert.equal(
      of.length,
      list === "invoices" ? 1 : 2,
      "an order is exported once, with the document that counts",
    );
    assert.ok(of.every((line) => line.includes(corrected.number)));
  }

  const paper = (await app.app.inject(new URL(String(taxInvoice?.url)).pathname)).rawPayload;
  const text = (await readPages(paper))[0]?.text.normalize("NFKC") ?? "";
  for (const words of [corrected.number, number, "شركة الواحة", "300000000000003", "12252"])
    assert.ok(text.includes(words), words);
  await keepPicture(await rasterise(paper, { page: 1, dpi: 150 }), "corrected-ar");
  const english = (await app.app.inject(`${new URL(String(taxInvoice?.url)).pathname}?lang=en`)).rawPayload;
  await keepPicture(await rasterise(english, { page: 1, dpi: 150 }), "corrected-en");

  const { xmlUrl } = await documentOf(corrected.number);
  const headers = { authorization: `Bearer ${app.apiKey}` };
  const xml = await app.app.inject({ url: new URL(String(xmlUrl)).pathname, headers });
  const cleared = app.db.kysely.selectFrom("tax_clearances").select("xml").orderBy("document_id", "desc");
  assert.equal(xml.body, (await cleared.executeTakeFirstOrThrow()).xml);
  assert.match(
    String(xml.headers["content-disposition"]),
    /^attachment; filename="\d{15}_\d{8}T\d{6}_.*\.xml"$/,
  );
  assert.equal((await app.app.inject({ url: new URL(String(xmlUrl)).pathname })).statusCode, 401);
});

test("only what is rejected and not replaced is corrected, once, and never into what would be rejected again", async () => {
  const { order, number } = await rejected(company);
  const accepted = await settle(app, await insertOrder(app.db.kysely, app.merchantId));
  await sendAll(app);
  const problem = async (of: string, body?: object) => {
    const reply = await correct(of, body);
    return [reply.statusCode, reply.json().code];
  };
  assert.deepEqual(await problem(accepted.number), [409, "tax_document_not_rejected"]);
  assert.deepEqual(await problem("INV-999999"), [404, "not_found"]);
  assert.deepEqual(await problem(number), [422, "tax_document_refused"], "the buyer has no address");
  assert.deepEqual(await problem(number, { client: { vatNumber: "123" } }), [422, "validation_failed"]);
  assert.deepEqual(await problem(number, { amount: "1.00" }), [422, "validation_failed"]);
  const taken = (await invoiceOf(order)).taxInvoice?.number;
  assert.equal(taken, number, "what is refused takes no number");
  const both = await Promise.all([1, 2].map(() => correct(number, { client: { postalAddress } })));
  assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [201, 409]);
  assert.deepEqual(await problem(number, { client: { postalAddress } }), [409, "tax_document_not_rejected"]);
  await sendAll(app);
  assert.equal((await invoiceOf(order)).taxInvoice?.submission?.state, "cleared");
});

test("a refund of a rejected invoice has its credit note once the invoice is corrected, and the note names that one", async () => {
  const { order, number } = await rejected();
  await refund(order, 1_000);
  assert.deepEqual((await invoiceOf(order)).creditNotes, []);
  const corrected: IssuedTaxDocument = (await correct(number)).json();
  await sendAll(app);
  const [note] = (await invoiceOf(order)).creditNotes;
  assert.ok(note);
  assert.equal(note.submission?.state, "reported");
  assert.equal((await documentOf(note.number)).invoiceNumber, corrected.number);
  const chain = await chainOf(app, unit);
  assert.ok(chain.at(-1)?.xml.includes(`<cbc:ID>${corrected.number}</cbc:ID>`));
});

test("a rejected credit note is corrected with its amounts, and both of a refund count once", async () => {
  const order = await insertOrder(app.db.kysely, app.merchantId);
  await settle(app, order);
  await sendAll(app);
  const { total } = order.priced;
  await refund(order, 1_000);
  await authorityFault(app, "reject");
  await sendAll(app);
  const [before] = (await invoiceOf(order)).creditNotes;
  const reply = await correct(String(before?.number), { client: { legalName: "شركة الواحة" } });
  assert.equal(reply.statusCode, 201, reply.body);
  const corrected: IssuedTaxDocument = reply.json();
  assert.deepEqual(
    [corrected.kind, corrected.total, corrected.replaces],
    ["credit_note", "10.00", before?.number],
  );
  await refund(order, total);
  await sendAll(app);
  const { creditNotes } = await invoiceOf(order);
  assert.deepEqual(
    creditNotes.map(({ submission }) => submission?.state),
    ["reported", "reported"],
  );
  const credited = await Promise.all(
    creditNotes.map(async (note) => Number((await documentOf(note.number)).total)),
  );
  assert.equal(Math.round(credited.reduce((sum, part) => sum + part, 0) * 100), total);
});

test("the database refuses a corrected document of other amounts, of a document that was taken, and a second one", async () => {
  const { number } = await rejected();
  const { merchantId } = app;
  const stored = await findStoredDocument(app.db.kysely, { merchantId, number });
  assert.ok(stored);
  const { document, orderId } = stored;
  const { content } = document;
  const { facts } = content;
  const insert = async (change: { readonly vat?: number; readonly replaces?: typeof stored }) =>
    await app.db.kysely.transaction().execute(
      async (trx) =>
        await insertDocument(
          trx,
          { id: orderId, merchantId },
          {
            kind: "tax_invoice",
            form: "simplified",
            vatNumber: String(facts.seller.vatNumber),
            riyals: { taxable: facts.taxable, vat: minor(change.vat ?? facts.vat), total: facts.total },
            at: new Date(app.clock.now()),
            content,
            replaces: { id: (change.replaces ?? stored).id, number },
            sealing: app.services.sealing,
          },
        ),
    );
  await assert.rejects(insert({ vat: facts.vat - 1 }), /states what .* does/);
  const order = await insertOrder(app.db.kysely, merchantId);
  const { number: taken } = await settle(app, order);
  await sendAll(app);
  const accepted = await findStoredDocument(app.db.kysely, { merchantId, number: taken });
  assert.ok(accepted);
  await assert.rejects(insert({ replaces: { ...accepted } }), /states what .* does|has not rejected/);
  await insert({});
  await assert.rejects(insert({}), /one_document_replaces_another/);
  const { rows } = await app.db.pool.query(
    `select count(*)::int as count from tax_documents d where order_id = $1 and kind = 'tax_invoice'
      and replaces_id is null`,
    [orderId],
  );
  assert.deepEqual(rows, [{ count: 1 }]);
  await sendAll(app);
});

test("the operator corrects by command, which is in the audit log", async () => {
  const { order, number } = await rejected(company);
  const run = taxCorrectCommands["tax-correct"]?.run;
  const input = async () => JSON.stringify({ postalAddress });
  const secretKey = new Secret("a master secret of tests, long enough");
  const config = { ...app.services.config, secretKey };
  const parts = { config, db: app.db, input, progress: () => {} };
  const said = await run?.(parts, { words: ["nakheel", number], options: { client: true } });
  assert.match(String(said), new RegExp(`^INV-\\d+ takes the place of ${number}\\.`));
  await sendAll(app);
  assert.equal((await invoiceOf(order)).taxInvoice?.submission?.state, "cleared");
  const { rows } = await app.db.pool.query(
    "select act, subject, result from admin_acts where act = 'tax-correct' order by id desc limit 1",
  );
  assert.deepEqual(rows, [{ act: "tax-correct", subject: `nakheel ${number}`, result: "done" }]);
});
