/** The series in which a merchant's tax documents are numbered: a prefix and a first number for each kind. */
import type { Kysely, Transaction } from "kysely";
import { Problem } from "#core/problem.ts";
import { defaultPrefixes, type TaxDocumentKind, taxDocumentNumber } from "#core/tax/tax-invoice.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";

export type DocumentSeries = {
  readonly prefix: string;
  /** The number that the next document gets, as printed. */
  readonly next: string;
  /** It has documents: only another series can continue. */
  readonly isUsed: boolean;
};

/** The series of one kind; the usual one, from 1, where nothing was set or issued. */
export async function readSeries(
  db: Kysely<DocumentsDatabase>,
  of: { readonly merchantId: number; readonly kind: TaxDocumentKind },
): Promise<DocumentSeries> {
  const row = await db
    .selectFrom("document_counters")
    .select(["prefix", "first_sequence", "last_sequence"])
    .where("merchant_id", "=", of.merchantId)
    .where("kind", "=", of.kind)
    .executeTakeFirst();
  const { prefix, first_sequence, last_sequence } = row ?? {
    prefix: defaultPrefixes[of.kind],
    first_sequence: 1,
    last_sequence: 0,
  };
  return {
    prefix,
    next: taxDocumentNumber(prefix, last_sequence + 1),
    isUsed: last_sequence >= first_sequence,
  };
}

/**
 * Starts a series, or sets where one begins that has no document yet. The same series again changes nothing, as long as
 * it has not begun. Waits for documents of this kind that are being issued.
 * @param path what a refusal names
 * @throws Problem `validation_failed` for a prefix that was used before, by documents of either kind
 */
export async function startSeries(
  trx: Transaction<DocumentsDatabase>,
  series: {
    readonly merchantId: number;
    readonly kind: TaxDocumentKind;
    readonly prefix: string;
    readonly firstNumber: number;
  },
  path: string,
): Promise<void> {
  const { merchantId, kind, prefix, firstNumber } = series;
  const begin = { prefix, first_sequence: firstNumber, last_sequence: firstNumber - 1 };
  const present = await trx
    .selectFrom("document_counters")
    .select(["prefix", "first_sequence", "last_sequence"])
    .where("merchant_id", "=", merchantId)
    .where("kind", "=", kind)
    .forUpdate()
    .executeTakeFirst();
  if (
    present &&
    Object.entries(begin).every(([name, value]) => present[name as keyof typeof begin] === value)
  )
    return;
  try {
    await trx
      .insertInto("document_counters")
      .values({ merchant_id: merchantId, kind, last_issued_at: null, ...begin })
      .onConflict((conflict) => conflict.columns(["merchant_id", "kind"]).doUpdateSet(begin))
      .execute();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const message = "this prefix has documents, or is the other kind's: begin another series";
    throw new Problem("validation_failed", { fields: [{ path, code: "series_used", message }] });
  }
}

/** A check, or the unique prefix: the database decides which numbers are free. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "23514" || error.code === "23505");
}
