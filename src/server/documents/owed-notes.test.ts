/** A note names an invoice that counts: it is issued once the tax authority has accepted the invoice (decision 0115). */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Invoice } from "#contract/invoices.ts";
import { minor } from "#core/money.ts";
import * as timing from "#core/timing.ts";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { insertOrder, type OrderInput, refundOrder, type TestOrder } from "#test/document-fixtures.ts";
import { authorityFault, chainOf, onboardAtSimulator, sendAll, settle } from "#test/simulated-authority.ts";
import { workAllDue } from "../queue/work-queue.ts";
import { insertDocument } from "../tax-documents/numbering.ts";
import { sendTaxUnit } from "../zatca/send-tax-unit.ts";
import type { UnitId } from "../zatca/unit-store.ts";
import { issueOwedNotesJob } from "./owed-notes.ts";
import { findTaxInvoice } from "./tax-document-store.ts";

let app: TestApp;
let unit: UnitId;
before(async () => {
  app = await startTestApp({ poolSize: 16 });
  unit = await onboardAtSimulator(app);
});
after(() => app[Symbol.asyncDispose]());

const company: OrderInput = { client: { vatNumber: "399999999800003", address: "Riyadh" } };

const call = async (method: "GET" | "POST", path: string, payload?: object) =>
  await app.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": randomUUID() },
    ...(payload && { payload }),
  });

const invoiceOf = async ({ orderNumber }: TestOrder): Promise<Invoice> =>
  (await call("GET", `/invoices/${orderNumber}`)).json();

/** Number and state of each credit note of an order. */
const notesOf = async (order: TestOrder) =>
  (await invoiceOf(order)).creditNotes.map(({ submission }) => submission?.state);

async function paid(input?: OrderInput): Promise<TestOrder> {
  const order = await insertOrder(app.db.kysely, app.merchantId, input);
  await settle(app, order);
  return order;
}

/** Gives all back up to an amount, as a refund that is done writes it. */
async function refundUpTo(order: TestOrder, amount: number): Promise<void> {
  await refundOrder(app.db.kysely, order, minor(amount));
  await app.db.kysely.transaction().execute(async (trx) => {
    const { id, amount, reason } = await trx
      .selectFrom("refunds")
      .selectAll()
      .where("order_id", "=", order.id)
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    const { merchantId, id: orderId } = order;
    await app.services.onOrderRefunded(trx, { merchantId, orderId, refundId: id, amount, reason });
  });
}

const jobsOf = async ({ id }: TestOrder) =>
  await app.db.kysely.selectFrom("jobs").select("run_at").where("lane", "=", `owed_notes:${id}`).execute();

for (const [form, input] of [
  ["simplified", {}],
  ["standard", company],
] as const)
  test(`${form}: refunds before the authority has the invoice have their notes right after it, in their order`, async () => {
    const order = await paid(input);
    await refundUpTo(order, 1_000);
    await refundUpTo(order, 2_500);
    assert.deepEqual(await notesOf(order), []);
    assert.equal((await jobsOf(order)).length, 1, "one job of the order");
    await sendAll(app);
    const accepted = form === "standard" ? "cleared" : "reported";
    assert.deepEqual(await notesOf(order), [accepted, accepted]);
    const totals = (await chainOf(app, unit))
      .slice(-2)
      .map(({ xml }) => /PayableAmount[^>]*>([^<]*)/.exec(xml)?.[1]);
    assert.deepEqual(totals, ["10.00", "15.00"]);
    assert.deepEqual(await jobsOf(order), [], "nothing is owed any more");
  });

test("the notes of an invoice that is rejected name the corrected one, which is accepted before they are issued", async () => {
  const order = await paid();
  await refundUpTo(order, 1_000);
  await authorityFault(app, "reject");
  await sendAll(app);
  const { taxInvoice } = await invoiceOf(order);
  assert.equal(taxInvoice?.submission?.state, "rejected");
  const corrected = (await call("POST", `/tax-documents/${taxInvoice?.number}/correct`, {})).json().number;
  assert.deepEqual(await notesOf(order), [], "the corrected one is still on its way");
  await sendAll(app);
  assert.deepEqual(await notesOf(order), ["reported"]);
  const [invoice, note] = (await chainOf(app, unit)).slice(-2);
  assert.equal(invoice?.number, corrected);
  assert.ok(note?.xml.includes(`<cac:InvoiceDocumentReference><cbc:ID>${corrected}</cbc:ID>`));
});

test("notes wait as long as the authority is silent, and are issued without another request", async () => {
  const order = await paid();
  await refundUpTo(order, 1_000);
  await authorityFault(app, "drop_before", 3);
  for (const pauseMs of timing.taxRetriesMs.slice(0, 3)) {
    await sendAll(app);
    assert.deepEqual(await notesOf(order), []);
    app.clock.advance(pauseMs);
  }
  await sendAll(app);
  assert.deepEqual(await notesOf(order), ["reported"]);
  await refundUpTo(order, order.priced.total);
  assert.equal((await notesOf(order)).length, 2, "of an accepted invoice, a note is issued with its refund");
  await sendAll(app);
});

test("an invoice that is accepted while its notes are looked at has them at once, not after a pause", async () => {
  const order = await paid();
  await refundUpTo(order, 1_000);
  app.clock.advance(timing.taxRetriesMs[0]);
  const looked = Promise.withResolvers<void>();
  const accepted = Promise.withResolvers<void>();
  await workAllDue(app.services, {
    tax_unit: {
      ...sendTaxUnit,
      run: async (...about) => {
        await looked.promise;
        const result = await sendTaxUnit.run(...about);
        accepted.resolve();
        return result;
      },
    },
    owed_notes: {
      ...issueOwedNotesJob,
      run: async (...about) => {
        const result = await issueOwedNotesJob.run(...about);
        looked.resolve();
        await accepted.promise;
        return result;
      },
    },
  });
  await sendAll(app);
  assert.deepEqual(await notesOf(order), ["reported"]);
  assert.deepEqual(await jobsOf(order), []);
});

test("a debit note is refused, and the database takes no note, while the authority has not decided on the invoice", async () => {
  const order = await paid();
  const line = { title: "فرق أجرة التوصيل", quantity: 1, unitPrice: "20.00" };
  const path = `/invoices/${order.orderNumber}/debit-notes`;
  const debit = async () => await call("POST", path, { reason: "التوصيل", lines: [line] });
  const refused = await debit();
  assert.deepEqual([refused.statusCode, refused.json().code], [409, "tax_document_pending"]);
  const invoice = await findTaxInvoice(app.db.kysely, order.id);
  assert.ok(invoice);
  const { content, form, id: originalId } = invoice;
  const { facts } = content;
  const note = {
    kind: "credit_note",
    form,
    content,
    vatNumber: String(facts.seller.vatNumber),
    riyals: facts,
    at: new Date(app.clock.now()),
    correction: { originalId, refundKey: "r", reason: null },
    sealing: app.services.sealing,
  } as const;
  const { merchantId } = app;
  await assert.rejects(
    app.db.kysely.transaction().execute((trx) => insertDocument(trx, { id: order.id, merchantId }, note)),
    /does not count/,
  );
  await sendAll(app);
  assert.equal((await debit()).statusCode, 201);
  await sendAll(app);
});
