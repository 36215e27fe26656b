/** What may not be handed out yet says so, wherever buyers, merchants and the operator look. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { taxCommands } from "#cli/admin-tax.ts";
import type { Invoice } from "#contract/invoices.ts";
import { decodeTaxQr } from "#core/tax/tax-qr.ts";
import { loadModel, startTestApp, type TestApp } from "#test/app-harness.ts";
import { insertOrder, type OrderInput, type TestOrder } from "#test/document-fixtures.ts";
import { keepPicture, rasterise, readPages, readQr } from "#test/pdf.ts";
import { authorityFault, onboardAtSimulator, sendAll, settle } from "#test/simulated-authority.ts";
import { legalXml } from "../documents/legal-xml.ts";
import { loadPrintedTaxInvoice } from "../documents/printed-tax-invoice.ts";
import { requestLogOf } from "../merchant-api/request-log.ts";
import { unitStandings } from "./onboarding/unit-standing.ts";
import { backlogs, backlogText, listSubmissions } from "./submission-standing.ts";
import type { UnitId } from "./unit-store.ts";

let app: TestApp;
let unit: UnitId;
before(async () => {
  app = await startTestApp();
  unit = await onboardAtSimulator(app);
});
after(() => app[Symbol.asyncDispose]());

const company: OrderInput = { client: { vatNumber: "399999999800003", address: "Riyadh" } };

async function paid(input: OrderInput = {}): Promise<TestOrder> {
  const order = await insertOrder(app.db.kysely, app.merchantId, input);
  await settle(app, order);
  return order;
}

async function taxInvoiceOf({ orderNumber }: TestOrder): Promise<NonNullable<Invoice["taxInvoice"]>> {
  const headers = { authorization: `Bearer ${app.apiKey}` };
  const reply = await app.app.inject({ url: `/api/v1/invoices/${orderNumber}`, headers });
  assert.equal(reply.statusCode, 200, reply.body);
  const { taxInvoice } = reply.json() as Invoice;
  assert.ok(taxInvoice);
  return taxInvoice;
}

async function paperOf(order: TestOrder): Promise<Buffer> {
  const { url } = await taxInvoiceOf(order);
  const reply = await app.app.inject(new URL(String(url)).pathname);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.rawPayload;
}

/** Of its first page, with letters for ligatures. */
async function textOf(paper: Buffer): Promise<string> {
  return ((await readPages(paper))[0]?.text ?? "").normalize("NFKC");
}

/** What the QR code that pages show holds. */
async function codeOf({ orderNumber }: TestOrder): Promise<string> {
  const { rawPayload } = await app.app.inject(`/openApi/loadInvoiceQRCode/${orderNumber}`);
  const image = sharp(rawPayload).ensureAlpha().raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

const linked = async ({ orderNumber }: TestOrder) =>
  (await loadModel(app, orderNumber)).taxDocuments.map(({ kind }) => kind);

test("a standard invoice awaits its clearance on paper, page and call, and has the authority's QR code after it", async () => {
  const order = await paid(company);
  const address = `http://localhost:3000/pay/order/${order.orderNumber}`;
  const awaiting = await taxInvoiceOf(order);
  assert.deepEqual(awaiting.submission, {
    state: "awaiting_clearance",
    deadlineAt: null,
    answeredAt: null,
    errors: [],
    warnings: [],
  });
  const draft = await paperOf(order);
  assert.match(await textOf(draft), /قيد الاعتماد Awaiting clearance/);
  const picture = await rasterise(draft, { page: 1, dpi: 150 });
  await keepPicture(picture, "awaiting-clearance-ar");
  assert.equal(readQr(picture), address, "no tax QR code before there is the authority's");
  const printed = await loadPrintedTaxInvoice(app.services, order.orderNumber);
  assert.deepEqual(printed?.title, {
    ar: "فاتورة ضريبية – قيد الاعتماد",
    en: "Tax invoice – Awaiting clearance",
  });
  assert.deepEqual([await linked(order), await codeOf(order)], [[], address], "buyers have the receipt");

  await sendAll(app);
  const cleared = app.db.kysely.selectFrom("tax_clearances").selectAll();
  const { qr, xml, document_id } = await cleared.executeTakeFirstOrThrow();
  assert.equal(await legalXml(app.db.kysely, document_id), xml, "the paper bears the authority's file");
  assert.equal((await taxInvoiceOf(order)).submission?.state, "cleared");
  const paper = await paperOf(order);
  assert.doesNotMatch(await textOf(paper), /قيد الاعتماد/);
  assert.equal(readQr(await rasterise(paper, { page: 1, dpi: 300 })), qr);
  assert.equal((await loadPrintedTaxInvoice(app.services, order.orderNumber))?.title.ar, "فاتورة ضريبية");
  assert.deepEqual([await linked(order), await codeOf(order)], [["tax_invoice"], qr]);
});

test("a simplified invoice is handed out at once, before it is reported", async () => {
  const order = await paid();
  const { issuedAt, submission } = await taxInvoiceOf(order);
  assert.equal(submission?.state, "awaiting_report");
  assert.equal(Date.parse(String(submission?.deadlineAt)) - Date.parse(issuedAt), 24 * 60 * 60_000);
  assert.deepEqual(await linked(order), ["tax_invoice"]);
  assert.equal(decodeTaxQr(await codeOf(order)), null, "nine tags");
  await authorityFault(app, "warn");
  await sendAll(app);
  const reported = await taxInvoiceOf(order);
  assert.deepEqual(
    [reported.submission?.state, reported.submission?.warnings.map(({ code }) => code)],
    ["reported", ["BR-KSA-98"]],
  );
  const byNumber = await app.app.inject({
    url: `/api/v1/tax-documents/${reported.number}`,
    headers: { authorization: `Bearer ${app.apiKey}` },
  });
  assert.deepEqual(byNumber.json().submission, reported.submission);
  const listed = await listSubmissions(app.db.kysely, { merchantId: null, which: "all" });
  const row = listed.find(({ number }) => number === reported.number);
  assert.equal(row?.lastAnswer, "accepted 202 warns of BR-KSA-98");
});

test("a rejected invoice is called so on its paper and named to the operator, who can have the rest sent", async () => {
  const order = await paid();
  await authorityFault(app, "reject");
  await sendAll(app);
  const { number, submission } = await taxInvoiceOf(order);
  assert.deepEqual(
    [submission?.state, submission?.errors.map(({ code }) => code)],
    ["rejected", ["BR-KSA-98"]],
  );
  assert.match(await textOf(await paperOf(order)), /مرفوضة/);
  assert.deepEqual(await linked(order), []);
  const [backlog] = await backlogs(app.db.kysely);
  assert.equal(backlog && backlogText(backlog), "nakheel: 1 rejected");
  assert.deepEqual(
    (await unitStandings(app.db.kysely)).map(({ rejected }) => rejected),
    [1],
  );
  await authorityFault(app, "status_503");
  await paid();
  await sendAll(app);
  const parts = { config: app.services.config, db: app.db, input: async () => "", progress: () => {} };
  const run = async (name: string, ...words: string[]) =>
    await taxCommands[name]?.run(parts, { words, options: {} });
  const shown = String(await run("tax-submissions", "nakheel"));
  assert.match(shown, new RegExp(`nakheel +${number} +\\d+ +rejected .* - +rejected 400 BR-KSA-98`));
  assert.match(shown, /awaiting_report .* unknown 503 HTTP 503/);
  assert.match(String(await run("tax-retry", "nakheel")), /sent now, the oldest first/);
  await sendAll(app);
  assert.doesNotMatch(String(await run("tax-submissions")), /awaiting_report/);
});

test("reading an order of a merchant in phase 2 takes as many statements as any other", async () => {
  const stamped = await paid(company);
  const { unitId } = unit;
  await app.db.kysely.updateTable("egs_units").set({ state: "retired" }).where("id", "=", unitId).execute();
  const plain = await paid(company);
  let count = 0;
  const counted = new WeakSet<object>();
  app.db.pool.on("acquire", (client) => {
    if (counted.has(client)) return;
    counted.add(client);
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    const counting = (...input: unknown[]): unknown => {
      count += 1;
      return query(...input);
    };
    Object.assign(client, { query: counting });
  });
  const statementsOf = async (order: TestOrder): Promise<number[]> => {
    const counts: number[] = [];
    const reads = [() => loadModel(app, order.orderNumber), () => taxInvoiceOf(order), () => paperOf(order)];
    for (const read of reads) {
      count = 0;
      await read();
      counts.push(count);
    }
    return counts;
  };
  // Whatever is read once and remembered is not counted, nor is the log of the calls made before.
  await requestLogOf(app.services).flush();
  await statementsOf(plain);
  const usual = await statementsOf(plain);
  assert.ok(usual.every((statements) => statements > 0));
  assert.deepEqual(await statementsOf(stamped), usual);
});
