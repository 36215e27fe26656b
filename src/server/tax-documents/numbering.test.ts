import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Kysely, Transaction } from "kysely";
import { type Minor, minor } from "#core/money.ts";
import { decodeTaxQr, riyadhTimestamp } from "#core/tax/tax-qr.ts";
import type { DocumentsDatabase, DocumentsSchema } from "#db/documents-schema.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import {
  insertMerchant,
  insertOrder,
  type OrderInput,
  payOrder,
  sellerVatNumber,
  type TestOrder,
  testSealing,
} from "#test/document-fixtures.ts";
import type { TaxDocument } from "../documents/tax-document-store.ts";
import { creditNotesOf, findTaxInvoice, listTaxDocuments } from "../documents/tax-document-store.ts";
import { lockOrder } from "../orders/order-moves.ts";
import { issueCreditNote } from "./credit-notes.ts";
import { issueTaxInvoice } from "./numbering.ts";

let database: TestDatabase;
let db: Kysely<DocumentsDatabase>;

before(async () => {
  database = await createTestDatabase({ poolSize: 24 });
  db = database.kysely.withTables<DocumentsSchema>();
});
after(() => database[Symbol.asyncDispose]());

const issueNow = (trx: Transaction<DocumentsDatabase>, orderId: number) =>
  issueTaxInvoice(trx, { orderId, at: new Date(), sealing: testSealing });

/** Pays an order and issues its invoice in one transaction, as settling does. */
async function settle(order: TestOrder, at = new Date()): Promise<TaxDocument | null> {
  return await db.transaction().execute(async (trx) => {
    await payOrder(trx, order, { at });
    return await issueTaxInvoice(trx, { orderId: order.id, at, sealing: testSealing });
  });
}

async function settledOrder(
  input: OrderInput = {},
  merchantId?: number,
): Promise<{ order: TestOrder; invoice: TaxDocument }> {
  const order = await insertOrder(db, merchantId ?? (await insertMerchant(db)), input);
  const invoice = await settle(order);
  assert.ok(invoice);
  return { order, invoice };
}

async function credit(
  order: TestOrder,
  amount: number,
  refundKey: string,
  reason: string | null = null,
): Promise<TaxDocument | null> {
  const refund = {
    orderId: order.id,
    refundAmount: minor(amount),
    refundKey,
    reason,
    at: new Date(),
    sealing: testSealing,
  };
  return await db.transaction().execute(async (trx) => {
    await lockOrder(trx, order.id);
    return await issueCreditNote(trx, refund);
  });
}

describe("tax invoices", () => {
  test("the invoice of a paid order states its amounts, and its QR code says the same", async () => {
    const merchantId = await insertMerchant(db);
    const order = await insertOrder(db, merchantId, { discount: { type: "PERCENTAGE", bps: 1_000 } });
    const at = new Date(Date.UTC(2026, 11, 31, 21, 30, 5));
    const invoice = await settle(order, at);
    assert.ok(invoice);
    assert.equal(invoice.number, "INV-000001");
    assert.equal(invoice.form, "simplified");
    assert.deepEqual(decodeTaxQr(invoice.qr), {
      sellerName: "مؤسسة الأفق للتجارة",
      vatNumber: sellerVatNumber,
      issuedAt: "2027-01-01T00:30:05",
      total: (order.priced.total / 100).toFixed(2),
      vatTotal: (order.priced.vat / 100).toFixed(2),
    });
    const { facts } = invoice.content;
    assert.deepEqual(
      [facts.subTotal, facts.discount, facts.vat, facts.total],
      [order.priced.subTotal, order.priced.discount, order.priced.vat, order.priced.total],
    );
    assert.deepEqual(facts.payment, { method: "card", brand: "MADA", lastFour: "1234" });
    assert.equal(facts.buyer?.maskedMobile, "••• ••• 678");
    assert.deepEqual(await findTaxInvoice(db, order.id), invoice);
  });

  test("what the merchant, the client and the product are called later does not reach an issued invoice", async () => {
    const { order, invoice } = await settledOrder();
    await db
      .updateTable("merchants")
      .set({ shop_name: "Another" })
      .where("id", "=", order.merchantId)
      .execute();
    await db.updateTable("clients").set({ name: "Another" }).where("id", "=", order.clientId).execute();
    await db.updateTable("order_lines").set({ title: "Another" }).where("order_id", "=", order.id).execute();
    assert.deepEqual(await findTaxInvoice(db, order.id), invoice);
  });

  test("issuing again gives the same invoice and takes no number", async () => {
    const { order, invoice } = await settledOrder();
    const again = await db.transaction().execute((trx) => issueNow(trx, order.id));
    assert.deepEqual(again, invoice);
    const next = await settledOrder({}, order.merchantId);
    assert.equal(next.invoice.number, "INV-000002");
  });

  test("a merchant without a VAT number issues none, and no number is taken", async () => {
    const merchantId = await insertMerchant(db, { vatNumber: null });
    const order = await insertOrder(db, merchantId);
    assert.equal(await settle(order), null);
    const counters = await db
      .selectFrom("document_counters")
      .selectAll()
      .where("merchant_id", "=", merchantId)
      .execute();
    assert.deepEqual(counters, []);
  });

  test("an order that was priced without VAT, before its seller had a VAT number, gets none", async () => {
    const lines = [{ title: "قهوة", qty: 1, unitPrice: 10_000, vatBps: null }];
    const order = await insertOrder(db, await insertMerchant(db), { lines });
    assert.equal(await settle(order), null);
  });

  test("a buyer with a VAT number gets the standard form", async () => {
    const { invoice } = await settledOrder({
      client: { name: "شركة الخليج", vatNumber: "300000000000003", address: "الرياض" },
    });
    assert.equal(invoice.form, "standard");
  });

  test("an order in dollars states its VAT in riyals by the equivalent on record, and without one gets no invoice", async () => {
    const merchantId = await insertMerchant(db);
    const lines = [{ title: "Freight", qty: 1, unitPrice: 10_000, vatBps: 1_500 }];
    const foreign = { currency: "SAR", total: 43_125 };
    const { order, invoice } = await settledOrder({ lines, currency: "USD", foreign }, merchantId);
    assert.deepEqual(invoice.content.riyals, { taxable: 37_500, vat: 5_625, total: 43_125 });
    const qr = decodeTaxQr(invoice.qr);
    assert.deepEqual([qr?.total, qr?.vatTotal], ["115.00", "56.25"]);
    const note = await credit(order, 5_750, "half");
    assert.deepEqual(note?.content.riyals, { taxable: 18_750, vat: 2_813, total: 21_563 });
    const rest = await credit(order, 5_750, "rest");
    assert.deepEqual(rest?.content.riyals, { taxable: 18_750, vat: 2_812, total: 21_562 }, "the remainder");

    const without = await insertOrder(db, merchantId, { lines, currency: "USD" });
    assert.equal(await settle(without), null);
  });
});

describe("numbers", () => {
  test("a payment that is rolled back gives its number back", async () => {
    const merchantId = await insertMerchant(db);
    const failed = await insertOrder(db, merchantId);
    await assert.rejects(
      db.transaction().execute(async (trx) => {
        await payOrder(trx, failed);
        const invoice = await issueNow(trx, failed.id);
        assert.equal(invoice?.number, "INV-000001");
        throw new Error("the provider was faster");
      }),
    );
    const { invoice } = await settledOrder({}, merchantId);
    assert.equal(invoice.number, "INV-000001");
  });

  test("sixty payments of two merchants at once, every third failing, give no gap and no double", async () => {
    const merchants = await Promise.all([insertMerchant(db), insertMerchant(db)]);
    const orders = await Promise.all(
      Array.from({ length: 60 }, (_, index) => insertOrder(db, merchants[index % 2] ?? 0, { client: null })),
    );
    const outcomes = await Promise.allSettled(
      orders.map((order, index) =>
        db.transaction().execute(async (trx) => {
          await payOrder(trx, order);
          await issueTaxInvoice(trx, {
            orderId: order.id,
            at: new Date(Date.now() - index * 1_000),
            sealing: testSealing,
          });
          if (index % 3 === 2) throw new Error("fails after the number was taken");
        }),
      ),
    );
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, 40);
    for (const merchantId of merchants) {
      const issued = await db
        .selectFrom("tax_documents")
        .select(["sequence", "issued_at"])
        .where("merchant_id", "=", merchantId)
        .orderBy("sequence")
        .execute();
      assert.deepEqual(
        issued.map(({ sequence }) => sequence),
        Array.from({ length: 20 }, (_, index) => index + 1),
      );
      const times = issued.map(({ issued_at }) => issued_at.getTime());
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
        "numbers and times run the same way",
      );
    }
  });

  test("twenty calls for the same order at once issue one invoice", async () => {
    const order = await insertOrder(db, await insertMerchant(db));
    await db.transaction().execute((trx) => payOrder(trx, order));
    const issued = await Promise.all(
      Array.from({ length: 20 }, () =>
        db.transaction().execute(async (trx) => {
          await lockOrder(trx, order.id);
          return await issueNow(trx, order.id);
        }),
      ),
    );
    assert.deepEqual([...new Set(issued.map((invoice) => invoice?.number))], ["INV-000001"]);
  });
});

describe("credit notes", () => {
  test("partial refunds have numbers of their own and together take back the invoice exactly", async () => {
    const { order, invoice } = await settledOrder({ discount: { type: "FIXED", amount: minor(5_000) } });
    const { total } = order.priced;
    const parts = [1, 10_001, total - 10_002];
    const notes: TaxDocument[] = [];
    for (const [index, part] of parts.entries()) {
      const note = await credit(order, part, `refund-${index}`, "إرجاع بضاعة");
      assert.ok(note);
      notes.push(note);
    }
    assert.deepEqual(
      notes.map(({ number }) => number),
      ["CN-000001", "CN-000002", "CN-000003"],
    );
    assert.deepEqual(
      notes.map(({ content }) => content.facts.total),
      parts,
    );
    const vat = notes.reduce((sum, { content }) => sum + content.facts.vat, 0);
    assert.equal(vat, order.priced.vat);
    assert.deepEqual(notes[0]?.content.original, { number: invoice.number, issuedAt: invoice.issuedAt });
    assert.deepEqual(await creditNotesOf(db, { orderId: order.id, debitNoteId: null }), notes);
    const listed = await listTaxDocuments(db, order.id);
    assert.deepEqual(
      listed.map(({ number }) => number),
      ["INV-000001", "CN-000001", "CN-000002", "CN-000003"],
    );
    await assert.rejects(credit(order, 1, "one-too-many"), RangeError);
  });

  test("a full refund takes back every line as it was sold", async () => {
    const { order, invoice } = await settledOrder({ discount: { type: "PERCENTAGE", bps: 1_500 } });
    const note = await credit(order, order.priced.total, "all");
    assert.deepEqual(note?.content.facts.lines, invoice.content.facts.lines);
    assert.equal(note?.content.facts.discount, order.priced.discount);
    const qr = decodeTaxQr(note?.qr ?? "");
    assert.equal(qr?.total, (order.priced.total / 100).toFixed(2));
    assert.equal(qr?.issuedAt, riyadhTimestamp(note?.issuedAt ?? 0));
  });

  test("the same refund asked for twice gives one note", async () => {
    const { order } = await settledOrder();
    const [first, second] = await Promise.all([credit(order, 100, "same"), credit(order, 100, "same")]);
    assert.deepEqual(first, second);
    assert.equal((await listTaxDocuments(db, order.id)).length, 2);
  });

  test("an order without a tax invoice gets no credit note", async () => {
    const order = await insertOrder(db, await insertMerchant(db, { vatNumber: null }));
    await settle(order);
    assert.equal(await credit(order, 100, "refund"), null);
  });

  test("a reason longer than the column, or one of nothing but marks, does not stop the refund", async () => {
    const { order } = await settledOrder();
    const long = await credit(order, 100, "long", "سبب ".repeat(400));
    assert.ok((long?.reason?.length ?? 0) > 400);
    const empty = await credit(order, 100, "empty", "\u202e \u200b");
    assert.equal(empty?.reason, null);
  });
});

describe("the database itself", () => {
  const refused = async (work: Promise<unknown>, words: RegExp): Promise<void> => {
    await assert.rejects(work, (error: Error) => words.test(error.message));
  };

  test("a tax document is never changed or removed", async () => {
    const { invoice } = await settledOrder();
    await refused(
      db
        .updateTable("tax_documents")
        .set({ total: minor(1) })
        .where("id", "=", invoice.id)
        .execute(),
      /append-only/,
    );
    await refused(db.deleteFrom("tax_documents").where("id", "=", invoice.id).execute(), /append-only/);
    await refused(database.pool.query("truncate tax_documents cascade"), /append-only/);
  });

  test("a counter moves by one, uses what it takes, and is never reset", async () => {
    const { order } = await settledOrder();
    const counter = db.updateTable("document_counters").where("merchant_id", "=", order.merchantId);
    await refused(counter.set({ last_sequence: 3 }).execute(), /the number after 1 is 2/);
    await refused(counter.set({ last_sequence: 2 }).execute(), /taken and not used/);
    await refused(counter.set({ last_issued_at: new Date(0) }).execute(), /the number after/);
    await refused(db.deleteFrom("document_counters").execute(), /append-only/);
    const another = {
      merchant_id: order.merchantId,
      kind: "credit_note",
      last_issued_at: new Date(),
    } as const;
    await refused(
      db
        .insertInto("document_counters")
        .values({ ...another, last_sequence: 7 })
        .execute(),
      /start at 1/,
    );
  });

  test("nothing is invoiced before it is paid", async () => {
    const order = await insertOrder(db, await insertMerchant(db));
    await refused(
      db.transaction().execute((trx) => issueNow(trx, order.id)),
      /is not paid/,
    );
  });

  test("credit notes can neither exceed their invoice nor belong to another order's", async () => {
    const { order, invoice } = await settledOrder();
    const other = await settledOrder({}, order.merchantId);
    const insertNote = (changes: {
      readonly total?: Minor;
      readonly orderId?: number;
      readonly sequence?: number;
    }) =>
      db.transaction().execute(async (trx) => {
        const sequence = changes.sequence ?? 1;
        await trx
          .insertInto("document_counters")
          .values({
            merchant_id: order.merchantId,
            kind: "credit_note",
            last_sequence: 1,
            last_issued_at: new Date(),
          })
          .execute();
        const total = changes.total ?? minor(100);
        await trx
          .insertInto("tax_documents")
          .values({
            merchant_id: order.merchantId,
            order_id: changes.orderId ?? order.id,
            kind: "credit_note",
            form: "simplified",
            sequence,
            number: "CN-000001",
            issued_at: new Date(),
            currency: "SAR",
            taxable: total,
            vat: minor(0),
            total,
            vat_sar: minor(0),
            qr: "QQ==",
            original_id: invoice.id,
            refund_key: "by hand",
            content: "{}",
          })
          .execute();
      });
    await refused(insertNote({ total: minor(order.priced.total + 1) }), /exceed the invoice/);
    await refused(insertNote({ orderId: other.order.id }), /belongs to the tax invoice of its order/);
    await refused(insertNote({ sequence: 2 }), /not taken from the counter/);
  });

  test("the exemption codes of the database are those of the rules", async () => {
    const { vatExemptions } = await import("#core/tax/tax-invoice.ts");
    const { rows } = await database.pool.query<{ definition: string }>(
      "select pg_get_constraintdef(oid) as definition from pg_constraint where contypid = 'vat_exemption'::regtype",
    );
    const codes = [...(rows[0]?.definition ?? "").matchAll(/'(VATEX-[^']+)'/g)].map(([, code]) => code);
    assert.deepEqual(codes.toSorted(), Object.keys(vatExemptions).toSorted());
  });
});
