/** Reads tax invoices and notes. They are written by numbering.ts alone and never change. */
import { type Kysely, sql } from "kysely";
import type { Minor } from "#core/money.ts";
import type { TaxDocumentKind, TaxInvoiceForm } from "#core/tax/tax-invoice.ts";
import { type SubmissionStanding, submissionStanding } from "#core/zatca/unit-state.ts";
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
  /** Content of the tax QR code: the authority's, once it has cleared the document. */
  readonly qr: string;
  /** Its status with the tax authority; null of what is not stamped. */
  readonly standing: SubmissionStanding | null;
  /** Why a note was issued. */
  readonly reason: string | null;
  readonly content: TaxDocumentContent;
};

type Db = Kysely<DocumentsDatabase>;

/**
 * Of the documents `d`: those that count. A rejected one whose place a corrected one has taken does not (decision 0088).
 */
export const isInForce = sql<boolean>`not exists (select from tax_documents later
  where later.merchant_id = d.merchant_id and later.replaces_id = d.id)`;

/** The tax invoice of an order, the last of its line; null when none was issued. */
export async function findTaxInvoice(db: Db, orderId: number): Promise<TaxDocument | null> {
  const row = await select(db)
    .where("d.order_id", "=", orderId)
    .where("d.kind", "=", "tax_invoice")
    .where(isInForce)
    .executeTakeFirst();
  return row ? toTaxDocument(row) : null;
}

export type NoteKind = Exclude<TaxDocumentKind, "tax_invoice">;

/** A note of an order by its number: the very one, which may be rejected and replaced. */
export async function findNote(
  db: Db,
  { orderId, kind, number }: { readonly orderId: number; readonly kind: NoteKind; readonly number: string },
): Promise<TaxDocument | null> {
  const row = await select(db)
    .where("d.order_id", "=", orderId)
    .where("d.kind", "=", kind)
    .where("d.number", "=", number)
    .executeTakeFirst();
  return row ? toTaxDocument(row) : null;
}

/** The credit note of one refund of an order, the last of its line. */
export async function findCreditNote(
  db: Db,
  { orderId, refundKey }: { readonly orderId: number; readonly refundKey: string },
): Promise<TaxDocument | null> {
  const row = await select(db)
    .where("d.order_id", "=", orderId)
    .where("d.kind", "=", "credit_note")
    .where("d.refund_key", "=", refundKey)
    .where(isInForce)
    .executeTakeFirst();
  return row ? toTaxDocument(row) : null;
}

/**
 * The credit notes that count of an order's invoice, whichever in a line of corrections they name, or of one debit note; in
 * order of issue.
 */
export async function creditNotesOf(
  db: Db,
  { orderId, debitNoteId }: { readonly orderId: number; readonly debitNoteId: number | null },
): Promise<TaxDocument[]> {
  const rows = await select(db)
    .where("d.order_id", "=", orderId)
    .where("d.kind", "=", "credit_note")
    .where("d.debit_note_id", debitNoteId === null ? "is" : "=", debitNoteId)
    .where(isInForce)
    .orderBy("d.id")
    .execute();
  return rows.map(toTaxDocument);
}

/** A tax document with what its readers are not shown. */
export type StoredDocument = {
  readonly id: number;
  readonly orderId: number;
  readonly document: TaxDocument;
  readonly vatInRiyals: Minor;
  /** Of credit notes: their refund, or else the debit note that they take back. */
  readonly refundKey: string | null;
  readonly debitNoteId: number | null;
  /** Whether a corrected one has taken its place. */
  readonly isReplaced: boolean;
};

/** One tax document, by its id or by its merchant and number. */
export async function findStoredDocument(
  db: Db,
  by: { readonly id: number } | { readonly merchantId: number; readonly number: string },
): Promise<StoredDocument | null> {
  const row = await select(db)
    .select(["d.order_id", "d.vat_sar", "d.refund_key", "d.debit_note_id", isInForce.as("is_in_force")])
    .where((where) =>
      "id" in by
        ? where("d.id", "=", by.id)
        : where.and([where("d.merchant_id", "=", by.merchantId), where("d.number", "=", by.number)]),
    )
    .executeTakeFirst();
  if (!row) return null;
  const { order_id, vat_sar, refund_key, debit_note_id, is_in_force, ...rest } = row;
  return {
    id: row.id,
    orderId: order_id,
    vatInRiyals: vat_sar,
    refundKey: refund_key,
    debitNoteId: debit_note_id,
    isReplaced: !is_in_force,
    document: toTaxDocument(rest),
  };
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
    .selectFrom("tax_documents as d")
    .leftJoin("tax_submissions as s", (join) =>
      join.onRef("s.merchant_id", "=", "d.merchant_id").onRef("s.document_id", "=", "d.id"),
    )
    .leftJoin("tax_clearances as c", (join) =>
      join.onRef("c.merchant_id", "=", "d.merchant_id").onRef("c.document_id", "=", "d.id"),
    )
    .select(["d.id", "d.kind", "d.form", "d.number", "d.issued_at", "d.reason", "d.content"])
    .select(["s.way", "s.state", sql<string>`coalesce(c.qr, d.qr)`.as("qr")]);
}

type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

function toTaxDocument({ issued_at, content, way, state, ...row }: Row): TaxDocument {
  return {
    ...row,
    issuedAt: issued_at.getTime(),
    content: readContent(content),
    standing: way === null || state === null ? null : submissionStanding({ way, state }),
  };
}

/** Whether notes may be about a document: the tax authority has accepted it, or is not asked of it (decision 0115). */
export function isDecided({ standing }: Pick<TaxDocument, "standing">): boolean {
  return standing === null || standing === "reported" || standing === "cleared";
}

/** Whether a document may not be handed out: not cleared yet, or rejected. */
export function isWithheld({ standing }: Pick<TaxDocument, "standing">): boolean {
  return standing === "awaiting_clearance" || standing === "rejected";
}
