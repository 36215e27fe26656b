/** Reads tax invoices and credit notes. They are written by numbering.ts alone and never change. */
import type { Kysely } from "kysely";
import type { TaxDocumentKind, TaxInvoiceForm } from "#core/tax/tax-invoice.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import { readContent } from "./content-versions.ts";
import type { TaxDocumentContent } from "./document-facts.ts";

export type TaxDocument = {
  readonly id: number;
  readonly kind: TaxDocumentKind;
  readonly form: TaxInvoiceForm;
  /** As printed: "INV-000042". */
  readonly number: string;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  /** Content of the tax QR code. */
  readonly qr: string;
  /** Why a credit note was issued. */
  readonly reason: string | null;
  readonly content: TaxDocumentContent;
};

type Db = Kysely<DocumentsDatabase>;

/** The tax invoice of an order, or null when none was issued. */
export async function findTaxInvoice(db: Db, orderId: number): Promise<TaxDocument | null> {
  const row = await select(db)
    .where("order_id", "=", orderId)
    .where("kind", "=", "tax_invoice")
    .executeTakeFirst();
  return row ? toTaxDocument(row) : null;
}

/** The credit note of one refund of an order, by the refund's key or by the note's number. */
export async function findCreditNote(
  db: Db,
  by: { readonly orderId: number } & ({ readonly refundKey: string } | { readonly number: string }),
): Promise<TaxDocument | null> {
  const row = await select(db)
    .where("order_id", "=", by.orderId)
    .where("kind", "=", "credit_note")
    .where((where) =>
      "refundKey" in by ? where("refund_key", "=", by.refundKey) : where("number", "=", by.number),
    )
    .executeTakeFirst();
  return row ? toTaxDocument(row) : null;
}

/** The credit notes of a tax invoice, in order of issue. */
export async function creditNotesOf(db: Db, invoiceId: number): Promise<TaxDocument[]> {
  const rows = await select(db).where("original_id", "=", invoiceId).orderBy("id").execute();
  return rows.map(toTaxDocument);
}

/** One tax document by its id, with the order that it is of. */
export async function findTaxDocument(
  db: Db,
  documentId: number,
): Promise<{ readonly orderId: number; readonly document: TaxDocument } | null> {
  const row = await select(db).select("order_id").where("id", "=", documentId).executeTakeFirst();
  if (!row) return null;
  const { order_id: orderId, ...rest } = row;
  return { orderId, document: toTaxDocument(rest) };
}

/** What a page needs to link to the tax documents of an order: the invoice first, then its credit notes. */
export async function listTaxDocuments(
  db: Db,
  orderId: number,
): Promise<
  readonly { readonly kind: TaxDocumentKind; readonly number: string; readonly issuedAt: number }[]
> {
  const rows = await db
    .selectFrom("tax_documents")
    .select(["kind", "number", "issued_at"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ kind: row.kind, number: row.number, issuedAt: row.issued_at.getTime() }));
}

function select(db: Db) {
  return db
    .selectFrom("tax_documents")
    .select(["id", "kind", "form", "number", "issued_at", "qr", "reason", "content"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

function toTaxDocument({ issued_at, content, ...row }: Row): TaxDocument {
  return { ...row, issuedAt: issued_at.getTime(), content: readContent(content) };
}
