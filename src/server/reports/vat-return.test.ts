/** The VAT return is the sum of the tax documents, each figure of the very documents that its address lists. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import type { VatReturn } from "#contract/reports.ts";
import type { IssuedTaxDocument } from "#contract/tax-documents.ts";
import { minor } from "#core/money.ts";
import { type VatExemption, vatExemptions, vatGroups } from "#core/tax/tax-invoice.ts";
import { boxOf, vatBoxes } from "#core/tax/vat-return.ts";
import {
  insertOrder,
  type OrderInput,
  type OrderLineInput,
  payOrder,
  testSealing,
} from "#test/document-fixtures.ts";
import { type MerchantApi, startMerchantApi, type TestMerchant } from "#test/merchant-api.ts";
import { readContent } from "../documents/content-versions.ts";
import { issueCreditNote } from "../tax-documents/credit-notes.ts";
import { issueTaxInvoice } from "../tax-documents/numbering.ts";

let api: MerchantApi;
before(async () => {
  api = await startMerchantApi();
});
after(async () => await api[Symbol.asyncDispose]());

type Sale = { readonly order: OrderInput; readonly at: Date; readonly refundPercent: number };

/** Sells, and gives a part back, as settling and refunding do. */
async function sell(merchant: TestMerchant, { order: input, at, refundPercent }: Sale): Promise<void> {
  const order = await insertOrder(api.db.kysely, merchant.id, input);
  const { id: orderId, priced } = order;
  await api.db.kysely.transaction().execute(async (trx) => {
    await payOrder(trx, order, { at });
    assert.ok(await issueTaxInvoice(trx, { orderId, at, sealing: testSealing }));
  });
  const refundAmount = minor(Math.floor((priced.total * refundPercent) / 100));
  if (refundAmount === 0) return;
  const note = { orderId, refundAmount, refundKey: "refund", reason: null, at, sealing: testSealing };
  await api.db.kysely.transaction().execute(async (trx) => {
    await trx.selectFrom("orders").select("id").where("id", "=", orderId).forUpdate().execute();
    assert.ok(await issueCreditNote(trx, note));
  });
}

async function get<Answer>(merchant: TestMerchant, path: string): Promise<Answer> {
  const response = await api.call("GET", path, { merchant });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

const halalas = (text: string): number => Math.round(Number(text) * 100);

/** What the papers of a merchant say, added up one by one. */
async function papersOf({ id }: TestMerchant, since: Date, until: Date) {
  const rows = await api.db.kysely
    .selectFrom("tax_documents")
    .select(["number", "kind", "currency", "content", "vat_sar"])
    .where("merchant_id", "=", id)
    .where("issued_at", ">=", since)
    .where("issued_at", "<", until)
    .execute();
  return rows.map((row) => {
    const { facts, riyals } = readContent(row.content);
    const boxes = new Map<string, { taxable: number; vat: number }>();
    for (const group of vatGroups(facts.lines).filter(({ taxable }) => taxable > 0)) {
      const box = boxOf(group);
      const known = boxes.get(box) ?? { taxable: 0, vat: 0 };
      boxes.set(box, { taxable: known.taxable + group.taxable, vat: known.vat + group.vat });
    }
    return { ...row, boxes, taxable: riyals?.taxable ?? facts.taxable, isInRiyals: riyals === null };
  });
}

const exemptions = Object.keys(vatExemptions) as VatExemption[];

const line: fc.Arbitrary<OrderLineInput> = fc.oneof(
  fc.record({
    title: fc.constant("x"),
    qty: fc.integer({ min: 1, max: 9 }),
    unitPrice: fc.integer({ min: 1, max: 90_000 }),
    vatBps: fc.constantFrom(1_500, 1_500, 500, 0),
  }),
  fc.record({
    title: fc.constant("x"),
    qty: fc.integer({ min: 1, max: 9 }),
    unitPrice: fc.integer({ min: 1, max: 90_000 }),
    vatBps: fc.constant(0),
    exemption: fc.constantFrom(...exemptions),
  }),
);

const sale: fc.Arbitrary<Sale> = fc.record({
  order: fc
    .record({
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      discount: fc.option(
        fc.record({ type: fc.constant("PERCENTAGE" as const), bps: fc.integer({ min: 1, max: 5_000 }) }),
        { nil: undefined },
      ),
      foreignTotal: fc.option(fc.integer({ min: 1_000, max: 9_000_000 }), { nil: undefined, freq: 3 }),
    })
    .map(({ lines, discount, foreignTotal }) => ({
      lines,
      ...(discount && { discount }),
      ...(foreignTotal !== undefined && {
        currency: "USD",
        foreign: { currency: "SAR", total: foreignTotal },
      }),
    })),
  at: fc.constant(new Date("2026-10-15T12:00:00Z")),
  refundPercent: fc.constantFrom(0, 0, 33, 100),
});

test("for any sales, every box is the sum of its documents, and all boxes are the sum of all documents", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 8 }), async (sales) => {
      const merchant = await api.addMerchant();
      for (const each of sales) await sell(merchant, each);
      const report = await get<VatReturn>(merchant, "/api/v1/reports/vat?from=2026-10-01&to=2026-12-31");
      const papers = await papersOf(merchant, new Date("2026-01-01"), new Date("2027-01-01"));
      const sumOf = (kind: string, value: (paper: (typeof papers)[number]) => number): number =>
        papers.filter((paper) => paper.kind === kind).reduce((all, paper) => all + value(paper), 0);
      const all = (of: "amount" | "adjustment" | "vat"): number =>
        report.boxes.reduce((sum, box) => sum + halalas(box[of]), 0);
      assert.equal(
        all("amount"),
        sumOf("tax_invoice", ({ taxable }) => taxable),
      );
      assert.equal(all("adjustment"), 0 - sumOf("credit_note", ({ taxable }) => taxable));
      assert.equal(
        all("vat"),
        sumOf("tax_invoice", ({ vat_sar }) => vat_sar) - sumOf("credit_note", ({ vat_sar }) => vat_sar),
      );
      const outside = report.boxes.find(({ box }) => box === "outOfScope");
      assert.equal(halalas(report.total.amount), all("amount") - halalas(outside?.amount ?? ""));
      for (const box of report.boxes) {
        const own = papers.filter(({ boxes }) => boxes.has(box.box));
        for (const [kind, url] of [
          ["tax_invoice", box.taxInvoicesUrl],
          ["credit_note", box.creditNotesUrl],
        ] as const) {
          const { pathname, search } = new URL(url);
          const { items } = await get<{ items: IssuedTaxDocument[] }>(merchant, `${pathname}${search}`);
          const numbers = own.filter((paper) => paper.kind === kind).map(({ number }) => number);
          assert.deepEqual(items.map(({ number }) => number).sort(), numbers.sort(), `${box.box} ${kind}`);
        }
        // Of a document in another currency only the sums are frozen in riyals; each box has a share of them.
        if (!own.every(({ isInRiyals }) => isInRiyals)) continue;
        const inBox = (kind: string, of: "taxable" | "vat"): number =>
          own
            .filter((paper) => paper.kind === kind)
            .reduce((sum, { boxes }) => sum + (boxes.get(box.box)?.[of] ?? 0), 0);
        assert.equal(halalas(box.amount), inBox("tax_invoice", "taxable"), box.box);
        assert.equal(halalas(box.adjustment), 0 - inBox("credit_note", "taxable"), box.box);
        assert.equal(halalas(box.vat), inBox("tax_invoice", "vat") - inBox("credit_note", "vat"), box.box);
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

test("a debit note is an adjustment that its figure lists, and what the documents add to a box comes to its figures", async () => {
  const merchant = await api.addMerchant();
  const lines = [
    { title: "x", qty: 1, unitPrice: 10_000, vatBps: 1_500 },
    { title: "y", qty: 1, unitPrice: 4_000, vatBps: 0 },
  ];
  const at = new Date("2026-10-15T12:00:00Z");
  await sell(merchant, { order: { lines }, at, refundPercent: 100 });
  const paid = await insertOrder(api.db.kysely, merchant.id, { lines });
  await api.db.kysely.transaction().execute(async (trx) => {
    await payOrder(trx, paid, { at });
    assert.ok(await issueTaxInvoice(trx, { orderId: paid.id, at, sealing: testSealing }));
  });
  const debit = await api.call("POST", `/api/v1/invoices/${paid.orderNumber}/debit-notes`, {
    merchant,
    body: { reason: "التوصيل", lines: [{ title: "التوصيل", quantity: 1, unitPrice: "20.00" }] },
  });
  assert.equal(debit.statusCode, 201, debit.body);
  assert.equal(debit.json().inVatBox, null);
  const day = new Date(api.clock.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  const from = day < "2026-10-15" ? day : "2026-10-15";
  const to = day < "2026-10-15" ? "2026-10-15" : day;
  const { boxes } = await get<VatReturn>(merchant, `/api/v1/reports/vat?from=${from}&to=${to}`);
  const [box] = boxes;
  assert.deepEqual([box?.box, box?.amount, box?.adjustment], ["standardRated", "200.00", "-80.00"]);
  const sum = async (address: string | undefined): Promise<number> => {
    const { pathname, search } = new URL(address ?? "");
    const { items } = await get<{ items: IssuedTaxDocument[] }>(merchant, `${pathname}${search}`);
    return items.reduce(
      (all, { kind, inVatBox }) => all + (kind === "credit_note" ? -1 : 1) * halalas(inVatBox?.taxable ?? ""),
      0,
    );
  };
  assert.equal(await sum(box?.taxInvoicesUrl), 20_000, "of documents with two rates their part");
  assert.equal(await sum(box?.creditNotesUrl), -8_000);
  const file = await api.call("GET", `/api/v1/exports/vat?from=${from}&to=${to}&language=en`, { merchant });
  assert.match(file.body, /^1\. Standard rated sales,200\.00,-80\.00,18\.00\r$/m);
  assert.match(file.body, /^6\. Total sales,/m);
  const behind = `/api/v1/exports/tax-documents?from=${from}&to=${to}&vatBox=standardRated&kind=credit_note,debit_note`;
  assert.equal((await api.call("GET", behind, { merchant })).headers["x-total-count"], "2");
});

test("a period is days of Riyadh with both ends, and another merchant's documents are in none", async () => {
  const merchant = await api.addMerchant();
  const order = { lines: [{ title: "x", qty: 1, unitPrice: 10_000, vatBps: 1_500 }] };
  for (const at of [
    "2026-10-31T20:59:59Z",
    "2026-10-31T21:00:00Z",
    "2026-12-31T20:59:59Z",
    "2026-12-31T21:00:00Z",
  ])
    await sell(merchant, { order, at: new Date(at), refundPercent: 0 });
  const amounts = async (who: TestMerchant, days: string) => {
    const { boxes, total } = await get<VatReturn>(who, `/api/v1/reports/vat?${days}`);
    assert.deepEqual(
      boxes.map(({ box }) => box),
      [...vatBoxes],
    );
    return [total.amount, total.adjustment, total.vat];
  };
  assert.deepEqual(await amounts(merchant, "from=2026-10-31&to=2026-10-31"), ["100.00", "0.00", "15.00"]);
  assert.deepEqual(await amounts(merchant, "from=2026-11-01&to=2026-12-31"), ["200.00", "0.00", "30.00"]);
  assert.deepEqual(await amounts(await api.addMerchant(), "from=2026-10-01&to=2026-12-31"), [
    "0.00",
    "0.00",
    "0.00",
  ]);
  for (const [days, code] of [
    ["from=2026-11-02&to=2026-11-01", "before_from"],
    ["from=2026-01-01&to=2027-01-02", "too_long"],
  ]) {
    const refused = await api.call("GET", `/api/v1/reports/vat?${days}`);
    assert.deepEqual([refused.statusCode, refused.json().fields[0].code], [422, code]);
  }
  assert.equal((await api.call("GET", "/api/v1/reports/vat?from=2026-01-01&to=2027-01-01")).statusCode, 200);
});

test("documents of earlier releases count: what was issued before the sums were kept is added up with the same rule", async () => {
  const { rows } = await api.db.pool.query(`
    select count(*) as documents, count(*) filter (where not exists (
      select * from vat_of_tax_document(d) except select * from tax_document_vat v
        where v.merchant_id = d.merchant_id and v.document_id = d.id)) as same
    from tax_documents d`);
  assert.ok(rows[0].documents > 0);
  assert.equal(rows[0].same, rows[0].documents);
  await assert.rejects(api.db.pool.query("delete from tax_document_vat"), /may not|refused|only/);
});
