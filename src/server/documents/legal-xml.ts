/** The file that is the e-invoice by law, of which the paper is the readable form. */
import type { Kysely } from "kysely";
import { eInvoiceFileName } from "#core/zatca/file-name.ts";
import { submissionStanding } from "#core/zatca/unit-state.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import type { TaxDocument } from "./tax-document-store.ts";

/**
 * The file of a stamped document, byte for byte; null for documents without one. Of what is cleared it is the authority's
 * file, of what is reported ours; what waits for its clearance, or was rejected, is no e-invoice.
 */
export async function legalXml(db: Kysely<DocumentsDatabase>, documentId: number): Promise<string | null> {
  const row = await db
    .selectFrom("tax_envelopes as e")
    .innerJoin("tax_submissions as s", (join) =>
      join.onRef("s.merchant_id", "=", "e.merchant_id").onRef("s.document_id", "=", "e.document_id"),
    )
    .leftJoin("tax_clearances as c", (join) =>
      join.onRef("c.merchant_id", "=", "e.merchant_id").onRef("c.document_id", "=", "e.document_id"),
    )
    .select(["e.xml", "c.xml as cleared", "s.way", "s.state"])
    .where("e.document_id", "=", documentId)
    .executeTakeFirst();
  if (!row || row.state === "rejected") return null;
  return row.cleared ?? (row.way === "report" ? row.xml : null);
}

/** Whether a submission's document has its file: it is reported, or it was cleared; and it was not rejected. */
export function hasLegalXml({ way, state }: Parameters<typeof submissionStanding>[0]): boolean {
  const standing = submissionStanding({ way, state });
  return standing !== "rejected" && standing !== "awaiting_clearance";
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
