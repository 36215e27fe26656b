/** A merchant's own tax documents, as the merchant API shows them. */
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { IssuedTaxDocument } from "#contract/tax-documents.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import { taxCurrency } from "#core/tax/tax-invoice.ts";
import type { VatBox } from "#core/tax/vat-return.ts";
import type { Schema } from "#db/schema.ts";
import { taxDocumentUrl } from "../documents/document-addresses.ts";
import { hasLegalXml } from "../documents/legal-xml.ts";
import { submissionOfDocument, toSubmission } from "./tax-submission.ts";
import { placeOf } from "./time-paging.ts";
import { sumsInBox } from "./vat-box-filter.ts";

/** One that is there, by its number. */
export async function loadDocument(
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

/** The rows of all tax documents of a merchant; with a box of the VAT return, what they come to in it. */
export function selectDocuments(db: Kysely<Schema>, merchantId: number, vatBox?: VatBox) {
  return db
    .selectFrom("tax_documents as d")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "d.merchant_id").onRef("o.id", "=", "d.order_id"),
    )
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

/** A tax document as its merchant reads it. */
export function toDocument(row: DocumentRow, serverUrl: string): IssuedTaxDocument {
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
