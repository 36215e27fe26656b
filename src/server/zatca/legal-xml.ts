/** The file that is the e-invoice by law, of which the paper is the readable form. */
import type { Kysely } from "kysely";
import { eInvoiceFileName } from "#core/zatca/file-name.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import type { TaxDocument } from "../documents/tax-document-store.ts";

/**
 * The file of a stamped document, byte for byte; null for documents without one. Of a standard document it is the one
 * that the authority has cleared, and until then there is none.
 */
export async function legalXml(db: Kysely<DocumentsDatabase>, documentId: number): Promise<string | null> {
  const row = await db
    .selectFrom("tax_envelopes as e")
    .innerJoin("tax_documents as d", "d.id", "e.document_id")
    .select(["e.xml", "d.form"])
    .where("e.document_id", "=", documentId)
    .executeTakeFirst();
  return row?.form === "simplified" ? row.xml : null;
}

/** The same with the name that it has inside a PDF file. */
export async function eInvoiceFile(
  db: Kysely<DocumentsDatabase>,
  document: TaxDocument,
): Promise<{ readonly name: string; readonly text: string } | null> {
  const text = await legalXml(db, document.id);
  const { vatNumber } = document.content.facts.seller;
  return text === null || vatNumber === null
    ? null
    : { name: eInvoiceFileName({ ...document, vatNumber }), text };
}
