/** Papers of stamped tax documents: the e-invoice inside, and a QR code of nine tags that paper carries. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import {
  insertMerchant,
  insertOrder,
  payOrder,
  sampleFacts,
  testSealing as sealing,
} from "#test/document-fixtures.ts";
import { createDrawer, inspect, invoiceOf, issuedAt } from "#test/drawn-documents.ts";
import { newUnitStamp, startPhase2 } from "#test/e-invoice-authority.ts";
import { oneLineOf } from "#test/e-invoices.ts";
import { type Raster, rasterise, readAttachments, readQr } from "#test/pdf.ts";
import { openStorage } from "../storage/open-storage.ts";
import { issueTaxInvoice } from "../tax-documents/numbering.ts";
import { stampEInvoice } from "../zatca/envelope.ts";
import { createDocuments } from "./document-service.ts";
import { loadDocumentOrder } from "./order-facts.ts";

const { pool, draw, warnings } = createDrawer();
let database: TestDatabase;
let db: Kysely<Schema>;
before(async () => {
  database = await createTestDatabase();
  db = database.kysely;
});
after(async () => {
  await pool.close();
  await database[Symbol.asyncDispose]();
});

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** A paid order's invoice as the program issues it, and its paper. */
async function paperOf(
  merchantId: number,
  client?: { readonly vatNumber: string; readonly address: string },
) {
  const order = await insertOrder(db, merchantId, client && { client });
  const invoice = await db.transaction().execute(async (trx) => {
    await payOrder(trx, order);
    return await issueTaxInvoice(trx, { orderId: order.id, at: new Date(issuedAt), sealing });
  });
  const facts = await loadDocumentOrder(db, { orderId: order.id });
  assert.ok(invoice && facts);
  const make = async () => {
    const storage = openStorage({ kind: "disk", directory: "/nonexistent" });
    const webUrl = "https://pay.example.sa";
    const documents = createDocuments({ db: { kysely: db }, storage, pdf: pool, log: quiet, webUrl });
    const look = { language: "ar", paper: "a4" } as const;
    return await (await documents.taxDocument({ order: facts, document: invoice, ...look })).load();
  };
  return { invoice, pdf: await make(), again: make };
}

describe("the paper of a stamped invoice", () => {
  test("is PDF/A-3 with the very file that is reported inside, under the authority's name for it", async () => {
    const { merchantId } = await startPhase2(db, sealing, await insertMerchant(db));
    const { invoice, pdf, again } = await paperOf(merchantId);
    const { xml } = await db
      .selectFrom("tax_envelopes")
      .select("xml")
      .where("document_id", "=", invoice.id)
      .executeTakeFirstOrThrow();
    const attached = await readAttachments(pdf);
    assert.deepEqual([...attached.keys()], ["310122393500003_20261120T140509_INV-000001.xml"]);
    assert.equal([...attached.values()][0]?.toString("utf8"), xml);
    const text = pdf.toString("latin1");
    assert.match(text, /<pdfaid:part>3<\/pdfaid:part>[\s\S]*<pdfaid:conformance>A<\/pdfaid:conformance>/);
    assert.match(text, /\/AFRelationship ?\/Data/);
    assert.match(text, /\/AF ?\[/, "associated with the document (ISO 19005-3, 6.8)");
    assert.match(text, /\/EmbeddedFiles/);
    assert.match(text, /\/Subtype ?\/application#2Fxml/);
    assert.equal(readQr(await rasterise(pdf, { page: 1, dpi: 150 })), invoice.qr);
    assert.ok(pdf.equals(await again()), "made again it is the same to the byte");
  });

  test("has nothing inside for a merchant in phase 1, and for a standard one that is not cleared", async () => {
    const { pdf } = await paperOf(await insertMerchant(db));
    assert.equal((await readAttachments(pdf)).size, 0);
    assert.doesNotMatch(pdf.toString("latin1"), /\/EmbeddedFiles|\/AF ?\[/);
    const { merchantId } = await startPhase2(db, sealing, await insertMerchant(db));
    const standard = await paperOf(merchantId, { vatNumber: "399999999800003", address: "Riyadh" });
    assert.equal(standard.invoice.form, "standard");
    assert.equal((await readAttachments(standard.pdf)).size, 0);
  });
});

/** The QR code of a stamped invoice of a seller with so long a name. */
function nineTags(sellerName: string): string {
  const invoice = oneLineOf();
  const named = { ...invoice, seller: { ...invoice.seller, name: sellerName } };
  return stampEInvoice(named, newUnitStamp(), invoice.issuedAt).qr;
}

/** Millimetres between the outer edges of the dark modules of the code, on a page drawn at so many dots per inch. */
function codeWidthMm({ width, height, data }: Raster, dpi: number): number {
  const isDark = (x: number, y: number): boolean => (data[4 * (y * width + x)] ?? 255) < 100;
  // The finder's upper edge is the longest dark run of the code; its row spans the whole breadth of it.
  let widest = 0;
  for (let y = Math.floor(height / 3); y < height; y += 1) {
    let changes = 0;
    let [first, last] = [-1, -1];
    for (let x = 1; x < width / 2; x += 1) {
      if (isDark(x, y) !== isDark(x - 1, y)) changes += 1;
      if (!isDark(x, y)) continue;
      if (first < 0) first = x;
      last = x;
    }
    if (changes > 30) widest = Math.max(widest, last - first + 1);
  }
  return (widest / dpi) * 25.4;
}

describe("a QR code of nine tags", () => {
  test("is 36 mm wide without its quiet zone, larger for a long name, and reads from print at 150 dots per inch", async () => {
    for (const [sellerName, leastMm] of [
      ["شركة النخيل للتجارة", 36],
      ["شركة النخيل والواحة للتجارة والصناعة والخدمات اللوجستية ".repeat(3), 40],
    ] as const) {
      const text = nineTags(sellerName);
      const qr = { kind: "tax", text } as const;
      for (const [language, paper] of [
        ["en", "a4"],
        ["ar", "80mm"],
      ] as const) {
        const pdf = await draw(invoiceOf(sampleFacts(), { qr }), { language, paper });
        await inspect(pdf, `stamped-${leastMm}-${paper}-${language}`);
        const printed = await rasterise(pdf, { page: 1, dpi: 150 });
        assert.equal(readQr(printed), text, `${paper} ${leastMm}`);
        const widthMm = codeWidthMm(printed, 150);
        if (paper === "a4") assert.ok(widthMm >= leastMm, `${widthMm} mm`);
      }
    }
  });
});

test("no paper above made Typst warn", () => {
  assert.deepEqual(warnings, []);
});
