/** A debit note that was wrong is taken back by credit notes that name it, up to what it charged (decision 0114). */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { taxCorrectCommands } from "#cli/admin-tax-correct.ts";
import type { Invoice } from "#contract/invoices.ts";
import type { VatReturn } from "#contract/reports.ts";
import type { IssuedTaxDocument } from "#contract/tax-documents.ts";
import { minor } from "#core/money.ts";
import { Secret } from "#core/secret/secret.ts";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { insertOrder, type OrderInput, refundOrder, type TestOrder } from "#test/document-fixtures.ts";
import { eBuyers } from "#test/e-invoices.ts";
import { keepPicture, rasterise, readPages, readQr } from "#test/pdf.ts";
import { authorityFault, chainOf, onboardAtSimulator, sendAll, settle } from "#test/simulated-authority.ts";
import { findStoredDocument } from "../documents/tax-document-store.ts";
import { toPartyColumns } from "../parties/buyer-party.ts";
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

const company: OrderInput = {
  client: { name: "شركة الواحة", vatNumber: "399999999800003", address: "Riyadh" },
};
const wrongly = "أُصدر الإشعار المدين بالخطأ";

/** Three pieces at 20.00 and a flat 10.00, 80.50 with VAT. */
const charged = [
  { title: "فرق أجرة التوصيل", quantity: 3, unitPrice: "20.00" },
  { title: "تغليف", quantity: 1, unitPrice: "10.00" },
];

/** A paid order with a debit note; `isSent` once both are accepted. */
async function debited(input: OrderInput = {}, { isSent = true } = {}) {
  const order = await insertOrder(app.db.kysely, app.merchantId, input);
  if (input === company)
    await app.db.kysely
      .updateTable("clients")
      .set(
        toPartyColumns({
          legalName: "شركة الواحة",
          identification: null,
          postalAddress: eBuyers.company.address,
        }),
      )
      .where("id", "=", order.clientId)
      .execute();
  await settle(app, order);
  await sendAll(app);
  const body = { reason: "التوصيل خارج المدينة", lines: charged };
  const note: IssuedTaxDocument = (
    await call("POST", `/invoices/${order.orderNumber}/debit-notes`, body)
  ).json();
  if (isSent) await sendAll(app);
  return { order, note };
}

const credit = async (number: string, payload: object = { reason: wrongly }, key?: string) =>
  await call("POST", `/tax-documents/${number}/credit`, payload, key);

const problemOf = async (number: string, payload?: object) => {
  const reply = await credit(number, payload);
  return [reply.statusCode, reply.json().code];
};

const invoiceOf = async ({ orderNumber }: TestOrder): Promise<Invoice> =>
  (await call("GET", `/invoices/${orderNumber}`)).json();

const vatOf = async (): Promise<string> => {
  const { total }: VatReturn = (await call("GET", "/reports/vat?from=2026-01-01&to=2026-12-31")).json();
  return total.vat;
};

test("a debit note is taken back whole: the credit note names it and the invoice, is reported, prints, and the VAT is back where it was", async () => {
  const order = await insertOrder(app.db.kysely, app.merchantId);
  await settle(app, order);
  await sendAll(app);
  const before = await vatOf();
  const body = { reason: "التوصيل خارج المدينة", lines: charged };
  const note: IssuedTaxDocument = (
    await call("POST", `/invoices/${order.orderNumber}/debit-notes`, body)
  ).json();
  assert.notEqual(await vatOf(), before);
  await sendAll(app);
  const key = randomUUID();
  const reply = await credit(note.number, undefined, key);
  assert.equal(reply.statusCode, 201, reply.body);
  const back: IssuedTaxDocument = reply.json();
  assert.deepEqual(
    [back.kind, back.form, back.debitNoteNumber, back.invoiceNumber, back.refundId, back.reason],
    ["credit_note", "simplified", note.number, note.invoiceNumber, null, wrongly],
  );
  assert.deepEqual([back.taxable, back.vat, back.total], [note.taxable, note.vat, note.total]);
  assert.equal(
    (await credit(note.number, undefined, key)).json().number,
    back.number,
    "a repetition is the same",
  );
  assert.deepEqual(await problemOf(note.number), [409, "tax_document_not_creditable"]);
  assert.equal(await vatOf(), before);

  await sendAll(app);
  const { creditNotes } = await invoiceOf(order);
  assert.deepEqual(
    creditNotes.map(({ number, submission }) => [number, submission?.state]),
    [[back.number, "reported"]],
  );
  const xml = (await chainOf(app, unit)).at(-1)?.xml ?? "";
  assert.deepEqual(
    Array.from(xml.matchAll(/<cac:InvoiceDocumentReference><cbc:ID>([^<]*)</g), ([, number]) => number),
    [note.number, note.invoiceNumber],
  );
  for (const [size, language] of [
    ["a4", "ar"],
    ["a4", "en"],
    ["80mm", "ar"],
    ["80mm", "en"],
  ] as const) {
    const paper = (
      await app.app.inject(`${new URL(String(back.pdfUrl)).pathname}?size=${size}&lang=${language}`)
    ).rawPayload;
    const text = ((await readPages(paper))[0]?.text.normalize("NFKC") ?? "").replaceAll("\u00a0", " ");
    for (const words of [
      "إشعار دائن",
      back.number,
      note.number,
      String(note.invoiceNumber),
      "بالخطأ",
      "80.50",
    ])
      assert.ok(text.includes(words), `${size} ${language}: ${words}`);
    const picture = await rasterise(paper, { page: 1, dpi: 200 });
    await keepPicture(picture, `debit-note-taken-back-${size}-${language}`);
    assert.equal(readQr(picture), back.qr);
  }
});

test("lines of a debit note are taken back by pieces and by amount, and the last note takes all that is left", async () => {
  const { note } = await debited(company);
  const first: IssuedTaxDocument = (
    await credit(note.number, { reason: wrongly, lines: [{ position: 1, quantity: 2 }] })
  ).json();
  assert.deepEqual([first.form, first.taxable, first.total], ["standard", "40.00", "46.00"]);
  const tooMuch = { reason: wrongly, lines: [{ position: 1, quantity: 2 }] };
  assert.deepEqual(await problemOf(note.number, tooMuch), [422, "validation_failed"]);
  for (const lines of [
    [{ position: 3, quantity: 1 }],
    [{ position: 2, amount: "11.51" }],
    [{ position: 2, amount: "0" }],
  ])
    assert.deepEqual(await problemOf(note.number, { reason: wrongly, lines }), [422, "validation_failed"]);
  assert.deepEqual(await problemOf(note.number, { reason: " " }), [422, "validation_failed"]);
  await credit(note.number, { reason: wrongly, lines: [{ position: 2, amount: "1.15" }] });
  const last: IssuedTaxDocument = (await credit(note.number)).json();
  assert.deepEqual([last.taxable, last.vat, last.total], ["29.00", "4.35", "33.35"]);
  await sendAll(app);
  const states = (await chainOf(app, unit)).slice(-3).map(({ state, way }) => `${way} ${state}`);
  assert.deepEqual(states, Array(3).fill("clear accepted"));
});

test("two who take the same debit note back at once take it back once, and refunds keep their own limit", async () => {
  const { order, note } = await debited();
  const both = await Promise.all([1, 2].map(() => credit(note.number)));
  assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [201, 409]);
  await sendAll(app);
  await refundOrder(app.db.kysely, order, order.priced.total);
  await app.db.kysely.transaction().execute(async (trx) => {
    const { id, amount } = await trx
      .selectFrom("refunds")
      .selectAll()
      .where("order_id", "=", order.id)
      .executeTakeFirstOrThrow();
    const { merchantId, id: orderId } = order;
    await app.services.onOrderRefunded(trx, { merchantId, orderId, refundId: id, amount, reason: null });
  });
  await sendAll(app);
  const totals = await Promise.all(
    (await invoiceOf(order)).creditNotes.map(
      async ({ number }) => (await call("GET", `/tax-documents/${number}`)).json().total,
    ),
  );
  assert.equal(totals.length, 2);
  assert.equal(Math.round(Number(totals[1]) * 100), order.priced.total);
});

test("only a debit note that the authority has accepted is taken back", async () => {
  const { note } = await debited({}, { isSent: false });
  assert.deepEqual(await problemOf(note.number), [409, "tax_document_pending"]);
  await authorityFault(app, "reject");
  await sendAll(app);
  assert.deepEqual(await problemOf(note.number), [409, "tax_document_not_creditable"]);
  assert.deepEqual(await problemOf(String(note.invoiceNumber)), [409, "tax_document_not_creditable"]);
  assert.deepEqual(await problemOf("DN-999999"), [404, "not_found"]);
  const corrected = (await call("POST", `/tax-documents/${note.number}/correct`, {})).json().number;
  await sendAll(app);
  assert.equal((await credit(corrected)).statusCode, 201);
  await sendAll(app);
});

test("a credit note of a debit note in another currency takes its riyals back, and a rejected one is corrected as what it is", async () => {
  const { order, note } = await debited({
    currency: "USD",
    lines: [{ title: "Consulting", qty: 1, unitPrice: 10_000, vatBps: 1_500 }],
    foreign: { currency: "SAR", total: 43_125 },
  });
  const part: IssuedTaxDocument = (
    await credit(note.number, { reason: wrongly, lines: [{ position: 1, quantity: 1 }] })
  ).json();
  const rest: IssuedTaxDocument = (await credit(note.number)).json();
  const riyals = [part, rest].map(({ vatInRiyals }) => Math.round(Number(vatInRiyals) * 100));
  assert.equal(
    riyals.reduce((all, one) => all + one, 0),
    Math.round(Number(note.vatInRiyals) * 100),
  );
  await authorityFault(app, "reject");
  await sendAll(app);
  const corrected: IssuedTaxDocument = (
    await call("POST", `/tax-documents/${part.number}/correct`, {})
  ).json();
  assert.deepEqual(
    [corrected.debitNoteNumber, corrected.total, corrected.replaces],
    [note.number, part.total, part.number],
  );
  assert.deepEqual(
    await problemOf(note.number),
    [409, "tax_document_not_creditable"],
    "what was replaced counts once",
  );
  await sendAll(app);
  assert.equal((await invoiceOf(order)).creditNotes.length, 2);
});

test("the database refuses credits above their debit note, without a reason, and of a debit note of another order", async () => {
  const { order, note } = await debited();
  const { note: other } = await debited();
  const of = async (number: string) => {
    const found = await findStoredDocument(app.db.kysely, { merchantId: app.merchantId, number });
    assert.ok(found);
    return found;
  };
  const { id: debitNoteId, document } = await of(note.number);
  const { id: originalId } = await of(String(note.invoiceNumber));
  const { content, form } = document;
  const { facts } = content;
  const insert = async (change: object, { more = 0 } = {}) => {
    const raised = { ...facts, taxable: minor(facts.taxable + more), total: minor(facts.total + more) };
    const correction = { originalId, refundKey: null, debitNoteId, reason: "x", ...change };
    return await app.db.kysely.transaction().execute((trx) =>
      insertDocument(
        trx,
        { id: order.id, merchantId: app.merchantId },
        {
          kind: "credit_note",
          form,
          vatNumber: String(facts.seller.vatNumber),
          riyals: facts,
          at: new Date(app.clock.now()),
          content: { ...content, facts: raised },
          correction,
          sealing: app.services.sealing,
        },
      ),
    );
  };
  await assert.rejects(insert({}, { more: 1 }), /would exceed the debit note/);
  await assert.rejects(insert({ reason: null }), /credits_of_debit_notes_say_why/);
  await assert.rejects(
    insert({ debitNoteId: (await of(other.number)).id }),
    /the debit note .* does not count/,
  );
  await assert.rejects(insert({ debitNoteId: originalId }), /does not count/);
  await assert.rejects(insert({ refundKey: "r" }), /credit_notes_of_one_thing/);
  await assert.rejects(insert({ debitNoteId: null }), /credit_notes_of_one_thing/);
  await insert({});
  await assert.rejects(insert({}), /would exceed the debit note/);
  await sendAll(app);
});

test("the operator takes a debit note back by command, lines of it or all that is left, and the audit log says so", async () => {
  const { note } = await debited();
  const config = { ...app.services.config, secretKey: new Secret("a master secret of tests, long enough") };
  const run = async (number: string, lines?: object) => {
    const input = async () => JSON.stringify(lines);
    const parts = { config, db: app.db, input, progress: () => {} };
    const given = { words: ["nakheel", number, wrongly], options: { lines: lines !== undefined } };
    return String(await taxCorrectCommands["tax-credit"]?.run(parts, given));
  };
  const two = { lines: [{ position: 1, quantity: 2 }] };
  assert.match(
    await run(note.number, two),
    new RegExp(`^CN-\\d+ takes 46\\.00 SAR of ${note.number} back\\.$`),
  );
  await assert.rejects(run(note.number, { lines: [{ position: 7 }] }), { code: "validation_failed" });
  await assert.rejects(run("DN-999999"), /nakheel has no tax document DN-999999/);
  assert.match(await run(note.number), / takes 34\.50 SAR of /);
  await assert.rejects(run(note.number), { code: "tax_document_not_creditable" });
  const { rows } = await app.db.pool.query(
    "select subject, result from admin_acts where act = 'tax-credit' order by id",
  );
  const acts = rows.filter(({ subject }) => subject === `nakheel ${note.number}`);
  assert.deepEqual(
    acts.map(({ result }) => result),
    ["done", "done", "refused"],
  );
});
