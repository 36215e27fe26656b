/** The tax documents of an order as any holder of one may compare them: number, total, date and fingerprint. */
import { type Kysely, sql } from "kysely";
import type { IssuedPaper } from "#contract/pages.ts";
import { type Minor, toJsonNumber } from "#core/money.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import { withheldSubmission } from "./order-facts.ts";
import { isInForce } from "./tax-document-store.ts";

type Row = Omit<IssuedPaper, "total" | "issuedAt"> & {
  readonly total: Minor;
  readonly issued_at: Date;
  readonly theme: Readonly<Record<string, unknown>> | null;
};

/**
 * Those that may be handed out, in order of issue. The fingerprint is the hash that the tax authority has of a stamped document, else
 * SHA-256 of what it states; neither ever changes.
 */
export async function loadIssuedPapers(
  db: Kysely<DocumentsDatabase>,
  orderNumber: string,
): Promise<readonly IssuedPaper[]> {
  const { rows } = await sql<Row>`
    select d.kind, d.number, d.total, d.currency, d.issued_at, t.settings as theme,
      coalesce(e.hash, encode(sha256(convert_to(d.content::text, 'UTF8')), 'hex')) as fingerprint
    from orders o join tax_documents d on d.merchant_id = o.merchant_id and d.order_id = o.id
    left join tax_envelopes e on e.merchant_id = d.merchant_id and e.document_id = d.id
    left join themes t on t.merchant_id = o.merchant_id
    where o.order_number = ${orderNumber} and ${isInForce} and not exists (${withheldSubmission})
    order by d.id`.execute(db);
  if (rows.some(({ theme }) => resolveTheme(theme ?? {}).hideVatInvoice)) return [];
  return rows.map(({ theme: _, total, issued_at, ...row }) => ({
    ...row,
    total: toJsonNumber(total, row.currency),
    issuedAt: issued_at.toISOString(),
  }));
}
