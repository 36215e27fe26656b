/** Tax invoices and their notes of the merchant API. Every statement is filtered by the merchant. */
import type { FastifyInstance } from "fastify";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { type IssuedTaxDocument, taxDocumentCalls } from "#contract/tax-documents.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import { taxCurrency } from "#core/tax/tax-invoice.ts";
import type { VatBox } from "#core/tax/vat-return.ts";
import type { Schema } from "#db/schema.ts";
import { taxDocumentUrl } from "../documents/document-addresses.ts";
import { eInvoiceFile, hasLegalXml } from "../documents/legal-xml.ts";
import { findStoredDocument } from "../documents/tax-document-store.ts";
import { mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { wakeQueue } from "../queue/work-queue.ts";
import type { Services } from "../services.ts";
import { correctTaxDocument } from "../tax-documents/correct-document.ts";
import { creditDebitNote } from "../tax-documents/credit-debit-note.ts";
import { issueDebitNote } from "../tax-documents/debit-note.ts";
import { merchantOf } from "./authenticate.ts";
import { readCorrection } from "./client-input.ts";
import { readDebitNote, readDebitNoteCredit } from "./debit-note-input.ts";
import { FieldReader } from "./field-reader.ts";
import { mountFileCall } from "./file-call.ts";
import { once, sendOnce } from "./idempotency.ts";
import { findInvoiceId } from "./invoice-store.ts";
import { submissionOfDocument, toSubmission } from "./tax-submission.ts";
import { isAfter, placeOf, readTimePage, toTimePage } from "./time-paging.ts";
import { isOfBox, sumsInBox } from "./vat-box-filter.ts";

const listName = "documents";

/** Mounts the calls in a scope that requires an API key. */
export function mountTaxDocumentCalls(scope: FastifyInstance, services: Services): void {
  const db = services.db.kysely;
  const { serverUrl } = services.config;

  mountCall(scope, taxDocumentCalls, "GET /api/v1/tax-documents", async ({ query }, { request }) => {
    const page = readTimePage(listName, query);
    let rows = selectDocuments(db, merchantOf(request).id, query.vatBox)
      .where(isAfter(page, sql.ref("d.issued_at"), sql.ref("d.number")))
      .orderBy("d.issued_at", "desc")
      .orderBy("d.number", "desc")
      .limit(page.limit + 1);
    if (query.kind !== undefined) rows = rows.where("d.kind", "in", query.kind);
    if (query.vatBox !== undefined) rows = rows.where(isOfBox(query.vatBox));
    if (query.submission === "open")
      rows = rows.where("s.state", "<>", "accepted").where("later.number", "is", null);
    if (query.issuedSince !== undefined) rows = rows.where("d.issued_at", ">=", new Date(query.issuedSince));
    if (query.issuedBefore !== undefined) rows = rows.where("d.issued_at", "<", new Date(query.issuedBefore));
    return toTimePage(listName, page, {
      rows: await rows.execute(),
      idOf: ({ number }) => number,
      toItem: (row) => toDocument(row, serverUrl),
    });
  });

  mountCall(scope, taxDocumentCalls, "GET /api/v1/tax-documents/:number", async ({ params }, { request }) => {
    const row = await selectDocuments(db, merchantOf(request).id)
      .where("d.number", "=", params.number)
      .executeTakeFirst();
    if (!row) throw new Problem("not_found");
    return toDocument(row, serverUrl);
  });

  mountFileCall(
    scope,
    taxDocumentCalls,
    "GET /api/v1/tax-documents/:number/xml",
    async ({ params }, request) => {
      const merchantId = merchantOf(request).id;
      const stored = await findStoredDocument(db, { merchantId, number: params.number });
      const file = stored && (await eInvoiceFile(db, stored.document));
      if (!file) throw new Problem("not_found");
      return { contentType: "application/xml", fileName: file.name, content: file.text };
    },
  );
}

/** Mounts what issues documents beside payments and refunds: debit notes, and corrected documents. */
export function mountTaxDocumentChanges(scope: FastifyInstance, services: Services): void {
  const db = services.db.kysely;
  const { serverUrl } = services.config;

  mountCall(
    scope,
    taxDocumentCalls,
    "POST /api/v1/invoices/:orderNumber/debit-notes",
    async ({ params, body }, { request, reply }) => {
      const merchant = merchantOf(request);
      const merchantId = merchant.id;
      const orderId = await findInvoiceId(db, { merchantId, input: params.orderNumber });
      const answer = await once(
        services,
        request,
        { merchantId, status: 201, key: "required" },
        async (trx) => {
          const { number } = await issueDebitNote(services, trx, {
            merchantId,
            orderId,
            read: (currency) => readDebitNote(body, { currency, seller: merchant }),
          });
          return await loadDocument(trx, { merchantId, number, serverUrl });
        },
      );
      wakeQueue(services);
      return sendOnce(reply, answer);
    },
  );

  mountCall(
    scope,
    taxDocumentCalls,
    "POST /api/v1/tax-documents/:number/credit",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const answer = await once(
        services,
        request,
        { merchantId, status: 201, key: "required" },
        async (trx) => {
          const { number } = await creditDebitNote(services, trx, {
            merchantId,
            number: params.number,
            read: (currency) => readDebitNoteCredit(body, currency),
          });
          return await loadDocument(trx, { merchantId, number, serverUrl });
        },
      );
      wakeQueue(services);
      return sendOnce(reply, answer);
    },
  );

  mountCall(
    scope,
    taxDocumentCalls,
    "POST /api/v1/tax-documents/:number/correct",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const reader = new FieldReader(taxCurrency);
      const buyer = readCorrection(reader, body?.client ?? {});
      reader.refuseWrong();
      const language = requestLanguage(request);
      const answer = await once(
        services,
        request,
        { merchantId, status: 201, key: "required" },
        async (trx) => {
          const { number } = await correctTaxDocument(services, trx, {
            merchantId,
            number: params.number,
            buyer,
            language,
          });
          return await loadDocument(trx, { merchantId, number, serverUrl });
        },
      );
      wakeQueue(services);
      return sendOnce(reply, answer);
    },
  );
}

async function loadDocument(
  db: Kysely<Schema>,
  of: { readonly merchantId: number; readonly number: string; readonly serverUrl: string },
): Promise<IssuedTaxDocument> {
  const row = await selectDocuments(db, of.merchantId)
    .where("d.number", "=", of.number)
    .executeTakeFirstOrThrow();
  return toDocument(row, of.serverUrl);
}

/** The number of another document that `d` names; no join: of more than eight the planner begins with none that comes after them. */
function numberOf(column: "original_id" | "debit_note_id" | "replaces_id"): RawBuilder<string | null> {
  return sql<string | null>`(select named.number from tax_documents named
    where named.merchant_id = d.merchant_id and named.id = ${sql.ref(`d.${column}`)})`;
}

function selectDocuments(db: Kysely<Schema>, merchantId: number, vatBox?: VatBox) {
  return db
    .selectFrom("tax_documents as d")
    .innerJoin("orders as o", "o.id", "d.order_id")
    .leftJoin("themes as t", "t.merchant_id", "d.merchant_id")
    .leftJoin("tax_documents as later", (join) =>
      join.onRef("later.merchant_id", "=", "d.merchant_id").onRef("later.replaces_id", "=", "d.id"),
    )
    .leftJoin("tax_submissions as s", (join) =>
      join.onRef("s.merchant_id", "=", "d.merchant_id").onRef("s.document_id", "=", "d.id"),
    )
    .where("d.merchant_id", "=", merchantId)
    .select(["d.number", "d.kind", "d.form", "d.issued_at", "d.currency", "d.taxable", "d.vat", "d.total"])
    .select([
      "d.vat_sar",
      "d.qr",
      "d.refund_key",
      "d.reason",
      "d.merchant_id",
      "o.order_number",
      "o.client_id",
    ])
    .select([
      numberOf("original_id").as("original_number"),
      numberOf("debit_note_id").as("debit_note_number"),
      numberOf("replaces_id").as("replaces"),
    ])
    .select(["t.settings as theme", "later.number as replaced_by"])
    .select([submissionOfDocument.as("submission"), sumsInBox(vatBox).as("in_box")])
    .select(placeOf(sql.ref("d.issued_at")).as("place"));
}

type DocumentRow = Awaited<ReturnType<ReturnType<typeof selectDocuments>["executeTakeFirstOrThrow"]>>;

function toDocument(row: DocumentRow, serverUrl: string): IssuedTaxDocument {
  const money = (value: Minor): string => formatDecimal(value, row.currency);
  const order = {
    merchantId: row.merchant_id,
    clientId: row.client_id,
    orderNumber: row.order_number,
    theme: row.theme,
  };
  return {
    number: row.number,
    kind: row.kind,
    form: row.form,
    orderNumber: row.order_number,
    issuedAt: row.issued_at.toISOString(),
    currency: row.currency,
    taxable: money(row.taxable),
    vat: money(row.vat),
    total: money(row.total),
    vatInRiyals: formatDecimal(row.vat_sar, taxCurrency),
    inVatBox: row.in_box && {
      taxable: formatDecimal(row.in_box.taxable, taxCurrency),
      vat: formatDecimal(row.in_box.vat, taxCurrency),
    },
    invoiceNumber: row.original_number,
    refundId: row.refund_key,
    debitNoteNumber: row.debit_note_number,
    reason: row.reason,
    qr: row.qr,
    pdfUrl: row.replaced_by === null ? taxDocumentUrl(serverUrl, order, row) : null,
    xmlUrl: row.submission && hasLegalXml(row.submission) ? xmlUrl(serverUrl, row.number) : null,
    submission: row.submission && toSubmission(row.submission),
    replaces: row.replaces,
    replacedBy: row.replaced_by,
  };
}

function xmlUrl(serverUrl: string, number: string): string {
  return `${serverUrl}/api/v1/tax-documents/${encodeURIComponent(number)}/xml`;
}
