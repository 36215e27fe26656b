/** Tax invoices and credit notes of the merchant API. Every statement is filtered by the merchant. */
import type { FastifyInstance } from "fastify";
import { type Kysely, sql } from "kysely";
import { type IssuedTaxDocument, taxDocumentCalls } from "#contract/tax-documents.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { creditNoteUrl, taxInvoiceUrl } from "../documents/document-addresses.ts";
import { mountCall } from "../http/mount.ts";
import type { Services } from "../services.ts";
import { merchantOf } from "./authenticate.ts";
import { isAfter, placeOf, readTimePage, toTimePage } from "./time-paging.ts";

const listName = "documents";

/** Mounts the calls in a scope that requires an API key. */
export function mountTaxDocumentCalls(
  scope: FastifyInstance,
  services: Pick<Services, "db" | "config">,
): void {
  const db = services.db.kysely;
  const { serverUrl } = services.config;

  mountCall(scope, taxDocumentCalls, "GET /api/v1/tax-documents", async ({ query }, { request }) => {
    const page = readTimePage(listName, query);
    let rows = selectDocuments(db, merchantOf(request).id)
      .where(isAfter(page, sql.ref("d.issued_at"), sql.ref("d.number")))
      .orderBy("d.issued_at", "desc")
      .orderBy("d.number", "desc")
      .limit(page.limit + 1);
    if (query.kind !== undefined) rows = rows.where("d.kind", "=", query.kind);
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
}

function selectDocuments(db: Kysely<Schema>, merchantId: number) {
  return db
    .selectFrom("tax_documents as d")
    .innerJoin("orders as o", "o.id", "d.order_id")
    .leftJoin("themes as t", "t.merchant_id", "d.merchant_id")
    .leftJoin("tax_documents as original", "original.id", "d.original_id")
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
    .select(["original.number as original_number", "t.settings as theme"])
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
    vatInRiyals: formatDecimal(row.vat_sar, "SAR"),
    invoiceNumber: row.original_number,
    refundId: row.refund_key,
    reason: row.reason,
    qr: row.qr,
    pdfUrl:
      row.kind === "tax_invoice"
        ? taxInvoiceUrl(serverUrl, order)
        : creditNoteUrl(serverUrl, order, row.number),
  };
}
