import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fastify, { type FastifyInstance } from "fastify";
import { validatorCompiler } from "fastify-type-provider-zod";
import type { Kysely } from "kysely";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { minor } from "#core/money.ts";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import type { Log } from "#core/ports.ts";
import { decodeTaxQr } from "#core/tax/tax-qr.ts";
import type { DocumentsDatabase, DocumentsSchema } from "#db/documents-schema.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import {
  insertMerchant,
  insertOrder,
  type OrderInput,
  payOrder,
  refundInFull,
  refundOrder,
  type TestOrder,
  testSealing,
} from "#test/document-fixtures.ts";
import { rasterise, readPages, readQr } from "#test/pdf.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { mountProblems } from "../http/problems.ts";
import { storeImage } from "../images/image-store.ts";
import { lockOrder } from "../orders/order-moves.ts";
import { systemIds } from "../ports.ts";
import { createDiskStorage } from "../storage/disk-storage.ts";
import { issueCreditNote } from "../tax-documents/credit-notes.ts";
import { issueTaxInvoice } from "../tax-documents/numbering.ts";
import { acceptAgreement } from "./agreement-file.ts";
import { clientIdText } from "./document-addresses.ts";
import { mountDocuments } from "./document-routes.ts";
import { createPdfPool } from "./pdf-pool.ts";

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };
const pdf = createPdfPool({ size: 1, log });
const directory = temporaryDirectory();
const storage = createDiskStorage(directory.path);
let database: TestDatabase;
let db: Kysely<DocumentsDatabase>;
let app: FastifyInstance;
let origin: string;

before(async () => {
  database = await createTestDatabase();
  db = database.kysely.withTables<DocumentsSchema>();
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  mountProblems(app, log);
  mountDocuments(app, { db: { kysely: db }, storage, pdf, log, webUrl: "https://pay.example.sa" });
  origin = await app.listen({ port: 0, host: "127.0.0.1" });
});
after(async () => {
  await app.close();
  await pdf.close();
  await database[Symbol.asyncDispose]();
  directory[Symbol.dispose]();
});

type Shop = Parameters<typeof insertMerchant>[1];

/** A paid order with its invoice, as settling leaves it. */
async function paidOrder(input: OrderInput = {}, shop: Shop = {}): Promise<TestOrder> {
  const order = await insertOrder(db, await insertMerchant(db, shop), input);
  await db.transaction().execute(async (trx) => {
    await payOrder(trx, order);
    await issueTaxInvoice(trx, { orderId: order.id, at: new Date(), sealing: testSealing });
  });
  return order;
}

const load = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(origin + path, { headers });

type Kind = "getPdfReceipt" | "getVatInvoice";
const kinds: readonly Kind[] = ["getPdfReceipt", "getVatInvoice"];

function address(kind: Kind, order: TestOrder): string {
  return `/openApi/${kind}/${order.merchantId}/${clientIdText(order.clientId)}/${order.orderNumber}`;
}

async function bytesOf(response: Response): Promise<Buffer> {
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

async function textOf(response: Response): Promise<string> {
  const pages = await readPages(await bytesOf(response));
  return pages.map((page) => page.text).join("\n");
}

/** The uniform answer: the same whatever is wrong. */
async function assertNotFound(response: Response): Promise<void> {
  assert.equal(response.status, 404);
  const body = (await response.json()) as { readonly code: string };
  assert.equal(body.code, "order_not_found");
}

const riyals = (amount: number): string => (amount / 100).toFixed(2);

describe("the QR code of an order", () => {
  async function readCode(order: Pick<TestOrder, "orderNumber">, kind = "Invoice"): Promise<string> {
    const response = await load(`/openApi/load${kind}QRCode/${order.orderNumber}`);
    assert.equal(response.headers.get("content-type"), "image/png");
    const picture = sharp(await bytesOf(response))
      .toColourspace("srgb")
      .removeAlpha();
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    return decodeQR({ width: info.width, height: info.height, data });
  }

  test("of the payment is the address of the payment page, for an order that is not paid yet", async () => {
    const code = await readCode({ orderNumber: "7K3M9X2PQR4T5V6W" }, "Payment");
    assert.equal(code, "https://pay.example.sa/pay/info/7K3M9X2PQR4T5V6W");
  });
  test("is the tax QR code for a merchant with a VAT number, with the order's amounts", async () => {
    const order = await paidOrder();
    const facts = decodeTaxQr(await readCode(order));
    const { total, vat } = order.priced;
    assert.deepEqual([facts?.total, facts?.vatTotal], [riyals(total), riyals(vat)]);
  });

  test("is the invoice's address for any other merchant", async () => {
    const order = await paidOrder({}, { vatNumber: null });
    assert.equal(await readCode(order), `https://pay.example.sa/pay/order/${order.orderNumber}`);
  });

  test("is there for every status of an order that was paid, and for no other", async () => {
    const merchantId = await insertMerchant(db);
    for (const status of orderStatuses) {
      const order = await insertOrder(db, merchantId);
      const isHidden = !orderStatusFacts[status].wasPaid;
      const first = isHidden ? "CREATED" : status === "PAID_LINK" ? status : "PAID";
      await db.transaction().execute(async (trx) => {
        if (first !== "CREATED") await payOrder(trx, order, { status: first });
        if (status === "REFUNDED") await refundInFull(trx, order);
        else if (status !== first)
          await trx.updateTable("orders").set({ status }).where("id", "=", order.id).execute();
      });
      const response = await load(`/openApi/loadInvoiceQRCode/${order.orderNumber}`);
      if (isHidden) await assertNotFound(response);
      else assert.equal(response.status, 200, status);
    }
  });

  test("has an entity tag, and is not sent again to who has it", async () => {
    const path = `/openApi/loadInvoiceQRCode/${(await paidOrder()).orderNumber}`;
    const etag = (await load(path)).headers.get("etag") ?? "";
    assert.match(etag, /^"[0-9a-f]{64}"$/);
    for (const given of [etag, `W/${etag}`, `"x", ${etag}`]) {
      const again = await load(path, { "if-none-match": given });
      assert.equal(again.status, 304);
      assert.equal(await again.text(), "");
    }
    assert.equal((await load(path, { "if-none-match": '"x"' })).status, 200);
  });

  test("may be asked for by a number as people type it", async () => {
    const { orderNumber } = await paidOrder();
    const typed = orderNumber.toLowerCase().replace(/(.{4})(?=.)/g, "$1-");
    assert.equal((await load(`/openApi/loadInvoiceQRCode/${typed}`)).status, 200);
  });
});

describe("receipt and tax invoice", () => {
  test("say the order's amounts to the halala", async () => {
    const order = await paidOrder({ discount: { type: "PERCENTAGE", bps: 1_250 } });
    const { priced } = order;
    for (const kind of kinds) {
      const text = await textOf(await load(address(kind, order)));
      const amounts = [priced.subTotal, -priced.discount, priced.vat, priced.total];
      for (const amount of [...amounts, ...priced.lines.map((line) => line.lineTotal)]) {
        assert.ok(text.includes(riyals(amount)), `${riyals(amount)} is missing`);
      }
    }
  });

  test("carry headers that keep them private and harmless, and answer HEAD", async () => {
    const order = await paidOrder();
    for (const kind of kinds) {
      const { headers } = await load(address(kind, order));
      assert.equal(headers.get("content-type"), "application/pdf");
      assert.equal(headers.get("cache-control"), "private, no-store");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.match(headers.get("content-disposition") ?? "", /^inline; filename="[\w.-]+\.pdf"$/);
      assert.equal(headers.get("content-security-policy"), "frame-ancestors 'none'");
      assert.equal(headers.get("cross-origin-resource-policy"), "same-origin");
      const etag = headers.get("etag") ?? "";
      const head = await fetch(origin + address(kind, order), { method: "HEAD" });
      assert.deepEqual([head.status, head.headers.get("etag")], [200, etag]);
      assert.equal((await load(address(kind, order), { "if-none-match": etag })).status, 304);
    }
  });

  test("are the same bytes each time, and others for another language or paper", async () => {
    const order = await paidOrder();
    const bytes = async (query: string): Promise<string> =>
      (await bytesOf(await load(address("getPdfReceipt", order) + query))).toString("base64");
    const plain = await bytes("");
    for (const same of ["", "?lang=ar&size=A4", "?lang=xx&size=letter"])
      assert.equal(await bytes(same), plain);
    for (const other of ["?lang=en", "?size=80mm"]) assert.notEqual(await bytes(other), plain);
  });

  test("a simplified invoice also comes on the roll, with its tax QR code; a standard one and its note take a sheet", async () => {
    const order = await paidOrder();
    const roll = await load(`${address("getVatInvoice", order)}?size=80mm&lang=en`);
    const [page] = await readPages(await bytesOf(roll));
    assert.equal(Math.round(page?.widthMm ?? 0), 80);
    for (const part of ["Simplified tax invoice", "INV-000001", "580.18"])
      assert.ok(page?.text.includes(part), `${part} is missing`);
    const business = await paidOrder({
      client: { name: "شركة الخليج", vatNumber: "300000000000003", address: "الرياض" },
    });
    const sheet = await readPages(
      await bytesOf(await load(`${address("getVatInvoice", business)}?size=80mm`)),
    );
    assert.equal(Math.round(sheet[0]?.widthMm ?? 0), 210);
  });

  test("the tax QR code is on the tax invoice alone; the receipt leads to the invoice's page", async () => {
    const order = await paidOrder();
    const codeOf = async (kind: (typeof kinds)[number]): Promise<string | null> =>
      readQr(await rasterise(await bytesOf(await load(address(kind, order))), { page: 1, dpi: 200 }));
    assert.ok(decodeTaxQr((await codeOf("getVatInvoice")) ?? ""));
    assert.match((await codeOf("getPdfReceipt")) ?? "", new RegExp(`/pay/order/${order.orderNumber}$`));
  });

  test("a receipt is there for every merchant, an invoice only for one with a VAT number", async () => {
    const order = await paidOrder({}, { vatNumber: null });
    const text = await textOf(await load(address("getPdfReceipt", order)));
    assert.ok(text.includes("504.50"));
    assert.doesNotMatch(text, /VAT/);
    await assertNotFound(await load(address("getVatInvoice", order)));
  });

  test("a theme that hides the VAT invoice hides it from its address, too, and leaves the receipt", async () => {
    const order = await paidOrder({}, { theme: { hideVatInvoice: true } });
    await assertNotFound(await load(address("getVatInvoice", order)));
    assert.equal((await load(address("getPdfReceipt", order))).status, 200);
  });

  test("an order that is not paid, or was cancelled, has neither", async () => {
    const order = await insertOrder(db, await insertMerchant(db));
    for (const kind of kinds) await assertNotFound(await load(address(kind, order)));
    await db.updateTable("orders").set({ status: "CANCELLED" }).where("id", "=", order.id).execute();
    for (const kind of kinds) await assertNotFound(await load(address(kind, order)));
  });

  test("merchant, client and order must belong together; every mismatch gets the same answer", async () => {
    const order = await paidOrder();
    const other = await paidOrder();
    const client = clientIdText(order.clientId);
    const wrong = [
      `${other.merchantId}/${client}/${order.orderNumber}`,
      `${order.merchantId}/${clientIdText(other.clientId)}/${order.orderNumber}`,
      `${order.merchantId}/0${client}/${order.orderNumber}`,
      `${order.merchantId}/${client}/${systemIds.orderNumber()}`,
      `${order.merchantId}/${client}/unreadable`,
      `x/${client}/${order.orderNumber}`,
      `0${order.merchantId}/${client}/${order.orderNumber}`,
    ];
    for (const rest of wrong) {
      for (const kind of kinds) await assertNotFound(await load(`/openApi/${kind}/${rest}`));
    }
  });

  test("the client's id stands modulo 100000000 with eight digits, zeros for none", async () => {
    assert.equal(clientIdText(42), "00000042");
    assert.equal(clientIdText(1_234_567_890), "34567890");
    assert.equal(clientIdText(null), "00000000");
    const order = await paidOrder({ client: null });
    assert.equal((await load(address("getPdfReceipt", order))).status, 200);
  });

  test("after a refund the receipt says so, the invoice stays, and the credit note has an address", async () => {
    const order = await paidOrder();
    const refundAmount = minor(10_000);
    const note = await db.transaction().execute(async (trx) => {
      await lockOrder(trx, order.id);
      const refund = { orderId: order.id, refundAmount, refundKey: "r1", reason: null };
      return await issueCreditNote(trx, { ...refund, at: new Date(), sealing: testSealing });
    });
    await refundOrder(db, order, refundAmount);
    const receipt = await textOf(await load(`${address("getPdfReceipt", order)}?lang=en`));
    for (const part of ["Partly refunded", "-100.00", "480.18"]) assert.ok(receipt.includes(part), part);
    const notes = address("getPdfReceipt", order).replace("getPdfReceipt", "getCreditNote");
    const credit = await textOf(await load(`${notes}/${note?.number}?lang=en`));
    for (const part of ["CN-000001", "INV-000001", "100.00", "Amount returned to the buyer"]) {
      assert.ok(credit.includes(part), part);
    }
    await assertNotFound(await load(`${notes}/CN-000002`));
    await assertNotFound(await load(`${notes}/INV-000001`));

    await refundOrder(db, order, order.priced.total);
    assert.match(await textOf(await load(`${address("getPdfReceipt", order)}?lang=en`)), / Refunded/);
    assert.match(await textOf(await load(address("getVatInvoice", order))), /580\.18/);
  });

  test("show the merchant's logo, and go without one that is lost", async () => {
    const merchantId = await insertMerchant(db);
    const square = { width: 50, height: 50, channels: 3, background: "red" } as const;
    const upload = await sharp({ create: square }).png().toBuffer();
    const services = { db: { kysely: db }, storage, ids: systemIds };
    const image = await storeImage(services, { merchantId, bytes: upload });
    const isPicture = /\/Subtype ?\/Image/;
    const withLogo = await paidOrder({}, { logoImageId: image.id });
    assert.match(
      (await bytesOf(await load(address("getPdfReceipt", withLogo)))).toString("latin1"),
      isPicture,
    );
    const lost = await paidOrder({}, { logoImageId: systemIds.token(16) });
    assert.doesNotMatch(
      (await bytesOf(await load(address("getPdfReceipt", lost)))).toString("latin1"),
      isPicture,
    );
  });
});

describe("the agreement file", () => {
  const sha256 = "0123456789abcdef".repeat(4);

  async function orderWithAgreement(version: number): Promise<TestOrder> {
    const merchantId = await insertMerchant(db);
    const { id } = await db
      .insertInto("agreements")
      .values({
        merchant_id: merchantId,
        version,
        title: "شروط البيع",
        body: "Returns within 7 days.",
        sha256,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return await insertOrder(db, merchantId, { agreementId: id });
  }

  const from = { ipAddress: null, userAgent: null };

  test("is there before paying, and says afterwards which version was accepted and when", async () => {
    const order = await orderWithAgreement(7);
    const path = `/web/getDesktopOrderFile/${order.orderNumber}?lang=en`;
    const open = await textOf(await load(path));
    for (const part of ["Returns within 7 days.", "Version", "7", "Not accepted yet"]) {
      assert.ok(open.includes(part), part);
    }
    const at = new Date(Date.UTC(2026, 10, 20, 11, 5, 9));
    await db.transaction().execute((trx) => acceptAgreement(trx, { orderId: order.id, at, from }));
    const kept = await db
      .selectFrom("orders")
      .select(["agreement_accepted_at", "agreement_accepted_sha256"])
      .where("id", "=", order.id)
      .executeTakeFirst();
    assert.deepEqual(kept, { agreement_accepted_at: at, agreement_accepted_sha256: sha256 });
    const accepted = await textOf(await load(path));
    assert.ok(accepted.includes("2026-11-20 14:05:09"));
    assert.ok(accepted.replaceAll(" ", "").includes(sha256));
  });

  test("what was accepted stays once the order is paid", async () => {
    const order = await orderWithAgreement(1);
    const at = new Date(Date.UTC(2026, 10, 20));
    await db.transaction().execute(async (trx) => {
      await acceptAgreement(trx, { orderId: order.id, at, from });
      await payOrder(trx, order);
    });
    await db
      .transaction()
      .execute((trx) => acceptAgreement(trx, { orderId: order.id, at: new Date(0), from }));
    const change = db.updateTable("orders").where("id", "=", order.id);
    const changes = [
      { agreement_accepted_at: new Date(0) },
      { agreement_accepted_sha256: null },
      { agreement_id: null },
    ];
    for (const set of changes) {
      await assert.rejects(change.set(set).execute(), /was paid under the terms it has/);
    }
  });

  test("an order without terms, and one that does not exist, get the same answer", async () => {
    const order = await paidOrder();
    for (const number of [order.orderNumber, systemIds.orderNumber(), "unreadable"]) {
      await assertNotFound(await load(`/web/getDesktopOrderFile/${number}`));
    }
  });
});
